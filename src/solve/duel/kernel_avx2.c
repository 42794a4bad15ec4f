// SPDX-License-Identifier: MIT
#define VECTOR_BYTES 32
#define KERNELS sh_duel_kernels_avx2
#define LEVEL SH_CPU_AVX2
#include "solve/duel/kernel_template.h"
