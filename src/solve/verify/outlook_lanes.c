// SPDX-License-Identifier: MIT
// Which variant of outlook_lanes_template.h is entered.
#include "solve/verify/outlook_lanes.h"

#include <assert.h> // assert

const sh_outlook_lanes *sh_outlook_lanes_get(sh_cpu_level level, int size) {
    assert(size == 3 || size == 5);
#if defined(__x86_64__)
    if (level == SH_CPU_AVX512)
        return size == 3 ? &sh_outlook_lanes3_avx512 : &sh_outlook_lanes5_avx512;
    if (level == SH_CPU_AVX2) return size == 3 ? &sh_outlook_lanes3_avx2 : &sh_outlook_lanes5_avx2;
#endif
    (void)level;
    return size == 3 ? &sh_outlook_lanes3_generic : &sh_outlook_lanes5_generic;
}
