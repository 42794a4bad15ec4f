// SPDX-License-Identifier: MIT
// Binomial coefficients C(n, k) for the sets of every board that can be ranked.
//
// Entries that do not fit 64 bits hold SH_BINOMIAL_HUGE; whoever needs an exact count checks for it
// once, when a ranker is opened.
#pragma once

#include <stdint.h> // uint64_t

#define SH_BINOMIAL_MAX_N 128
#define SH_BINOMIAL_MAX_K 24
#define SH_BINOMIAL_HUGE UINT64_MAX

// of[k][n] = C(n, k): the row of one k lies together, which is how ranks are summed.
typedef struct sh_binomials {
    uint64_t of[SH_BINOMIAL_MAX_K + 1][SH_BINOMIAL_MAX_N + 1];
} sh_binomials;

void sh_binomials_make(sh_binomials *binomials);
