// SPDX-License-Identifier: MIT
// Numbers for the sets that are not larger than their mirror images, by counting alone.
//
// A set and its mirror image have equal values, so only the smaller one, the canonical set, gets a
// row in a table. Rows are numbered in colex order of canonical sets. The number of a row is found
// without any map of rows: k times O(k) steps with tables of a few kilobytes, the same for a game
// of ten rows and for one of seven million.
//
// Each pair of mirrored cells has an upper cell, the one with the greater number. Take the pairs in
// descending order of their upper cells: a set is canonical unless, in the first pair of which it
// has exactly one cell, that is the upper one. So how many canonical sets there are among those
// that have given cells from `cut` up, and i cells below, is counted pair by pair
// (canonical_template.h). The sets below a set R are such families, one for each cell of R.
//
// Immutable once made.
#pragma once

#include <stdint.h> // uint64_t

#include "board/bits.h"
#include "rank/binomial.h"

typedef struct sh_canonical {
    int cells;
    uint8_t mirror[SH_BINOMIAL_MAX_N]; // by cell: its mirror image
    b128 upper;                        // the upper cells of all pairs
    b128 split[SH_BINOMIAL_MAX_N + 1]; // by cut: upper cells from `cut` up with an image below it
    // By i and cut: canonical sets of i cells among those below `cut`, pairs cut in two left out.
    uint64_t inner[SH_BINOMIAL_MAX_K + 1][SH_BINOMIAL_MAX_N + 1];
} sh_canonical;

// For sets of up to `pieces` cells of a board with this mirror, all of whose binomials fit 64 bits.
void sh_canonical_make(sh_canonical *canonical, const sh_binomials *binomials,
                       const uint8_t *mirror, int cells, int pieces);
