// SPDX-License-Identifier: MIT
// Chooses the generator for this CPU.
//
// Nanoseconds for all targets of an army (`sternhalma bench generators`, one core of a Zen 4):
//
//   game         portable     pext     avx2   avx512
//   7x7/3            22.0     10.0     12.2     10.6
//   7x7/6            40.8     60.8     26.6     20.6
//   9x9/10          160.2    263.4     95.1    112.0
//   star121:6p      333.5    843.0    199.7    201.3
//   sq16/19:8m      763.5   1676.0    421.8    414.2
//
// PEXT looks good with three pieces only because that benchmark repeats its positions until the
// branches are learned; on fresh ones (`bench moves`) it takes more than twice as long as lanes do.
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
