// SPDX-License-Identifier: MIT
// The portable variant, bit by bit, and which variant this CPU runs.
#include "solve/race/planes/rows.h"

#include "base/cpu.h"

static uint64_t pack_bits(uint64_t x, uint64_t mask) {
    uint64_t packed = 0;
    for (uint64_t bit = 1; mask; bit <<= 1, mask &= mask - 1)
        if (x & mask & -mask) packed |= bit;
    return packed;
}

static uint64_t spread_bits(uint64_t x, uint64_t mask) {
    uint64_t row = 0;
    for (; mask; x >>= 1, mask &= mask - 1)
        if (x & 1) row |= mask & -mask;
    return row;
}

#define ROWS sh_rows_portable
#define PACK(x, mask) pack_bits(x, mask)
#define SPREAD(x, mask) spread_bits(x, mask)
#include "solve/race/planes/rows_template.h"

const sh_rows *sh_rows_get(void) {
#ifdef __x86_64__
    if (sh_cpu_level_get() != SH_CPU_GENERIC) return &sh_rows_bmi2;
#endif
    return &sh_rows_portable;
}
