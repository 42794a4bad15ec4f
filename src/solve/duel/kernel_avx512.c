// SPDX-License-Identifier: MIT
#define VECTOR_BYTES 64
#define KERNELS sh_duel_kernels_avx512
#define LEVEL SH_CPU_AVX512
#include "solve/duel/kernel_template.h"
