// SPDX-License-Identifier: MIT
// The greatest of some numbers, for the instruction set of the includer: which move of a position a
// tree follows, and which it tries next.
//
// Nothing here jumps on what the numbers are, so that a processor can look for many such places at
// once. With AVX-512 sixteen numbers are compared at a time, the last of them under a mask. Else
// the compiler does what it can.
#pragma once

#include <math.h>   // sqrtf
#include <stdint.h> // uint32_t
#include <string.h> // memcpy

#ifdef __AVX512F__
#include <immintrin.h> // _mm512_max_ps
#endif

// The moves of a position. The promise of one is its mean and, times `explore` and the root of all
// visits and one more, what draws to it.
typedef struct sh_promises {
    const float *means, *lures;
    uint32_t followed, count; // from number `followed` on the mean is …
    float unknown;            // … this
    float explore;
    uint32_t visits;
} sh_promises;

#ifdef __AVX512F__
// A mask of the numbers that there are, from `first` on.
static inline __mmask16 sh_lanes_of(uint32_t first, uint32_t count) {
    return (__mmask16)(count >= first + 16 ? 0xffff
                       : count > first     ? (1u << (count - first)) - 1
                                           : 0);
}

// Promises from `first` on; -1e9 where there is no move.
static inline __m512 sh_promises_from(const sh_promises *p, __m512 explore, uint32_t first) {
    __mmask16 known = sh_lanes_of(first, p->followed), all = sh_lanes_of(first, p->count);
    __m512 mean = _mm512_mask_loadu_ps(_mm512_set1_ps(p->unknown), known, p->means + first);
    __m512 lure = _mm512_maskz_loadu_ps(all, p->lures + first);
    __m512 promise = _mm512_add_ps(mean, _mm512_mul_ps(explore, lure)); // as others round it
    return _mm512_mask_mov_ps(_mm512_set1_ps(-1e9f), all, promise);
}

// The number of the move with the greatest promise, the first where there are several. The root is
// taken of four numbers, since that of one waits for what its register held before.
static inline uint32_t sh_promises_best(const sh_promises *p) {
    __m128 root = _mm_sqrt_ps(_mm_cvtepi32_ps(_mm_set1_epi32((int)p->visits + 1)));
    __m512 explore = _mm512_broadcastss_ps(_mm_mul_ps(_mm_set1_ps(p->explore), root));
    __m512 most = sh_promises_from(p, explore, 0);
    for (uint32_t i = 16; i < p->count; i += 16)
        most = _mm512_max_ps(most, sh_promises_from(p, explore, i));
    most = _mm512_max_ps(most, _mm512_shuffle_f32x4(most, most, 0x4e));
    most = _mm512_max_ps(most, _mm512_shuffle_f32x4(most, most, 0xb1));
    most = _mm512_max_ps(most, _mm512_permute_ps(most, 0x4e));
    most = _mm512_max_ps(most, _mm512_permute_ps(most, 0xb1));
    for (uint32_t i = 0;; i += 16) {
        __m512 promises = sh_promises_from(p, explore, i);
        __mmask16 best = _mm512_cmp_ps_mask(promises, most, _CMP_EQ_OQ);
        if (i + 16 >= p->count || best) return i + (uint32_t)__builtin_ctz(best);
    }
}

// The place of the greatest of some words, which all differ.
static inline uint32_t sh_place_of_most(const uint32_t *words, uint32_t count) {
    __m512i all = _mm512_setzero_si512();
    for (uint32_t i = 0; i < count; i += 16)
        all = _mm512_max_epu32(all, _mm512_maskz_loadu_epi32(sh_lanes_of(i, count), words + i));
    __m512i most = _mm512_set1_epi32((int)_mm512_reduce_max_epu32(all));
    for (uint32_t i = 0;; i += 16) {
        __mmask16 there = sh_lanes_of(i, count);
        __mmask16 best =
            _mm512_mask_cmpeq_epi32_mask(there, _mm512_maskz_loadu_epi32(there, words + i), most);
        if (i + 16 >= count || best) return i + (uint32_t)__builtin_ctz(best);
    }
}
#else
// Numbers in the order of floats.
static inline int32_t sh_float_order(float value) {
    int32_t bits;
    memcpy(&bits, &value, sizeof bits);
    // cppcheck-suppress shiftTooManyBitsSigned
    return bits ^ (bits >> 31 & 0x7fffffff);
}

static inline int32_t sh_promise(const sh_promises *p, float explore, uint32_t i) {
    float mean = i < p->followed ? p->means[i] : p->unknown;
    return sh_float_order(mean + explore * p->lures[i]);
}

static inline uint32_t sh_promises_best(const sh_promises *p) {
    float explore = p->explore * sqrtf((float)(p->visits + 1));
    int32_t most = INT32_MIN;
    uint32_t best = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        int32_t promise = sh_promise(p, explore, i);
        most = promise > most ? promise : most;
    }
    while (sh_promise(p, explore, best) != most) best++;
    return best;
}

static inline uint32_t sh_place_of_most(const uint32_t *words, uint32_t count) {
    uint32_t most = 0, at = 0;
    for (uint32_t i = 0; i < count; i++) most = words[i] > most ? words[i] : most;
    while (words[at] != most) at++;
    return at;
}
#endif
