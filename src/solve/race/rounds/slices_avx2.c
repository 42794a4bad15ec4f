// SPDX-License-Identifier: MIT
// slices_template.h for AVX2.
#define SLICES sh_slices_avx2
#include "solve/race/rounds/slices_template.h"
