// SPDX-License-Identifier: MIT
// A small, fast, seedable generator (splitmix64): same seed, same numbers, everywhere.
#pragma once

#include <stdint.h> // uint64_t

// Spreads 64 bits: the finaliser of splitmix64.
static inline uint64_t sh_mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

typedef struct sh_random {
    uint64_t state;
} sh_random;

static inline uint64_t sh_random_next(sh_random *random) {
    return sh_mix(random->state += 0x9e3779b97f4a7c15ULL);
}

// Uniform in 0 … bound-1 (bias below 2^-64·bound).
static inline uint64_t sh_random_below(sh_random *random, uint64_t bound) {
    return (uint64_t)(((unsigned __int128)sh_random_next(random) * bound) >> 64);
}
