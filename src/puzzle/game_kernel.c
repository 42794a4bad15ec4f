// SPDX-License-Identifier: MIT
// See game_kernel.h.
#include "puzzle/game_kernel.h"

#include <assert.h> // assert

#include "base/cpu.h"
#include "puzzle/game_kernels.h"

static const sh_game_kernel *of_this_cpu(void) {
#if defined(__x86_64__)
    if (sh_cpu_level_get() >= SH_CPU_AVX512) return sh_game_kernels_avx512;
    if (sh_cpu_level_get() >= SH_CPU_AVX2) return sh_game_kernels_avx2;
#endif
    return sh_game_kernels_portable;
}

const sh_game_kernel *sh_game_kernel_get(int width) {
    const sh_game_kernel *kernels = of_this_cpu();
    for (int i = 0; i < SH_GAME_WIDTHS; i++)
        if (kernels[i].width == width) return &kernels[i];
    assert(!"a width of bitboards");
    return NULL;
}
