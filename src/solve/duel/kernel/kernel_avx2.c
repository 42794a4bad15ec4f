// SPDX-License-Identifier: MIT
#define KERNELS sh_duel_kernels_avx2
#define LEVEL SH_CPU_AVX2
#include "solve/duel/kernel/kernel_template.h"
