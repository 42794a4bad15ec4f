// SPDX-License-Identifier: MIT
// Move generation in vectors: several pieces of an army at once, one in each lane.
//
// This is one source for every instruction set, in GNU C vectors of four and eight 64-bit words;
// the compiler makes of them what it has: one register with AVX2 or AVX-512, several without. A
// bitboard of W cells is W/64 vectors, lowest word first, so that lane i of all of them is the
// board of piece i; lanes8x64 is eight bitboards of 64 cells. Then the flood of generator.h needs
// no loop over pieces.
//
// Loops whose end depends on the position are what costs: a branch guessed wrong is as long as two
// rounds of the flood. So the first rounds are made without looking, and nearly all floods are over
// when the first look comes.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint64_t

#if defined(__AVX2__) || defined(__BMI2__)
#include <immintrin.h> // _mm256_testz_si256, _pext_u64
#endif

#include "board/landings.h"
#include "rules/generator.h"

typedef uint64_t lanes2 __attribute__((vector_size(16)));
typedef uint64_t lanes4 __attribute__((vector_size(32)));
typedef uint64_t lanes8 __attribute__((vector_size(64)));

// For each number of lanes:
//
//   of      a word a lane
//   hide    a vector whose lanes are all the same, which the optimiser is not to know: it would
//           compute with one lane and make copies of every result
//   any     is any cell set in any lane?
//   shl shr shifts by n, which is the same in every lane: by a vector of counts where there is such
//           an instruction, since it is the faster one
//   or_and  a | (b & c)
//
// clang 14 builds vectors of four words in whatever another register holds, and waits for that;
// halves it builds well.
#ifdef __AVX2__
static inline lanes2 lanes2_of(const uint64_t *w) {
    return (lanes2)_mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)w),
                                      _mm_loadl_epi64((const __m128i *)(w + 1)));
}
static inline lanes4 lanes4_of(const uint64_t *w) {
    __m256i low = _mm256_castsi128_si256((__m128i)lanes2_of(w));
    return (lanes4)_mm256_inserti128_si256(low, (__m128i)lanes2_of(w + 2), 1);
}
static inline lanes4 lanes4_hide(lanes4 x) {
    __asm__("" : "+v"(x));
    return x;
}
static inline bool lanes4_any(lanes4 x) { return !_mm256_testz_si256((__m256i)x, (__m256i)x); }
static inline lanes4 lanes4_shl(lanes4 x, lanes4 n) {
    return (lanes4)_mm256_sllv_epi64((__m256i)x, (__m256i)n);
}
static inline lanes4 lanes4_shr(lanes4 x, lanes4 n) {
    return (lanes4)_mm256_srlv_epi64((__m256i)x, (__m256i)n);
}
#else
static inline lanes4 lanes4_of(const uint64_t *w) { return (lanes4){w[0], w[1], w[2], w[3]}; }
static inline lanes4 lanes4_hide(lanes4 x) { return x; }
static inline bool lanes4_any(lanes4 x) { return (x[0] | x[1] | x[2] | x[3]) != 0; }
static inline lanes4 lanes4_shl(lanes4 x, lanes4 n) { return x << n[0]; }
static inline lanes4 lanes4_shr(lanes4 x, lanes4 n) { return x >> n[0]; }
#endif

#ifdef __AVX512F__
static inline lanes8 lanes8_hide(lanes8 x) {
    __asm__("" : "+v"(x));
    return x;
}
static inline bool lanes8_any(lanes8 x) {
    return _mm512_test_epi64_mask((__m512i)x, (__m512i)x) != 0;
}
static inline lanes8 lanes8_shl(lanes8 x, lanes8 n) {
    return (lanes8)_mm512_sllv_epi64((__m512i)x, (__m512i)n);
}
static inline lanes8 lanes8_shr(lanes8 x, lanes8 n) {
    return (lanes8)_mm512_srlv_epi64((__m512i)x, (__m512i)n);
}
static inline lanes8 lanes8_or_and(lanes8 a, lanes8 b, lanes8 c) {
    return (lanes8)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0xF8);
}
static inline lanes4 lanes4_or_and(lanes4 a, lanes4 b, lanes4 c) {
    return (lanes4)_mm256_ternarylogic_epi64((__m256i)a, (__m256i)b, (__m256i)c, 0xF8);
}
#else
static inline lanes8 lanes8_hide(lanes8 x) { return x; }
static inline bool lanes8_any(lanes8 x) {
    return (x[0] | x[1] | x[2] | x[3] | x[4] | x[5] | x[6] | x[7]) != 0;
}
static inline lanes8 lanes8_shl(lanes8 x, lanes8 n) { return x << n[0]; }
static inline lanes8 lanes8_shr(lanes8 x, lanes8 n) { return x >> n[0]; }
static inline lanes8 lanes8_or_and(lanes8 a, lanes8 b, lanes8 c) { return a | (b & c); }
static inline lanes4 lanes4_or_and(lanes4 a, lanes4 b, lanes4 c) { return a | (b & c); }
#endif

static inline lanes8 lanes8_of(const uint64_t *w) {
    return (lanes8){w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7]};
}

#define TEMPLATE "rules/terrain_template.h"
#include "board/widths.h"

#define LANES 4
#define TEMPLATE "rules/lanes_template.h"
#include "board/widths.h"
#undef LANES

#define LANES 8
#define TEMPLATE "rules/lanes_template.h"
#include "board/widths.h"
#undef LANES
