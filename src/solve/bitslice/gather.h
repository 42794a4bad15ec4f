// SPDX-License-Identifier: MIT
// Bits of a word brought together by a mask, and put back: PEXT and PDEP, where the CPU level that
// the including file is compiled for has them.
#pragma once

#include <stdint.h> // uint64_t

#ifdef __BMI2__
#include <immintrin.h> // _pext_u64

static inline uint64_t sh_gather(uint64_t x, uint64_t mask) { return _pext_u64(x, mask); }
static inline uint64_t sh_scatter(uint64_t x, uint64_t mask) { return _pdep_u64(x, mask); }
#else
// Six rounds of moving bits by powers of two (Warren, Hacker's Delight, 7-4 and 7-5).
static inline uint64_t sh_gather(uint64_t x, uint64_t mask) {
    x &= mask;
    uint64_t zeros = ~mask << 1;
    for (int i = 0; i < 6; i++) {
        uint64_t parity = zeros;
        for (int s = 1; s < 64; s *= 2) parity ^= parity << s;
        uint64_t move = parity & mask, moved = x & move;
        mask = (mask ^ move) | move >> (1 << i);
        x = (x ^ moved) | moved >> (1 << i);
        zeros &= ~parity;
    }
    return x;
}

static inline uint64_t sh_scatter(uint64_t x, uint64_t mask) {
    uint64_t wanted = mask, zeros = ~mask << 1, moves[6];
    for (int i = 0; i < 6; i++) {
        uint64_t parity = zeros;
        for (int s = 1; s < 64; s *= 2) parity ^= parity << s;
        moves[i] = parity & mask;
        mask = (mask ^ moves[i]) | moves[i] >> (1 << i);
        zeros &= ~parity;
    }
    for (int i = 5; i >= 0; i--) x = (x & ~moves[i]) | (x << (1 << i) & moves[i]);
    return x & wanted;
}
#endif
