// SPDX-License-Identifier: MIT
// CPUID is asked once: in a virtual machine each time costs as much as a system call. Any thread
// may be the first to ask, and all get the same answer.
#include "base/cpu.h"

#include <stdatomic.h> // atomic_int
#include <stdlib.h>    // getenv
#include <string.h>    // strcmp

#if defined(__x86_64__)
#include <cpuid.h> // __get_cpuid

static bool has_lzcnt(void) { // the compilers' functions do not all know it
    unsigned a, b, c, d;
    return __get_cpuid(0x80000001, &a, &b, &c, &d) && c >> 5 & 1;
}

static bool pext_is_fast(void) {
    unsigned a, vendor[3], signature, b, c, d;
    if (!__get_cpuid(0, &a, &vendor[0], &vendor[2], &vendor[1])) return false;
    if (!__get_cpuid(1, &signature, &b, &c, &d)) return false;
    return sh_cpu_pext_is_fast((const char *)vendor, signature);
}
#endif

static sh_cpu_level detect(void) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
                __builtin_cpu_supports("fma") && has_lzcnt();
    bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
                  __builtin_cpu_supports("gfni") && __builtin_cpu_supports("avx512vpopcntdq");
    return avx512 ? SH_CPU_AVX512 : avx2 ? SH_CPU_AVX2 : SH_CPU_GENERIC;
#else
    return SH_CPU_GENERIC;
#endif
}

static sh_cpu_level detected(void) {
    static atomic_int known; // the level + 1
    int level = atomic_load_explicit(&known, memory_order_relaxed);
    if (!level) {
        level = (int)detect() + 1;
        atomic_store_explicit(&known, level, memory_order_relaxed);
    }
    return (sh_cpu_level)(level - 1);
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

// Zen 3 is family 0x19; Hygon's CPUs are of Zen's first generation.
bool sh_cpu_pext_is_fast(const char vendor[12], unsigned signature) {
    unsigned family = signature >> 8 & 15;
    if (family == 15) family += signature >> 20 & 255;
    bool amd = !memcmp(vendor, "AuthenticAMD", 12) || !memcmp(vendor, "HygonGenuine", 12);
    return !amd || family >= 0x19;
}

bool sh_cpu_has_fast_pext(void) {
#if defined(__x86_64__)
    static atomic_int known; // 1: slow, 2: fast
    int fast = atomic_load_explicit(&known, memory_order_relaxed);
    if (!fast) {
        fast = pext_is_fast() ? 2 : 1;
        atomic_store_explicit(&known, fast, memory_order_relaxed);
    }
    return fast == 2 && sh_cpu_level_get() >= SH_CPU_AVX2;
#else
    return false;
#endif
}
