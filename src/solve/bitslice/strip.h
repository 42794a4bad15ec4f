// SPDX-License-Identifier: MIT
// A strip: 512 lanes of one bit, one cache line; and tiles of 512 strips.
//
// Lane l of a strip is bit l & 63 of word l >> 6. A tile is a square bit matrix of 512 strips; the
// exchange between the two views of the table is its transposition (transpose_template.h).
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint64_t

#define SH_LANES 512
#define SH_STRIP_WORDS (SH_LANES / 64)

typedef struct sh_strip {
    uint64_t w[SH_STRIP_WORDS];
} __attribute__((aligned(64))) sh_strip;

#define SH_EACH_WORD(i) for (int i = 0; i < SH_STRIP_WORDS; i++)

static inline bool sh_strip_any(const sh_strip *strip) {
    uint64_t any = 0;
    SH_EACH_WORD(i) any |= strip->w[i];
    return any != 0;
}

static inline bool sh_strip_all(const sh_strip *strip) {
    uint64_t all = ~0ULL;
    SH_EACH_WORD(i) all &= strip->w[i];
    return all == ~0ULL;
}

static inline bool sh_strip_has(const sh_strip *strip, int lane) {
    return strip->w[lane >> 6] >> (lane & 63) & 1;
}

static inline void sh_strip_add(sh_strip *strip, int lane) {
    strip->w[lane >> 6] |= 1ULL << (lane & 63);
}

static inline int sh_strip_count(const sh_strip *strip) {
    int count = 0;
    SH_EACH_WORD(i) count += __builtin_popcountll(strip->w[i]);
    return count;
}

// A set of small numbers, one bit each: ids that changed, subsets to visit.
static inline bool sh_bit_get(const uint64_t *bits, uint64_t i) {
    return bits[i >> 6] >> (i & 63) & 1;
}
static inline void sh_bit_set(uint64_t *bits, uint64_t i) { bits[i >> 6] |= 1ULL << (i & 63); }
