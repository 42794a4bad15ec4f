// SPDX-License-Identifier: MIT
// How many men stand on each diagonal, packed into one number; and what one move can do to it.
//
// The bounds of a transfer forget where on its diagonal a man stands. A relaxed move takes a man
// from diagonal s to another: by a step to s ± d for a d of the passage, or by a chain of jumps of
// ± 2d, each over a diagonal that is not empty and onto one that is not full. A move on one
// diagonal leaves the tally as it is. Every move of the board is such a move of its tally, so
// distances between tallies never exceed distances between boards. Relaxed moves can be taken back.
#pragma once

#include "board/bits.h" // b128
#include "puzzle/passage.h"

typedef b128 sh_tally;

// Where the diagonals' counts stand in a tally.
typedef struct sh_tallying {
    const sh_passage *passage;
    int shift[SH_MAX_DIAGONALS];
    sh_tally mask[SH_MAX_DIAGONALS]; // of a count, before the shift
    sh_tally one[SH_MAX_DIAGONALS];  // one man
    // All tallies in the order of their counts. By diagonal, men before it and its own count: how
    // many tallies with the same men before it have a lesser count. Only where `ranks` is not 0.
    uint32_t ranks; // how many there are; 0 where more than SH_MOST_RANKS
    uint32_t lesser[SH_MAX_DIAGONALS][SH_MAX_MEN + 1][SH_MAX_PLACES + 1];
} sh_tallying;

#define SH_MOST_RANKS (1u << 27)

typedef struct sh_counts {
    uint8_t of[SH_MAX_DIAGONALS];
} sh_counts;

// SH_USAGE where a tally of this puzzle does not fit.
sh_status sh_tallying_make(sh_tallying *tallying, const sh_passage *passage,
                           sh_error *error) SH_NODISCARD;

sh_tally sh_tally_pack(const sh_tallying *tallying, const sh_counts *counts);
void sh_tally_unpack(const sh_tallying *tallying, sh_tally tally, sh_counts *counts);
sh_tally sh_tally_of(const sh_tallying *tallying, const uint16_t subset[SH_MAX_DIAGONALS]);
// The place of a tally among all tallies, from 0; only where tallying->ranks is not 0.
uint32_t sh_tally_rank(const sh_tallying *tallying, sh_tally tally);
// The ranks of the tallies around one: what moving a man changes.
typedef struct sh_tally_ranks {
    uint32_t own;
    uint8_t before[SH_MAX_DIAGONALS]; // men before a diagonal
    // The sums, over the diagonals before one, of what a man less or more before them changes.
    uint32_t less[SH_MAX_DIAGONALS + 1], more[SH_MAX_DIAGONALS + 1];
} sh_tally_ranks;
void sh_tally_rank_around(const sh_tallying *tallying, const sh_counts *counts,
                          sh_tally_ranks *ranks);
// After a move from diagonal s to another with room, t.
uint32_t sh_tally_rank_moved(const sh_tallying *tallying, const sh_counts *counts,
                             const sh_tally_ranks *ranks, int s, int t);
sh_tally sh_tally_reverse(const sh_tallying *tallying, sh_tally tally);

// Σ weight over the men: the value f of which the reversal changes the sign.
int64_t sh_tally_value(const sh_passage *passage, const sh_counts *counts);
// No more than this can the value be after k moves. Theorem 2 of Bell, iterated: a move leaves its
// man at most `reach` ahead of the foremost, so the men last moved end at most at the foremost
// diagonal plus reach, 2·reach, …; the best is to take the hindmost men.
int64_t sh_tally_value_after(const sh_passage *passage, const sh_counts *counts, int k);

// Diagonals as bits: those with men, with exactly one, with room for another, and with room to land
// on the way.
typedef struct sh_stands {
    uint32_t taken, single, room, landing;
} sh_stands;
sh_stands sh_tally_stands(const sh_passage *passage, const sh_counts *counts);

// The diagonals, as bits, that a man of diagonal s can reach in one relaxed move; s itself is not
// among them.
uint32_t sh_tally_targets(const sh_passage *passage, const sh_stands *stands, int s);
