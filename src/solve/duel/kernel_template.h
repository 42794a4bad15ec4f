// SPDX-License-Identifier: MIT
// One variant of the kernels: included once a translation unit with VECTOR_BYTES, KERNELS and LEVEL
// defined. A line is worked on in PARTS vectors, each part on its own, so that a narrow machine
// keeps as much in registers as a wide one and stops as early.
#include <string.h> // memset

#include "solve/duel/kernel_variants.h"
#include "solve/duel/rounds.h"

typedef uint64_t vec __attribute__((vector_size(VECTOR_BYTES), may_alias));
#define PARTS ((int)sizeof(sh_line) / VECTOR_BYTES)
#define VECTOR_WORDS (VECTOR_BYTES / 8)

#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed" // loops of one turn cannot be unrolled
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 64")
#endif
#define INLINE static inline __attribute__((always_inline))

INLINE bool vec_any(vec x) {
#ifdef __AVX512F__
    return __builtin_ia32_cmpq512_mask((__attribute__((vector_size(64))) long long)x,
                                       (__attribute__((vector_size(64))) long long)(x ^ x), 4,
                                       0xff);
#else
    uint64_t any = 0;
    UNROLL for (int i = 0; i < VECTOR_WORDS; i++) any |= x[i];
    return any != 0;
#endif
}

static const int8_t direction[6][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {-1, 1}, {1, -1}};

static const int8_t edge[3][2] = {{0, 1}, {1, -1}, {1, 0}};

#define SIZE 3
#include "solve/duel/reach_template.h"
#define SIZE 4
#include "solve/duel/reach_template.h"
#define SIZE 5
#include "solve/duel/reach_template.h"
#define SIZE 6
#include "solve/duel/reach_template.h"
#define SIZE 7
#include "solve/duel/reach_template.h"

#include "solve/duel/rounds_template.h"

#include "solve/bitslice/transpose_template.h"

#include "solve/duel/carry_template.h" // after the transposition it uses

#include "solve/duel/squeeze_template.h"

const sh_duel_kernels KERNELS = {
    .level = LEVEL,
    .wins = round_wins,
    .losses = round_losses,
    .clear = clear_news,
    .carry = carry,
    .transpose = transpose,
    .squeeze = squeeze,
    .expand = expand,
};
