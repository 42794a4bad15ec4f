// SPDX-License-Identifier: MIT
// Lanes of 16 bits in vectors as wide as the machine has them, for lane_variants.h.
#pragma once

#include <assert.h> // assert
#include <string.h> // memset

#include "solve/verify/outlook_lanes.h"

#if defined(__AVX512VBMI2__)
#include <immintrin.h> // _mm512_maskz_expand_epi16
#define VECTOR_BYTES 64
#elif defined(__AVX2__)
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif

#define INLINE static inline __attribute__((always_inline))

typedef uint16_t vec __attribute__((vector_size(VECTOR_BYTES), may_alias));

enum { PARTS = (int)sizeof(sh_lane_words) / VECTOR_BYTES };

INLINE bool vec_any(vec x) {
#if defined(__AVX512VBMI2__)
    return _mm512_test_epi16_mask((__m512i)x, (__m512i)x);
#else
    typedef uint64_t quads __attribute__((vector_size(VECTOR_BYTES)));
    uint64_t any = 0;
    for (int i = 0; i < VECTOR_BYTES / 8; i++) any |= ((quads)x)[i];
    return any != 0;
#endif
}

// All bits of the lanes in which this bit is set.
INLINE vec vec_spread(vec x, int bit) {
    typedef int16_t signed_vec __attribute__((vector_size(VECTOR_BYTES)));
    return (vec)((signed_vec)(x << (15 - bit)) >> 15);
}

INLINE vec vec_greater(vec a, vec b) {
    vec greater = (vec)(a > b);
    return (a & greater) | (b & ~greater);
}

// Eight rows of eight words, as columns. Written with the shuffles that every machine has.
INLINE void turn_tile(uint16_t *const from[8], uint16_t *const to[8]) {
    typedef uint16_t eight __attribute__((vector_size(16), may_alias, aligned(2)));
    eight x[8], y[8];
    for (int i = 0; i < 8; i++) x[i] = *(const eight *)from[i];
    for (int i = 0; i < 4; i++) { // words of rows i and i + 4
        y[2 * i] = __builtin_shufflevector(x[i], x[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);
        y[2 * i + 1] = __builtin_shufflevector(x[i], x[i + 4], 4, 12, 5, 13, 6, 14, 7, 15);
    }
    for (int i = 0; i < 4; i++) { // of i, i + 2, i + 4, i + 6
        x[2 * i] = __builtin_shufflevector(y[i], y[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);
        x[2 * i + 1] = __builtin_shufflevector(y[i], y[i + 4], 4, 12, 5, 13, 6, 14, 7, 15);
    }
    for (int i = 0; i < 4; i++) {
        *(eight *)to[2 * i] = __builtin_shufflevector(x[i], x[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);
        *(eight *)to[2 * i + 1] =
            __builtin_shufflevector(x[i], x[i + 4], 4, 12, 5, 13, 6, 14, 7, 15);
    }
}

INLINE void turn_all(uint16_t *const rows[SH_OUTLOOK_LANES], uint32_t count, const uint32_t *number,
                     sh_lane_words *words, bool back) {
    uint32_t i = 0;
    for (; i + 8 <= count; i += 8)
        for (int lane = 0; lane < SH_OUTLOOK_LANES; lane += 8) {
            uint16_t *row[8], *word[8];
            for (uint32_t k = 0; k < 8; k++) {
                row[k] = rows[lane + (int)k] + i;
                word[k] = words[number ? number[i + k] : i + k].of + lane;
            }
            turn_tile(back ? word : row, back ? row : word);
        }
    for (; i < count; i++)
        for (int lane = 0; lane < SH_OUTLOOK_LANES; lane++) {
            uint16_t *row = &rows[lane][i], *word = &words[number ? number[i] : i].of[lane];
            *(back ? row : word) = *(back ? word : row);
        }
}

// A loop for turning with numbers and one without: with the question inside it `verify --full` took
// 5 % longer.
INLINE void turn(uint16_t *const rows[SH_OUTLOOK_LANES], uint32_t count, const uint32_t *number,
                 sh_lane_words *words, bool back) {
    if (number)
        turn_all(rows, count, number, words, back);
    else
        turn_all(rows, count, NULL, words, back);
}

// sh_outlook_lanes.turn
static void turn_rows(uint16_t *const rows[SH_OUTLOOK_LANES], uint32_t count,
                      const uint32_t *number, sh_lane_words *words) {
    turn(rows, count, number, words, false);
}

// sh_outlook_lanes.turn_back
static void turn_words(uint16_t *const rows[SH_OUTLOOK_LANES], uint32_t count,
                       const uint32_t *number, sh_lane_words *words) {
    turn(rows, count, number, words, true);
}

// sh_outlook_lanes.news
static uint32_t find_news(const sh_lane_words *words, uint32_t room, const uint16_t *known,
                          uint32_t *places) {
#if defined(__AVX512VBMI2__)
    __mmask32 all = (__mmask32)(((uint64_t)1 << __builtin_popcount(room)) - 1);
    __m512i old = _mm512_maskz_expand_epi16(room, _mm512_maskz_loadu_epi16(all, known));
    __m512i fresh = _mm512_andnot_si512(old, _mm512_load_si512(words->of));
    uint32_t news = _mm512_mask_test_epi16_mask(room, fresh, fresh);
    *places = _pext_u32(news, room);
    return news;
#else
    uint32_t news = 0;
    *places = 0;
    for (uint32_t lanes = room, at = 0; lanes; lanes &= lanes - 1, at++) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        uint32_t is_new = (words->of[lane] & ~known[at]) != 0;
        news |= is_new << lane;
        *places |= is_new << at;
    }
    return news;
#endif
}

// Grids of hops have at most three rows of three cells, and hops go three ways, and back. Calls
// f(i, j, …) for every cell, in straight code: compilers keep arrays of vectors in registers where
// every index is a constant from the start.
enum { GRID = 3, GRID_CELLS = GRID * GRID, WAYS = 3 };

#define EACH_OF_GRID(f, ...)                                                                       \
    f(0, 0, __VA_ARGS__), f(0, 1, __VA_ARGS__), f(0, 2, __VA_ARGS__), f(1, 0, __VA_ARGS__),        \
        f(1, 1, __VA_ARGS__), f(1, 2, __VA_ARGS__), f(2, 0, __VA_ARGS__), f(2, 1, __VA_ARGS__),    \
        f(2, 2, __VA_ARGS__)
#define EACH_OF_GRID_BACK(f, ...)                                                                  \
    f(2, 2, __VA_ARGS__), f(2, 1, __VA_ARGS__), f(2, 0, __VA_ARGS__), f(1, 2, __VA_ARGS__),        \
        f(1, 1, __VA_ARGS__), f(1, 0, __VA_ARGS__), f(0, 2, __VA_ARGS__), f(0, 1, __VA_ARGS__),    \
        f(0, 0, __VA_ARGS__)
