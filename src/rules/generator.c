// SPDX-License-Identifier: MIT
// Chooses the generator for this CPU.
//
// Nanoseconds for all targets of an army (`sternhalma bench generators`, one core of a Zen 4):
//
//   game         portable     pext     avx2   avx512
//   7x7/3            21.8      9.9     13.4     11.5
//   7x7/6            38.0     59.3     26.0     18.7
//   9x9/10          162.4    270.3     96.8    105.0
//   star121:6p      360.2    874.3    207.6    195.8
//   sq16/19:8m      880.9   1712.8    464.3    400.5
//
// PEXT looks good with three pieces only because that benchmark repeats its positions until the
// branches are learnt; on fresh ones (`bench moves`) it takes more than twice as long as lanes do.
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
