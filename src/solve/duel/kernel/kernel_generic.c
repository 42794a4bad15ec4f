// SPDX-License-Identifier: MIT
// kernel_template.h for every CPU.
#define KERNELS sh_duel_kernels_generic
#define LEVEL SH_CPU_GENERIC
#include "solve/duel/kernel/kernel_template.h"
