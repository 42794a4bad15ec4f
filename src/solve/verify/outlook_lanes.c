// SPDX-License-Identifier: MIT
// Which variant of outlook_lanes_template.h is entered.
#include "solve/verify/outlook_lanes.h"

#include <stddef.h> // NULL

const sh_outlook_lanes *sh_outlook_lanes_get(sh_cpu_level level, int size) {
    if (size < 3 || size > 6) return NULL;
#if defined(__x86_64__)
    if (level == SH_CPU_AVX512) return &sh_outlook_lanes_avx512[size - 3];
    if (level == SH_CPU_AVX2) return &sh_outlook_lanes_avx2[size - 3];
#endif
    (void)level;
    return &sh_outlook_lanes_generic[size - 3];
}
