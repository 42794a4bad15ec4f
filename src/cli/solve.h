// SPDX-License-Identifier: MIT
// What the solvers of the different kinds of games share on the command line.
//
// cmd_solve.c reads the options and hands the game to the solver of its family: duels to
// solve_duel.c, races of three to solve_race.c.
#pragma once

#include "cli/cli.h"
#include "sternhalma/probe.h"

typedef struct sh_cli_solve {
    sh_metric metric;       // --metric; SH_WDL where it was not given
    int threads;            // --threads; 0: all
    size_t memory;          // --memory; 0: what the machine has
    const char *scratch;    // --scratch
    const char *out;        // --out: the table to write
    const char *checkpoint; // --checkpoint, or OUT.checkpoint
    double every;           // --every: seconds between checkpoints
    const char *backend;    // --backend
    bool resume;            // --resume
    bool plan;              // --plan: only say what it would take
} sh_cli_solve;

sh_status sh_cli_solve_duel(sh_cli *cli, const sh_game *game, const sh_cli_solve *solve,
                            sh_error *error) SH_NODISCARD;
