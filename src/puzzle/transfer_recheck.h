// SPDX-License-Identifier: MIT
// The second opinion on "no transfer of L moves": the same levels by other means.
//
// Boards are whole sets of cells in sorted arrays, moves are those the rules list, equal boards are
// found by sorting, tallies are rows of counts in sorted arrays, and the bounds are computed from
// their definitions in docs/puzzles.md, one jump at a time. Nothing is hashed or numbered, and no
// code is shared with transfer.h but the puzzle, the passage's diagonals and weights, and the
// formula of a level's hash. Slower by one to two orders: for searches small enough.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint64_t

#include "base/progress.h"
#include "puzzle/puzzle.h"

typedef struct sh_transfer_recheck_options {
    int length, known; // L, and how many exact levels
    const sh_monitor *monitor;
    void (*listener)(void *user, int time, uint64_t boards, uint64_t hash);
    void *user;
} sh_transfer_recheck_options;

// For puzzles that can be reversed (SH_USAGE else). *found: there is a solution of that length.
sh_status sh_transfer_recheck(const sh_puzzle *puzzle, const sh_transfer_recheck_options *options,
                              bool *found, sh_error *error) SH_NODISCARD;

// "No solution of `length` moves" says that there is none of length - 2 either, nor of length - 4
// and so on. *covers: it also says so of length - 1 and all others, because a shorter solution
// would have a chain that can be played in two moves, or too few moves for the way. Else length - 1
// needs levels of its own. SH_RESOURCES without memory.
sh_status sh_transfer_recheck_covers(const sh_puzzle *puzzle, int length, bool *covers,
                                     sh_error *error) SH_NODISCARD;
