// SPDX-License-Identifier: MIT
// sternhalma puzzle game: the shortest game of two sides that help each other.
#pragma once

#include "cli/cli.h"
#include "puzzle/puzzle.h"

// What the command line says about any puzzle, and what only games understand.
typedef struct sh_cli_puzzle {
    int64_t moves;        // --moves, or 0
    bool jumps_only, all; // --jumps-only, --all
    int64_t threads;
    size_t memory;       // 0: three quarters of what is available
    const char *scratch; // or NULL
    int64_t length;      // --length, or 0: the shortest
    int64_t beam;        // --beam, or -1
    int64_t seed, noise;
    bool recheck;
} sh_cli_puzzle;

sh_status sh_cli_puzzle_game(sh_cli *cli, const sh_puzzle *puzzle, const sh_cli_puzzle *choices,
                             sh_error *error) SH_NODISCARD;
