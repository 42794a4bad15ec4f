// SPDX-License-Identifier: MIT
// Sets of k cells as numbers: colex ranks, and sets relative to others, for 64 and 128 cells.
//
// In colex order sets are compared by their highest cells, so it is the numeric order of the
// bitboards, and the rank of {c1 < c2 < … < ck} is C(c1,1) + C(c2,2) + … + C(ck,k): k look-ups.
// Sets of the cells that another set leaves free are squeezed first: the free cells are renumbered
// 0, 1, … With BMI2 (a file compiled for it) squeezing is PEXT; without, each taken cell is cut out
// in turn, which costs O(k) and not the O(n) of a portable PEXT.
//
// The functions exist for both widths: sh_subset64_rank, sh_subset128_rank and so on.
#pragma once

#include <assert.h> // assert
#include <stdint.h> // uint64_t

#include "board/bits.h"
#include "rank/binomial.h"

#ifdef __BMI2__
#include <immintrin.h> // _pext_u64
#endif

#define W 64
#include "rank/subset_template.h"
#undef W

#define W 128
#include "rank/subset_template.h"
#undef W
