// SPDX-License-Identifier: MIT
// What the solvers of the different kinds of games share on the command line.
//
// cmd_solve.c reads the options, solve_options.c says which apply, and the first hands the game to
// the solver of its family: duels to solve_duel.c, races of three to solve_race.c. Both look at the
// places of their files (solve_places.c) before they begin.
#pragma once

#include "base/crew.h"
#include "cli/cli.h"
#include "solve/plan/plan.h"
#include "sternhalma/probe.h"

typedef struct sh_cli_solve {
    sh_metric metric;       // --metric; SH_WDL where it was not given
    int64_t threads;        // --threads; 0: all
    size_t memory;          // --memory; 0: what the machine has
    size_t card;            // --gpu-memory; 0: what the card has
    const char *scratch;    // --scratch
    const char *out;        // --out: the table to write
    size_t part_bytes;      // --part-size; 0: the default
    bool only_wins;         // --only-wins: the table has only wins' distances
    const char *checkpoint; // --checkpoint, or OUT.checkpoint
    bool own_checkpoint;    // the latter
    double every;           // --every: seconds between checkpoints
    const char *backend;    // --backend
    bool resume;            // --resume
    bool plan;              // --plan: only say what it would take
    int64_t ranks;          // --ranks, with --plan: processes that share the work; 0: not given
    sh_crew *crew;          // the processes that mpirun has started, or NULL
    const char *policy;     // --policy, of races: how players choose
    bool exact_rounds;      // --exact-rounds, of races
    int64_t verify;         // --verify, of races: positions to check; 0: all, -1: none
} sh_cli_solve;

// Does everything that was given apply to the game? SH_USAGE with the first that does not.
sh_status sh_cli_solve_check(const sh_cli *cli, const sh_cli_solve *solve, bool race,
                             sh_error *error) SH_NODISCARD;
// Prints a plan: as text, or with --plan and --json as an object.
void sh_cli_solve_plan(const sh_cli *cli, const sh_game *game, const sh_cli_solve *solve,
                       const sh_plan *plan);
// Are the places for the table and the checkpoint (which may be NULL) two, and may a table be
// written to the first? Asked before the work.
sh_status sh_cli_solve_places(const sh_cli_solve *solve, sh_error *error) SH_NODISCARD;
// Where a launcher of MPI has started the program: joins the crew, which `room` is for, and makes
// sure that all ranks want the same. solve->crew stays NULL elsewhere.
sh_status sh_cli_crew_join(sh_cli *cli, sh_cli_solve *solve, const sh_game *game, sh_crew *room,
                           sh_error *error) SH_NODISCARD;
// Leaves it and returns what the process ends with. What all ranks agreed on is said by rank 0, and
// the others end as if nothing was: a launcher that sees one fail ends the rest, who may not have
// spoken yet. What one rank meets ends all.
sh_status sh_cli_crew_leave(sh_cli *cli, const sh_cli_solve *solve, sh_status status,
                            sh_error *error) SH_NODISCARD;

// After SH_INTERRUPTED while the table was written: says what --resume can do.
sh_status sh_cli_solve_stopped(const sh_cli_solve *solve, sh_error *error);

sh_status sh_cli_solve_race(sh_cli *cli, const sh_game *game, const sh_cli_solve *solve,
                            sh_error *error) SH_NODISCARD;
// With --policy: one outcome a position instead of who can force what.
sh_status sh_cli_solve_policy(sh_cli *cli, const sh_game *game, const sh_cli_solve *solve,
                              sh_error *error) SH_NODISCARD;
sh_status sh_cli_solve_duel(sh_cli *cli, const sh_game *game, const sh_cli_solve *solve,
                            sh_error *error) SH_NODISCARD;
