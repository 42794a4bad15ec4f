// SPDX-License-Identifier: MIT
// What this CPU can do, asked once; variants are chosen from it at run time.
//
// STERNHALMA_CPU in the environment lowers the answer for tests and benchmarks: "generic" (plain
// 64-bit words), "avx2", "avx512".
#pragma once

#include <stdbool.h> // bool

typedef enum sh_cpu_level {
    SH_CPU_GENERIC, // nothing beyond the baseline of the build
    SH_CPU_AVX2,    // AVX2, BMI1, BMI2, POPCNT with fast PEXT
    SH_CPU_AVX512,  // AVX-512 F, BW, VL, VBMI, VPOPCNTDQ and GFNI besides
} sh_cpu_level;

sh_cpu_level sh_cpu_level_get(void);
const char *sh_cpu_level_name(sh_cpu_level level);
bool sh_cpu_has_bmi2(void);
