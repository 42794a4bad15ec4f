// SPDX-License-Identifier: MIT
#define KERNELS sh_duel_kernels_avx512
#define LEVEL SH_CPU_AVX512
#include "solve/duel/kernel/kernel_template.h"
