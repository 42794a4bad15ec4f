// SPDX-License-Identifier: MIT
// See patch.h: memory, and the choice of a coder.
#include "table/patch.h"

#include <stdlib.h> // aligned_alloc

#include "base/cpu.h"

enum { SYMBOLS = 4 * SH_BAND_LANES + 2 }; // of a column at most

uint64_t sh_patch_scratch_bytes(uint32_t columns) {
    const sh_patch_scratch *scratch;
    return columns * (sizeof *scratch->wins + sizeof *scratch->draws + 2 * sizeof(sh_patch_lanes) +
                      SYMBOLS * sizeof(uint32_t));
}

sh_status sh_patch_scratch_make(sh_patch_scratch *scratch, uint32_t columns, bool encode,
                                sh_error *error) {
    size_t bytes = (size_t)columns * sizeof(sh_patch_lanes);
    *scratch = (sh_patch_scratch){.room = columns};
    scratch->wins = malloc(columns * sizeof *scratch->wins);
    scratch->draws = malloc(columns * sizeof *scratch->draws);
    scratch->outcome = aligned_alloc(64, bytes);
    scratch->excess = aligned_alloc(64, bytes);
    if (encode) // and what a whole round may write beyond
        scratch->list.symbol =
            malloc(((size_t)columns * SYMBOLS + SH_MANY_STATES) * sizeof(uint32_t));
    if (scratch->wins && scratch->draws && scratch->outcome && scratch->excess &&
        (!encode || scratch->list.symbol))
        return SH_OK;
    return sh_fail(error, SH_RESOURCES, "out of memory for a block of a table");
}

void sh_patch_scratch_free(sh_patch_scratch *scratch) {
    free(scratch->wins);
    free(scratch->draws);
    free(scratch->outcome);
    free(scratch->excess);
    free(scratch->list.symbol);
}

const sh_patch_coder *sh_patch_coder_best(void) {
#if defined(__x86_64__)
    switch (sh_cpu_level_get()) {
    case SH_CPU_AVX512:
        return &sh_patch_coder_avx512;
    case SH_CPU_AVX2:
        return &sh_patch_coder_avx2;
    case SH_CPU_GENERIC:
        break;
    }
#endif
    return &sh_patch_coder_portable;
}
