// SPDX-License-Identifier: MIT
// Bitboards of 64, 128 and 256 cells behind one interface.
//
// The three types support C's & | ^ ~ directly (uint64_t, unsigned __int128 and a vector of four
// words); everything else is a function named by width: b64_shl, b128_shl, b256_shl and so on.
// Code that serves all widths is a template (template.h): a file that is included three times with
// W defined, and spells a call B(shl)(x, n) and the type BITS. At 64 every call is one instruction.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint64_t

#include "board/template.h"
#include "sternhalma/set.h"

typedef uint64_t b64;
typedef unsigned __int128 b128;
typedef uint64_t b256 __attribute__((vector_size(32)));

#define SH_BITS(w) SH_CAT(b, w)                             // SH_BITS(64) is b64
#define SH_BITS_FN(w, f) SH_CAT(SH_CAT(b, w), SH_CAT(_, f)) // SH_BITS_FN(64, shl) is b64_shl
#define BITS SH_BITS(W)                                     // in templates of a width W
#define B(f) SH_BITS_FN(W, f)

static inline b64 b64_zero(void) { return 0; }
static inline b64 b64_of(int cell) { return 1ULL << cell; }
static inline b64 b64_shl(b64 x, int n) { return x << n; }
static inline b64 b64_shr(b64 x, int n) { return x >> n; }
static inline bool b64_any(b64 x) { return x != 0; }
static inline int b64_count(b64 x) { return __builtin_popcountll(x); }
static inline int b64_first(b64 x) { return __builtin_ctzll(x); }
static inline int b64_last(b64 x) { return 63 - __builtin_clzll(x); }
static inline b64 b64_rest(b64 x) { return x & (x - 1); } // without its lowest cell
static inline b64 b64_from(const sh_set *s) { return s->w[0]; }
static inline sh_set b64_set(b64 x) { return (sh_set){{x, 0, 0, 0}}; }

// The eight lowest cells as bytes: byte i is 1 where cell i is there.
static inline uint64_t b64_bytes(b64 x) {
    uint64_t low = (x & 0x7f) * 0x0002040810204081ULL & 0x0101010101010101ULL;
    return low | (x & 0x80) << 49;
}

static inline b128 b128_zero(void) { return 0; }
static inline b128 b128_of(int cell) { return (b128)1 << cell; }
static inline b128 b128_shl(b128 x, int n) { return x << n; }
static inline b128 b128_shr(b128 x, int n) { return x >> n; }
static inline bool b128_any(b128 x) { return x != 0; }
static inline int b128_count(b128 x) {
    return __builtin_popcountll((uint64_t)x) + __builtin_popcountll((uint64_t)(x >> 64));
}
static inline int b128_first(b128 x) {
    return (uint64_t)x ? __builtin_ctzll((uint64_t)x) : 64 + __builtin_ctzll((uint64_t)(x >> 64));
}
static inline int b128_last(b128 x) {
    return x >> 64 ? 127 - __builtin_clzll((uint64_t)(x >> 64)) : b64_last((uint64_t)x);
}
static inline b128 b128_rest(b128 x) { return x & (x - 1); }
static inline b128 b128_from(const sh_set *s) { return (b128)s->w[1] << 64 | s->w[0]; }
static inline sh_set b128_set(b128 x) { return (sh_set){{(uint64_t)x, (uint64_t)(x >> 64), 0, 0}}; }

static inline b256 b256_zero(void) { return (b256){0, 0, 0, 0}; }
static inline b256 b256_of(int cell) {
    b256 x = {0, 0, 0, 0};
    x[cell >> 6] = 1ULL << (cell & 63);
    return x;
}
// Shifts by 1 to 63 cells: every direction of every board is shorter than a word.
static inline b256 b256_shl(b256 x, int n) {
    b256 carry = {0, x[0], x[1], x[2]};
    return x << n | carry >> (64 - n);
}
static inline b256 b256_shr(b256 x, int n) {
    b256 carry = {x[1], x[2], x[3], 0};
    return x >> n | carry << (64 - n);
}
static inline bool b256_any(b256 x) { return (x[0] | x[1] | x[2] | x[3]) != 0; }
static inline int b256_count(b256 x) {
    return __builtin_popcountll(x[0]) + __builtin_popcountll(x[1]) + __builtin_popcountll(x[2]) +
           __builtin_popcountll(x[3]);
}
static inline int b256_first(b256 x) {
    for (int i = 0; i < 3; i++)
        if (x[i]) return i * 64 + __builtin_ctzll(x[i]);
    return 192 + __builtin_ctzll(x[3]);
}
static inline b256 b256_rest(b256 x) {
    int first = b256_first(x);
    x[first >> 6] &= x[first >> 6] - 1;
    return x;
}
static inline b256 b256_from(const sh_set *s) { return (b256){s->w[0], s->w[1], s->w[2], s->w[3]}; }
static inline sh_set b256_set(b256 x) { return (sh_set){{x[0], x[1], x[2], x[3]}}; }
