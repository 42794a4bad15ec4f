// SPDX-License-Identifier: MIT
// What the searches of all widths and instruction sets share.
#include "play/pvs.h"

#include "base/cpu.h"

const sh_pvs *sh_pvs_best(const sh_board *board) {
    int width = board->width == 64 ? 0 : board->width == 128 ? 1 : 2;
#if defined(__x86_64__)
    switch (sh_cpu_level_get()) {
    case SH_CPU_AVX512:
        return &sh_pvs_avx512[width];
    case SH_CPU_AVX2:
        return &sh_pvs_avx2[width];
    case SH_CPU_GENERIC:
        break;
    }
#endif
    return &sh_pvs_portable[width];
}

// 16 log2 x, rounded down.
static int log2_16(int x) {
    int whole = 31 - __builtin_clz((unsigned)x), result = 16 * whole;
    uint64_t mantissa = ((uint64_t)x << 32) >> whole; // 1 to 2, with 32 bits behind the point
    for (int bit = 8; bit > 0; bit >>= 1) {
        mantissa = (uint64_t)(((unsigned __int128)mantissa * mantissa) >> 32);
        if (mantissa >> 33) {
            mantissa >>= 1;
            result += bit;
        }
    }
    return result;
}

void sh_reductions_make(const sh_tuning *tuning,
                        uint8_t reductions[(SH_LIMIT_DEPTH + 1) * SH_REDUCED_MOVES]) {
    for (int depth = 0; depth <= SH_LIMIT_DEPTH; depth++)
        for (int number = 0; number < SH_REDUCED_MOVES; number++) {
            int plies = 0;
            if (depth >= 2 && number >= tuning->lmr_start)
                plies = (tuning->lmr_base +
                         tuning->lmr_scale * log2_16(depth) * log2_16(number) / 256) /
                        100;
            if (plies > depth - 1) plies = depth > 1 ? depth - 1 : 0;
            reductions[depth * SH_REDUCED_MOVES + number] = (uint8_t)plies;
        }
}
