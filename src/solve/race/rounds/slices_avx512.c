// SPDX-License-Identifier: MIT
// slices_template.h for AVX-512.
#define SLICES sh_slices_avx512
#include "solve/race/rounds/slices_template.h"
