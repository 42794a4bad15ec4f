// SPDX-License-Identifier: MIT
// Pascal's triangle with saturation.
#include "rank/binomial.h"

static uint64_t add(uint64_t a, uint64_t b) {
    uint64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? SH_BINOMIAL_HUGE : sum;
}

void sh_binomials_make(sh_binomials *binomials) {
    for (int n = 0; n <= SH_BINOMIAL_MAX_N; n++) {
        binomials->of[0][n] = 1;
        for (int k = 1; k <= SH_BINOMIAL_MAX_K; k++)
            binomials->of[k][n] =
                n == 0 ? 0 : add(binomials->of[k - 1][n - 1], binomials->of[k][n - 1]);
    }
}
