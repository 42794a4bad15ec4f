// SPDX-License-Identifier: MIT
// 64 bytes at once, with whatever the machine has: included by files compiled for one CPU level.
#pragma once

#include <stdint.h> // uint64_t
#include <string.h> // memcpy

#if defined(__AVX2__)
#include <immintrin.h> // _mm256_movemask_epi8
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h> // wasm_i8x16_bitmask
#endif

#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wpsabi" // nothing here is called across files
#endif

#define INLINE static inline __attribute__((always_inline))

typedef int8_t lanes __attribute__((vector_size(64)));
typedef uint8_t byte_lanes __attribute__((vector_size(64)));

INLINE lanes lanes_load(const void *bytes) {
    lanes x;
    memcpy(&x, bytes, sizeof x);
    return x;
}

INLINE void lanes_store(void *bytes, lanes x) { memcpy(bytes, &x, sizeof x); }

INLINE lanes lanes_all(int value) { return (lanes){0} + (int8_t)value; }

INLINE lanes lanes_choose(lanes mask, lanes yes, lanes no) { return (yes & mask) | (no & ~mask); }

INLINE lanes lanes_min(lanes a, lanes b) { return lanes_choose((lanes)(a < b), a, b); }

INLINE lanes lanes_max(lanes a, lanes b) { return lanes_choose((lanes)(a > b), a, b); }

// The lesser of two numbers without a sign.
INLINE lanes lanes_lower(lanes a, lanes b) {
    return lanes_choose((lanes)((byte_lanes)a < (byte_lanes)b), a, b);
}

// Lane i is lane from[i], or 0 where from[i] has its top bit set.
INLINE lanes lanes_move(lanes x, const uint8_t *from) {
#if defined(__AVX512VBMI__)
    __m512i at = _mm512_loadu_si512(from);
    return (lanes)_mm512_maskz_permutexvar_epi8(~_mm512_movepi8_mask(at), at, (__m512i)x);
#else
    uint8_t all[64], moved[64];
    memcpy(all, &x, sizeof all);
    for (int i = 0; i < 64; i++) moved[i] = from[i] & 0x80 ? 0 : all[from[i]];
    return lanes_load(moved);
#endif
}

// Bit i is the top bit of lane i.
INLINE uint64_t lanes_mask(lanes x) {
#if defined(__AVX512BW__)
    return _mm512_movepi8_mask((__m512i)x);
#elif defined(__AVX2__)
    __m256i half[2];
    memcpy(half, &x, sizeof half);
    return (uint32_t)_mm256_movemask_epi8(half[0]) |
           (uint64_t)(uint32_t)_mm256_movemask_epi8(half[1]) << 32;
#elif defined(__wasm_simd128__)
    v128_t quarter[4];
    uint64_t mask = 0;
    memcpy(quarter, &x, sizeof quarter);
    for (int i = 0; i < 4; i++) mask |= (uint64_t)wasm_i8x16_bitmask(quarter[i]) << 16 * i;
    return mask;
#else
    uint64_t word[8], mask = 0;
    memcpy(word, &x, sizeof word);
    for (int i = 0; i < 8; i++)
        mask |= ((word[i] >> 7 & 0x0101010101010101ULL) * 0x0102040810204080ULL >> 56) << 8 * i;
    return mask;
#endif
}

// All bits of lane i are bit i.
INLINE lanes lanes_spread(uint64_t mask) {
#if defined(__AVX512BW__)
    return (lanes)_mm512_movm_epi8(mask);
#elif defined(__AVX2__)
    const __m256i byte =
        _mm256_setr_epi64x(0, 0x0101010101010101LL, 0x0202020202020202LL, 0x0303030303030303LL);
    const __m256i bit = _mm256_set1_epi64x((long long)0x8040201008040201ULL);
    __m256i half[2];
    for (int i = 0; i < 2; i++) {
        __m256i x = _mm256_shuffle_epi8(_mm256_set1_epi32((int)(mask >> 32 * i)), byte);
        half[i] = _mm256_cmpeq_epi8(_mm256_and_si256(x, bit), bit);
    }
    lanes x;
    memcpy(&x, half, sizeof x);
    return x;
#else
    uint64_t word[8];
    for (int i = 0; i < 8; i++) {
        uint64_t own = (mask >> 8 * i & 0xff) * 0x0101010101010101ULL & 0x8040201008040201ULL;
        word[i] = ((own + 0x7f7f7f7f7f7f7f7fULL) >> 7 & 0x0101010101010101ULL) * 0xff;
    }
    lanes x;
    memcpy(&x, word, sizeof x);
    return x;
#endif
}

