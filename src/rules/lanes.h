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

#ifdef __AVX2__
#include <immintrin.h> // _mm256_testz_si256
#endif

#include "rules/generator.h"

typedef uint64_t lanes4 __attribute__((vector_size(32)));
typedef uint64_t lanes8 __attribute__((vector_size(64)));

// Is any cell set in any lane? And shifts by n, which is the same in every lane: with a vector of
// counts where there is such an instruction, since it is the faster one.
#ifdef __AVX2__
static inline bool lanes4_any(lanes4 x) { return !_mm256_testz_si256((__m256i)x, (__m256i)x); }
static inline lanes4 lanes4_shl(lanes4 x, lanes4 n) {
    return (lanes4)_mm256_sllv_epi64((__m256i)x, (__m256i)n);
}
static inline lanes4 lanes4_shr(lanes4 x, lanes4 n) {
    return (lanes4)_mm256_srlv_epi64((__m256i)x, (__m256i)n);
}
#else
static inline bool lanes4_any(lanes4 x) { return (x[0] | x[1] | x[2] | x[3]) != 0; }
static inline lanes4 lanes4_shl(lanes4 x, lanes4 n) { return x << n[0]; }
static inline lanes4 lanes4_shr(lanes4 x, lanes4 n) { return x >> n[0]; }
#endif

#ifdef __AVX512F__
static inline bool lanes8_any(lanes8 x) {
    return _mm512_test_epi64_mask((__m512i)x, (__m512i)x) != 0;
}
static inline lanes8 lanes8_shl(lanes8 x, lanes8 n) {
    return (lanes8)_mm512_sllv_epi64((__m512i)x, (__m512i)n);
}
static inline lanes8 lanes8_shr(lanes8 x, lanes8 n) {
    return (lanes8)_mm512_srlv_epi64((__m512i)x, (__m512i)n);
}
#else
static inline bool lanes8_any(lanes8 x) {
    return (x[0] | x[1] | x[2] | x[3] | x[4] | x[5] | x[6] | x[7]) != 0;
}
static inline lanes8 lanes8_shl(lanes8 x, lanes8 n) { return x << n[0]; }
static inline lanes8 lanes8_shr(lanes8 x, lanes8 n) { return x >> n[0]; }
#endif

#define LANES 4
#define TEMPLATE "rules/lanes_template.h"
#include "board/widths.h"
#undef LANES

#define LANES 8
#define TEMPLATE "rules/lanes_template.h"
#include "board/widths.h"
#undef LANES
