// SPDX-License-Identifier: MIT
// What the solvers of the different kinds of games share on the command line.
//
// cmd_solve.c reads the options and hands the game to the solver of its family: duels to
// solve_duel.c, races of three to solve_race.c. Both look at the places of their files
// (solve_places.c) before they begin.
#pragma once

#include "cli/cli.h"
#include "sternhalma/probe.h"

#define SH_CLI_VERIFY_ALL UINT64_MAX

typedef struct sh_cli_solve {
    sh_metric metric;       // --metric; SH_WDL where it was not given
    int threads;            // --threads; 0: all
    size_t memory;          // --memory; 0: what the machine has
    const char *scratch;    // --scratch
    const char *out;        // --out: the table to write
    size_t part_bytes;      // --part-size; 0: the default
    const char *checkpoint; // --checkpoint, or OUT.checkpoint
    bool own_checkpoint;    // the latter
    double every;           // --every: seconds between checkpoints
    const char *backend;    // --backend
    bool resume;            // --resume
    bool plan;              // --plan: only say what it would take
    const char *policy;     // --policy, of races: how players choose
    bool exact_rounds;      // --exact-rounds, of races
    uint64_t verify;        // --verify, of races: positions to check; 0 none
} sh_cli_solve;

// Are the places for the table and the checkpoint (which may be NULL) two, and may a table be
// written to the first? Asked before the work.
sh_status sh_cli_solve_places(const sh_cli_solve *solve, sh_error *error) SH_NODISCARD;
// After SH_INTERRUPTED while the table was written: says what --resume can do.
sh_status sh_cli_solve_stopped(const sh_cli_solve *solve, sh_error *error);

sh_status sh_cli_solve_race(sh_cli *cli, const sh_game *game, const sh_cli_solve *solve,
                            sh_error *error) SH_NODISCARD;
// With --policy: one outcome a position instead of who can force what.
sh_status sh_cli_solve_policy(sh_cli *cli, const sh_game *game, const sh_cli_solve *solve,
                              sh_error *error) SH_NODISCARD;
sh_status sh_cli_solve_duel(sh_cli *cli, const sh_game *game, const sh_cli_solve *solve,
                            sh_error *error) SH_NODISCARD;
