// SPDX-License-Identifier: MIT
// See expand_kernel.h.
#define EXPANDERS sh_expanders_avx2
#include "puzzle/expand_kernel_template.h"
