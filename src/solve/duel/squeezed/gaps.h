// SPDX-License-Identifier: MIT
// Rising numbers as gaps in Rice's code: a gap's upper bits in unary, its `shift` lower ones as
// they are. Where a share p of all numbers occurs and no number depends on another, that takes
// about 3 % more than the entropy.
//
// R. F. Rice, Some practical universal noiseless coding techniques, JPL 79-22, 1979.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t
#include <string.h>  // memcpy

// Being written or read: bytes, and bits that are not in (or no longer in) a byte.
typedef struct sh_gaps {
    uint8_t *at;
    const uint8_t *end; // reading only
    uint64_t held;
    int fill, shift;
    uint64_t last; // the number before, plus 1
} sh_gaps;

// The shift for `count` numbers below `range`: about log2 of 0.69 times the mean gap.
static inline int sh_gaps_shift(uint64_t range, uint64_t count) {
    uint64_t mean = range * 11 / (count * 16 + 1);
    return mean > 1 ? 63 - __builtin_clzll(mean) : 0;
}

static inline void sh_gaps_bits(sh_gaps *gaps, uint64_t bits, int count) { // at most 56 of them
    gaps->held |= bits << gaps->fill;
    gaps->fill += count;
    memcpy(gaps->at, &gaps->held, sizeof gaps->held);
    gaps->at += gaps->fill >> 3;
    gaps->held >>= gaps->fill & ~7;
    gaps->fill &= 7;
}

static inline void sh_gaps_put(sh_gaps *gaps, uint64_t number) {
    uint64_t gap = number - gaps->last, upper = gap >> gaps->shift;
    gaps->last = number + 1;
    for (; upper >= 24; upper -= 24) sh_gaps_bits(gaps, 0, 24);
    uint64_t lower = gap & ((1ULL << gaps->shift) - 1);
    sh_gaps_bits(gaps, (1 | lower << 1) << upper, (int)upper + 1 + gaps->shift);
}

// The end of what was written.
static inline uint8_t *sh_gaps_finish(sh_gaps *gaps) { return gaps->at + (gaps->fill > 0); }

// Makes sure of 56 bits, zeros after the end.
static inline void sh_gaps_refill(sh_gaps *gaps) {
    if (gaps->end - gaps->at >= 8) {
        uint64_t next;
        memcpy(&next, gaps->at, sizeof next);
        gaps->held |= next << gaps->fill;
        gaps->at += (63 - gaps->fill) >> 3;
        gaps->fill |= 56;
        return;
    }
    while (gaps->fill <= 56) {
        uint64_t next = gaps->at < gaps->end ? *gaps->at : 0;
        gaps->at++;
        gaps->held |= next << gaps->fill;
        gaps->fill += 8;
    }
}

// The next number; false where the bytes end before it.
static inline bool sh_gaps_get(sh_gaps *gaps, uint64_t *number) {
    uint64_t upper = 0;
    for (sh_gaps_refill(gaps); !(gaps->held & 0xffffff); sh_gaps_refill(gaps)) {
        if (gaps->at > gaps->end + 8) return false;
        gaps->held >>= 24;
        gaps->fill -= 24;
        upper += 24;
    }
    int zeros = __builtin_ctzll(gaps->held);
    uint64_t lower = gaps->held >> (zeros + 1) & ((1ULL << gaps->shift) - 1);
    gaps->held >>= zeros + 1 + gaps->shift;
    gaps->fill -= zeros + 1 + gaps->shift;
    *number = gaps->last + ((upper + (uint64_t)zeros) << gaps->shift | lower);
    gaps->last = *number + 1;
    return true;
}
