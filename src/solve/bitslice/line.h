// SPDX-License-Identifier: MIT
// A line: 512 lanes of one bit, one cache line; and tiles of 512 lines.
//
// Lane l of a line is bit l & 63 of word l >> 6. A tile is a square bit matrix of 512 lines; the
// exchange between the two views of the table is its transposition (transpose_template.h).
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint64_t

#define SH_LANES 512
#define SH_LINE_WORDS (SH_LANES / 64)

typedef struct sh_line {
    uint64_t w[SH_LINE_WORDS];
} __attribute__((aligned(64))) sh_line;

#define SH_EACH_WORD(i) for (int i = 0; i < SH_LINE_WORDS; i++)

static inline bool sh_line_any(const sh_line *line) {
    uint64_t any = 0;
    SH_EACH_WORD(i) any |= line->w[i];
    return any != 0;
}

static inline bool sh_line_all(const sh_line *line) {
    uint64_t all = ~0ULL;
    SH_EACH_WORD(i) all &= line->w[i];
    return all == ~0ULL;
}

static inline bool sh_line_has(const sh_line *line, int lane) {
    return line->w[lane >> 6] >> (lane & 63) & 1;
}

static inline void sh_line_add(sh_line *line, int lane) {
    line->w[lane >> 6] |= 1ULL << (lane & 63);
}

static inline int sh_line_count(const sh_line *line) {
    int count = 0;
    SH_EACH_WORD(i) count += __builtin_popcountll(line->w[i]);
    return count;
}

// A set of small numbers, one bit each: ids that changed, subsets to visit.
static inline bool sh_bit_get(const uint64_t *bits, uint64_t i) {
    return bits[i >> 6] >> (i & 63) & 1;
}
static inline void sh_bit_set(uint64_t *bits, uint64_t i) { bits[i >> 6] |= 1ULL << (i & 63); }
