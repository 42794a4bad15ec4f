// SPDX-License-Identifier: MIT
// Chooses the generator for this CPU.
//
// Nanoseconds for all targets of an army on random placements, one core of a Zen 4 (the same run):
//
//              portable   pext   avx2   avx512
//   7x7/3
//   7x7/6
//   9x9/10
//   star121:6p
#include "rules/generator.h"

#include <stdatomic.h> // atomic_load

#include "base/cpu.h"

static const sh_generator *choose(void) {
#if defined(__x86_64__)
    switch (sh_cpu_level_get()) {
    case SH_CPU_AVX512:
        return &sh_generator_avx512;
    case SH_CPU_AVX2:
        return &sh_generator_avx2;
    case SH_CPU_GENERIC:
        break;
    }
#endif
    return &sh_generator_portable;
}

const sh_generator *sh_generator_best(void) {
    // Asking costs more than generating, and the answer is always the same: keep it.
    static _Atomic(const sh_generator *) best;
    const sh_generator *known = atomic_load_explicit(&best, memory_order_relaxed);
    if (!known) {
        known = choose();
        atomic_store_explicit(&best, known, memory_order_relaxed);
    }
    return known;
}
