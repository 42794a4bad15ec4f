// SPDX-License-Identifier: MIT
// kernel_template.h for AVX-512.
#define KERNELS sh_duel_kernels_avx512
#define LEVEL SH_CPU_AVX512
#include "solve/duel/kernel/kernel_template.h"
