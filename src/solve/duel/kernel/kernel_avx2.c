// SPDX-License-Identifier: MIT
// kernel_template.h for AVX2.
#define KERNELS sh_duel_kernels_avx2
#define LEVEL SH_CPU_AVX2
#include "solve/duel/kernel/kernel_template.h"
