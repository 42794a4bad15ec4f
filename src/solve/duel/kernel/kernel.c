// SPDX-License-Identifier: MIT
// Which kernels this CPU runs.
#include "solve/duel/kernel/kernel.h"

#include "solve/duel/kernel/kernel_variants.h"

const sh_duel_kernels *sh_duel_kernels_get(sh_cpu_level level) {
#ifdef __x86_64__
    if (level == SH_CPU_AVX512) return &sh_duel_kernels_avx512;
    if (level == SH_CPU_AVX2) return &sh_duel_kernels_avx2;
#endif
    return &sh_duel_kernels_generic;
}
