// SPDX-License-Identifier: MIT
// The shortest transfer: found, and proved to be the shortest.
//
// Where the puzzle can be reversed, beams give a solution first, or with jumps only the search for
// palindromes does; then the exact search settles the length before it, and so on down until one
// has no solution. Else lengths are settled upwards from the least that the bounds allow.
#pragma once

#include "puzzle/transfer.h"

// A length that was settled, with the levels that prove it.
typedef struct sh_transfer_settled {
    int length;
    bool found;
    bool covers; // without a solution it excludes all shorter ones, too
    int known, levels;
    uint64_t boards;
    double seconds;
    sh_transfer_level level[SH_MAX_TRANSFER + 1];
} sh_transfer_settled;

typedef struct sh_transfer_answer {
    int length; // of the solution, -1 where there is none yet
    sh_move moves[SH_MAX_TRANSFER];
    int excluded; // no solution has so many moves or less; -1: nothing is excluded
    bool proved;  // the solution is the shortest: excluded == length - 1
    bool counted; // … the solutions of `length`: asked for, and there was memory for it
    sh_transfer_count count;
    int settled_count;
    sh_transfer_settled *settled; // in order; to be freed by sh_transfer_answer_free
    uint64_t boards;              // looked at in all
} sh_transfer_answer;

typedef struct sh_transfer_search {
    sh_transfer_options options;
    size_t beam; // width of the widest beam; 0: none
    int length;  // settle only this length; 0: find the shortest
    bool palindrome, all;
    const sh_monitor *monitor;
    void (*listener)(void *user, const sh_transfer_settled *settled); // may be NULL
    void *user;
} sh_transfer_search;

// SH_OK with an answer, which may be that there is no solution of the length asked for; SH_NO where
// the puzzle has none at all. When the search is stopped or runs out of memory the answer still
// holds what was found and proved before. The answer is always to be freed.
sh_status sh_transfer_find_shortest(const sh_puzzle *puzzle, const sh_transfer_search *search,
                                    sh_transfer_answer *answer, sh_error *error) SH_NODISCARD;
void sh_transfer_answer_free(sh_transfer_answer *answer);
