// SPDX-License-Identifier: MIT
// Puzzles found in tables: positions with something to find.
//
// Positions are drawn at random from all states, the same for the same seed, and kept where they
// fit the kind. The longest wins need the whole table and come from stats.h.
#pragma once

#include "base/progress.h"
#include "base/random.h"
#include "sternhalma/probe.h"

typedef enum sh_puzzle_kind {
    SH_ONLY_MOVE, // a won position with exactly one winning move
    SH_ZUGZWANG,  // whoever moves loses; the first player to move
    // Three players, nobody can force its own win:
    SH_DECIDES,    // some moves let one opponent force its win, some the other: the mover decides
    SH_ONLY_CROWN, // exactly one move lets an opponent force its win
} sh_puzzle_kind;

typedef struct sh_mining {
    const sh_table *table; // of a duel, or of a race for the kinds of three players
    sh_puzzle_kind kind;
    int least_plies; // of the win or loss; 0 for any; needs distances
    uint64_t tries;  // positions to look at before giving up
    sh_random random;
} sh_mining;

// The next position that fits. SH_NO where the tries are used up, SH_INTERRUPTED on request.
sh_status sh_mining_next(sh_mining *mining, sh_position *position, const sh_monitor *monitor,
                         sh_error *error) SH_NODISCARD;
