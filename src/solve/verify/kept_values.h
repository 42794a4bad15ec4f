// SPDX-License-Identifier: MIT
// The values of all states of a game in memory, as few bits each as they need.
//
// With two bits: 0 lost, 1 won, 2 draw, 3 illegal. With 8 or 16: the distances and, at the top of
// the range, draw and illegal. Distances above SH_KEPT_BYTE_DISTANCE do not fit 8 bits. Rows and
// columns are the source's, by waiter or by mover (rank/values.h).
#pragma once

#include <stdint.h> // uint64_t

#include "rank/pairs.h"
#include "rank/values.h"

#define SH_KEPT_BYTE_DISTANCE 0xFD

typedef struct sh_kept_values {
    const sh_pairs *pairs;
    uint64_t rows, columns;
    bool by_mover;
    int bits;       // 2, 8 or 16
    uint8_t *table; // in order of rows and columns, zero at first
} sh_kept_values;

static inline uint64_t sh_kept_bytes(const sh_kept_values *kept) {
    return (kept->rows * kept->columns * (uint64_t)kept->bits + 7) / 8;
}

static inline uint16_t sh_kept_get(const sh_kept_values *kept, uint64_t state) {
    if (kept->bits == 16)
        return __atomic_load_n((const uint16_t *)kept->table + state, __ATOMIC_RELAXED);
    uint16_t draw = kept->bits == 2 ? 2 : 0xFE;
    uint16_t code = kept->bits == 2 ? kept->table[state / 4] >> (state % 4 * 2) & 3
                                    : __atomic_load_n(kept->table + state, __ATOMIC_RELAXED);
    return code >= draw ? (uint16_t)(SH_VALUE_DRAW + (code - draw)) : code;
}

// Once for each state; states that share a byte belong to one thread. With distances a value may be
// replaced while others read it.
static inline void sh_kept_put(sh_kept_values *kept, uint64_t state, uint16_t value) {
    if (kept->bits == 16)
        __atomic_store_n((uint16_t *)kept->table + state, value, __ATOMIC_RELAXED);
    else if (kept->bits == 8)
        __atomic_store_n(kept->table + state,
                         (uint8_t)(value >= SH_VALUE_DRAW ? 0xFE + (value & 1) : value),
                         __ATOMIC_RELAXED);
    else
        kept->table[state / 4] |=
            (uint8_t)((value >= SH_VALUE_DRAW ? 2 + (value & 1) : value) << (state % 4 * 2));
}

// The position of a state.
static inline void sh_kept_position(const sh_kept_values *kept, uint64_t state,
                                    sh_position *position) {
    sh_pairs_position(kept->pairs, (sh_pair){state / kept->columns, state % kept->columns},
                      position);
    position->turn = kept->by_mover;
}
