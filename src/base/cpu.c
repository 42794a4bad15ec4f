// SPDX-License-Identifier: MIT
// GCC's and clang's __builtin_cpu_supports read CPUID once at program start, so asking is cheap.
#include "base/cpu.h"

#include <stdlib.h> // getenv
#include <string.h> // strcmp

static sh_cpu_level detected(void) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
                __builtin_cpu_supports("fma");
    bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
                  __builtin_cpu_supports("gfni") && __builtin_cpu_supports("avx512vpopcntdq");
    return avx512 ? SH_CPU_AVX512 : avx2 ? SH_CPU_AVX2 : SH_CPU_GENERIC;
#else
    return SH_CPU_GENERIC;
#endif
}

// What the environment asks for; NULL where it does not.
static const char *wanted_level(void) {
    const char *wanted = getenv("STERNHALMA_CPU");
    return wanted && *wanted ? wanted : NULL;
}

sh_status sh_cpu_check(sh_error *error) {
    const char *wanted = wanted_level();
    if (!wanted) return SH_OK;
    for (sh_cpu_level level = SH_CPU_GENERIC; level <= SH_CPU_AVX512; level++)
        if (!strcmp(wanted, sh_cpu_level_name(level))) return SH_OK;
    return sh_fail(error, SH_USAGE, "STERNHALMA_CPU must be generic, avx2 or avx512, not '%.40s'",
                   wanted);
}

sh_cpu_level sh_cpu_level_get(void) {
    sh_cpu_level level = detected();
    const char *wanted = wanted_level();
    if (!wanted) return level;
    for (sh_cpu_level lower = SH_CPU_GENERIC; lower < level; lower++)
        if (!strcmp(wanted, sh_cpu_level_name(lower))) return lower;
    return level;
}

const char *sh_cpu_level_name(sh_cpu_level level) {
    static const char *const names[] = {"generic", "avx2", "avx512"};
    return names[level];
}

bool sh_cpu_has_bmi2(void) { return sh_cpu_level_get() >= SH_CPU_AVX2; }
