// SPDX-License-Identifier: MIT
// A set of cells turned by 180°: cell c becomes cells-1-c, so the bits are reversed.
#pragma once

#include "board/bits.h"

static inline b64 sh_turn64(b64 x, int cells) {
    x = (x >> 1 & 0x5555555555555555ULL) | (x & 0x5555555555555555ULL) << 1;
    x = (x >> 2 & 0x3333333333333333ULL) | (x & 0x3333333333333333ULL) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0fULL) | (x & 0x0f0f0f0f0f0f0f0fULL) << 4;
    return __builtin_bswap64(x) >> (64 - cells);
}

static inline b128 sh_turn128(b128 x, int cells) {
    b128 reversed = (b128)sh_turn64((uint64_t)x, 64) << 64 | sh_turn64((uint64_t)(x >> 64), 64);
    return reversed >> (128 - cells);
}
