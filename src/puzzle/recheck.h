// SPDX-License-Identifier: MIT
// The second opinion on a search for a cooperative game: the same levels by other means.
//
// Boards are sorted lists of cells, jumps are followed cell by cell, a level is a sorted array from
// which equal neighbours are removed, and the bounds are computed from their definitions
// (docs/puzzles.md) by plain shortest-path searches. Nothing is shared with game_search.h but the
// puzzle, its case and the formula for the hash of a level. Slower by one to two orders: for
// searches small enough.
#pragma once

#include "base/progress.h"
#include "puzzle/game_case.h"

typedef struct sh_recheck_level {
    uint64_t boards, hash;
} sh_recheck_level;

// Called when a level is complete; false ends the recheck.
typedef bool sh_recheck_listener(void *user, int level, sh_recheck_level found);

typedef struct sh_recheck_options {
    int threads; // 0: all
    const sh_monitor *monitor;
    sh_recheck_listener *listener;
    void *user;
} sh_recheck_options;

// Levels 1 … until one is empty, the goal is filled (*found), the winner has no move left, or the
// listener has heard enough.
sh_status sh_recheck_game(const sh_puzzle *puzzle, int length, const sh_recheck_options *options,
                          bool *found, sh_error *error) SH_NODISCARD;
