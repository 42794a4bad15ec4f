// SPDX-License-Identifier: MIT
// What this CPU can do; variants are chosen from it at run time.
//
// STERNHALMA_CPU in the environment lowers the answer for tests and benchmarks: "generic" (plain
// 64-bit words), "avx2", "avx512". Other words do nothing; sh_cpu_check finds them.
#pragma once

#include <stdbool.h> // bool

#include "sternhalma/status.h"

typedef enum sh_cpu_level {
    SH_CPU_GENERIC, // nothing beyond the baseline of the build
    SH_CPU_AVX2,    // AVX2, FMA, BMI1, BMI2, LZCNT and POPCNT; PEXT may be slow
    SH_CPU_AVX512,  // AVX-512 F, BW, VL, VBMI, VPOPCNTDQ and GFNI besides
} sh_cpu_level;

sh_cpu_level sh_cpu_level_get(void);
// SH_USAGE where STERNHALMA_CPU is set to a word that means nothing.
sh_status sh_cpu_check(sh_error *error) SH_NODISCARD;
const char *sh_cpu_level_name(sh_cpu_level level);
// Does it run PEXT and PDEP in hardware, and may they be used? AMD's CPUs before Zen 3 take
// hundreds of cycles for one, far more than plain code.
bool sh_cpu_has_fast_pext(void);
// The same of a CPU with BMI2, by its vendor and its signature (EAX of CPUID's leaf 1).
bool sh_cpu_pext_is_fast(const char vendor[12], unsigned signature);
