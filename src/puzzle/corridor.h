// SPDX-License-Identifier: MIT
// Which tallies an army may have after each move if it is to arrive in L moves: the bounds.
//
// Two kinds of corridors. An open one holds every tally that J relaxed moves can lead to. A closed
// one is for L moves, of which the first J and the last J are known exactly as sets of boards; it
// holds, for every time t between, only tallies that lie on a relaxed way from the first set to
// the last. Where the puzzle can be reversed, a solution of L moves read backwards is one, too, so
// one of the two has value ≥ 0 in the middle (of L = 2N moves f(A_N) ≥ 0, of 2N+1 moves
// f(A_N) + f(A_{N+1}) ≥ 0) and only those are looked for. docs/puzzles.md has the proofs.
//
// Every tally has a number here, and two times until which it is allowed: in the first half
// (t ≤ middle) and in the second.
#pragma once

#include "puzzle/tally_flood.h"

// What a search may use.
typedef struct sh_means {
    sh_pool *pool;
    size_t memory; // bytes for the set of children
    const sh_monitor *monitor;
    double began; // sh_clock() when the search began
} sh_means;

typedef struct sh_corridor {
    const sh_tallying *tallying;
    sh_tally_map map;
    int length, known; // L and J; an open corridor has length 0
    int middle;        // N = L / 2 where the puzzle is reversible, else J
    int16_t *until[2]; // by number of a tally: the last time it is allowed, -1 for never
    int bits;          // of a board's number within its tally
} sh_corridor;

// An open corridor of J moves around a board. One of more moves begins with the same numbers, so
// boards keep theirs.
sh_status sh_corridor_open(sh_corridor *corridor, const sh_tallying *tallying,
                           const uint16_t subset[SH_MAX_DIAGONALS], int known,
                           const sh_means *means, sh_error *error) SH_NODISCARD;
// A closed one from the tallies of the boards that J moves lead to and, where the puzzle is not
// reversible, of those from which J moves lead to the goal.
sh_status sh_corridor_close_in(sh_corridor *corridor, const sh_tallying *tallying, int length,
                               int known, const sh_tally_list *first, const sh_tally_list *last,
                               const sh_means *means, sh_error *error) SH_NODISCARD;
// For palindromes: only the first half, to a middle that is its own reverse (even L), or one
// relaxed move from its reverse (odd L).
sh_status sh_corridor_fold(sh_corridor *corridor, const sh_tallying *tallying, int length,
                           int known, const sh_tally_list *first, const sh_means *means,
                           sh_error *error) SH_NODISCARD;
void sh_corridor_release(sh_corridor *corridor);

static inline bool sh_corridor_allows(const sh_corridor *corridor, uint32_t number, int time) {
    return time <= corridor->until[time > corridor->middle][number];
}
