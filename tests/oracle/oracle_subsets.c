// SPDX-License-Identifier: MIT
#include "oracle/oracle_subsets.h"

#include <assert.h> // assert
#include <stdlib.h> // malloc

static int bits(uint32_t x) {
    int n = 0;
    for (; x; x >>= 1) n += (int)(x & 1);
    return n;
}

uint32_t *oracle_subsets(int n, int k, size_t *count) {
    assert(n <= 25);
    size_t found = 0;
    for (uint32_t x = 0; x < 1u << n; x++) found += bits(x) == k;
    uint32_t *sets = malloc(found * sizeof *sets);
    assert(sets);
    *count = found;
    found = 0;
    for (uint32_t x = 0; x < 1u << n; x++)
        if (bits(x) == k) sets[found++] = x;
    return sets;
}
