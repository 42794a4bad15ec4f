// SPDX-License-Identifier: MIT
#define SLICES sh_slices_avx512
#include "solve/race/rounds/slices_template.h"
