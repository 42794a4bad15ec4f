// SPDX-License-Identifier: MIT
// Strips as vectors: included first by a translation unit that is compiled for one CPU level.
//
// A strip is worked on in PARTS vectors as wide as the machine has them, each part on its own, so
// that a narrow machine keeps as much in registers as a wide one and stops as early. Loops marked
// UNROLL have constant bounds and become straight-line code.
#pragma once

#include "board/template.h"
#include "solve/bitslice/repeat.h"
#include "solve/bitslice/strip.h"

#if defined(__AVX512F__)
#define VECTOR_BYTES 64
#elif defined(__AVX2__)
#define VECTOR_BYTES 32
#else
#define VECTOR_BYTES 16
#endif

typedef uint64_t vec __attribute__((vector_size(VECTOR_BYTES), may_alias));
#define PARTS ((int)sizeof(sh_strip) / VECTOR_BYTES)
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
    typedef long long quads __attribute__((vector_size(64)));
    return __builtin_ia32_cmpq512_mask((quads)x, (quads)(x ^ x), 4, 0xff);
#else
    uint64_t any = 0;
    UNROLL for (int i = 0; i < VECTOR_WORDS; i++) any |= x[i];
    return any != 0;
#endif
}

// Adds to a sum that is to be kept in a register: else compilers put off long sums, in whatever
// order they like, and keep every summand on the stack until then.
INLINE void vec_join(vec *sum, vec x) {
    *sum |= x;
#ifdef __x86_64__
    __asm__("" : "+v"(*sum));
#endif
}

// Keeps compilers from loading ahead of a loop what would have to go to the stack and back.
#define HIDE(pointer) __asm__("" : "+r"(pointer))

// a | (b & c)
INLINE vec vec_or_and(vec a, vec b, vec c) {
#ifdef __AVX512F__
    typedef long long quads __attribute__((vector_size(64)));
    return (vec)__builtin_ia32_pternlogq512_mask((quads)a, (quads)b, (quads)c, 0xf8, 0xff);
#else
    return a | (b & c);
#endif
}

INLINE bool vec_any_strip(const sh_strip *strip) {
    vec any = {0};
    UNROLL for (int part = 0; part < PARTS; part++) any |= ((const vec *)strip)[part];
    return vec_any(any);
}
