// SPDX-License-Identifier: MIT
// Encodes a string of sixteen states (rans.h), one symbol of each at once: included by files
// compiled for AVX-512.
//
// Symbols are listed in rounds, those of the states 0, 1, … one after the other; whole rounds are
// taken as vectors, and what stands between them, as escapes do, one by one. A quotient of at most
// 2^20 by a frequency is found as (x + 1/2) / freq in double precision, cut off: no such number is
// nearer to a whole one than 2^-13, so rounding does not matter.
#pragma once

#include <immintrin.h> // _mm512_loadu_si512
#include <stdint.h>    // uint32_t

#include "table/rans.h"

enum { SH_RANS_AT_ONCE = 16 };

// x / freq in eight lanes.
static inline __m256i sh_rans_quotients(__m256i x, __m256i freq) {
    const __m512d half = _mm512_set1_pd(0.5), one = _mm512_set1_pd(1);
    __m512d part = _mm512_div_pd(one, _mm512_cvtepu32_pd(freq)); // does not wait for x
    return _mm512_cvttpd_epu32(_mm512_mul_pd(_mm512_add_pd(_mm512_cvtepu32_pd(x), half), part));
}

// Takes in a round of the states in `lanes`; *at moves back over the words that it gives away, or
// is NULL where they do not fit.
static inline __m512i sh_rans_take_round(__m512i x, __m512i symbols, __mmask16 lanes, uint8_t **at,
                                         const uint8_t *least) {
    __m512i start = _mm512_and_si512(symbols, _mm512_set1_epi32(SH_RANS_SLOTS - 1));
    __m512i freq = _mm512_and_si512(_mm512_srli_epi32(symbols, SH_RANS_FREQ_SHIFT),
                                    _mm512_set1_epi32(2 * SH_RANS_SLOTS - 1));
    __mmask16 full =
        _mm512_mask_cmpge_epu32_mask(lanes, _mm512_srli_epi32(x, 32 - SH_RANS_BITS), freq);
    int words = __builtin_popcount(full);
    if (*at - least < 2 * words) {
        *at = NULL;
        return x;
    }
    *at -= 2 * words;
    _mm256_mask_storeu_epi16(*at, (__mmask16)((1u << words) - 1),
                             _mm256_maskz_compress_epi16(full, _mm512_cvtepi32_epi16(x)));
    __m512i less = _mm512_mask_srli_epi32(x, full, x, 16);
    __m512i quotient = _mm512_inserti64x4(
        _mm512_castsi256_si512(
            sh_rans_quotients(_mm512_castsi512_si256(less), _mm512_castsi512_si256(freq))),
        sh_rans_quotients(_mm512_extracti64x4_epi64(less, 1), _mm512_extracti64x4_epi64(freq, 1)),
        1);
    // (q << 12) + x - q freq + start
    __m512i next = _mm512_add_epi32(
        _mm512_mullo_epi32(quotient, _mm512_sub_epi32(_mm512_set1_epi32(SH_RANS_SLOTS), freq)),
        _mm512_add_epi32(less, start));
    return _mm512_mask_mov_epi32(x, lanes, next);
}

// As sh_rans_encode with sixteen states.
static inline uint8_t *sh_rans_encode_at_once(const sh_rans_list *list, uint8_t *end, size_t room) {
    const __m512i number = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    size_t head = 4 * SH_RANS_AT_ONCE;
    if (list->count == 0) return end;
    if (room < head) return NULL;
    uint8_t *at = end, *least = end - room + head;
    __m512i x = _mm512_set1_epi32(SH_RANS_LEAST);
    for (size_t i = list->count; i > 0;) {
        uint32_t last = list->symbol[i - 1], state = last >> SH_RANS_STATE_SHIFT;
        __mmask16 lanes = (__mmask16)((2u << state) - 1);
        __m512i symbols = _mm512_set1_epi32((int)last);
        size_t count = state + 1;
        bool round = i >= count;
        if (round) {
            __m512i all = _mm512_maskz_loadu_epi32(lanes, list->symbol + i - count);
            round = _mm512_mask_cmpeq_epi32_mask(lanes, _mm512_srli_epi32(all, SH_RANS_STATE_SHIFT),
                                                 number) == lanes;
            if (round) symbols = all;
        }
        if (!round) {
            lanes = (__mmask16)(1u << state);
            count = 1;
        }
        x = sh_rans_take_round(x, symbols, lanes, &at, least);
        if (!at) return NULL;
        i -= count;
    }
    at -= head;
    _mm512_storeu_si512(at, x);
    return at;
}