// Some lanes, in the form in which they are chosen quickest.
#if defined(__AVX512BW__)
typedef uint64_t some_lanes;
INLINE some_lanes lanes_some(uint64_t mask) { return mask; }
#else
typedef lanes some_lanes;
INLINE some_lanes lanes_some(uint64_t mask) { return lanes_spread(mask); }
#endif

// In some lanes the lesser, the greater, or the sum of both, in others the first.
INLINE lanes lanes_min_in(some_lanes some, lanes a, lanes b) {
#if defined(__AVX512BW__)
    return (lanes)_mm512_mask_min_epi8((__m512i)a, some, (__m512i)a, (__m512i)b);
#else
    return lanes_min(a, lanes_choose(some, b, a));
#endif
}

INLINE lanes lanes_max_in(some_lanes some, lanes a, lanes b) {
#if defined(__AVX512BW__)
    return (lanes)_mm512_mask_max_epi8((__m512i)a, some, (__m512i)a, (__m512i)b);
#else
    return lanes_max(a, lanes_choose(some, b, a));
#endif
}

INLINE lanes lanes_add_in(some_lanes some, lanes a, lanes b) {
#if defined(__AVX512BW__)
    return (lanes)_mm512_mask_add_epi8((__m512i)a, some, (__m512i)a, (__m512i)b);
#else
    return a + (b & some);
#endif
}

// Sixteen numbers below 2^15 in ascending order: the place of the last one that is at most x, where
// the first is.
INLINE int lanes_find(const uint16_t *numbers, uint32_t x) {
#if defined(__AVX512BW__) && defined(__AVX512VL__)
    __m256i all = _mm256_loadu_si256((const __m256i *)numbers);
    return __builtin_popcount(_mm256_cmple_epu16_mask(all, _mm256_set1_epi16((short)x))) - 1;
#elif defined(__AVX2__)
    __m256i all = _mm256_loadu_si256((const __m256i *)numbers);
    __m256i above = _mm256_cmpgt_epi16(all, _mm256_set1_epi16((short)x));
    return 15 - __builtin_popcount((unsigned)_mm256_movemask_epi8(above)) / 2;
#else
    int place = -1;
    for (int i = 0; i < 16; i++) place += numbers[i] <= x;
    return place;
#endif
}

typedef uint16_t lanes16 __attribute__((vector_size(128)));

INLINE lanes16 lanes_widen(lanes x) { return __builtin_convertvector((byte_lanes)x, lanes16); }

// The numbers of the lanes in `mask`, one after the other, from sixteen bits each.
INLINE void lanes_pack16(uint16_t *to, lanes16 x, uint64_t mask) {
#if defined(__AVX512VBMI2__)
    __m512i half[2];
    memcpy(half, &x, sizeof half);
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi16((__mmask32)mask, half[0]));
    _mm512_storeu_si512(to + __builtin_popcount((uint32_t)mask),
                        _mm512_maskz_compress_epi16((__mmask32)(mask >> 32), half[1]));
#else
    uint16_t all[64];
    memcpy(all, &x, sizeof all);
    for (; mask; mask &= mask - 1) *to++ = all[__builtin_ctzll(mask)];
#endif
}

// The same of bytes; `to` has room for all 64.
INLINE void lanes_pack(uint8_t *to, lanes x, uint64_t mask) {
#if defined(__AVX512VBMI2__)
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi8(mask, (__m512i)x));
#else
    uint8_t all[64];
    memcpy(all, &x, sizeof all);
    for (; mask; mask &= mask - 1) *to++ = all[__builtin_ctzll(mask)];
#endif
}

// Back: the lanes in `mask` take the numbers one after the other, others are 0.
INLINE lanes lanes_unpack(const uint8_t *from, uint64_t mask) {
    lanes x;
#if defined(__AVX512VBMI2__)
    __m512i all = _mm512_maskz_expand_epi8(mask, _mm512_loadu_si512(from));
    memcpy(&x, &all, sizeof x);
#else
    uint8_t all[64] = {0};
    for (; mask; mask &= mask - 1) all[__builtin_ctzll(mask)] = *from++;
    memcpy(&x, all, sizeof x);
#endif
    return x;
}

// The bits one after the other at the places of `mask`.
INLINE uint64_t bits_unpack(uint64_t bits, uint64_t mask) {
#if defined(__BMI2__)
    return _pdep_u64(bits, mask);
#else
    uint64_t placed = 0;
    for (; mask; mask &= mask - 1, bits >>= 1) placed |= (bits & 1) * (mask & -mask);
    return placed;
#endif
}
