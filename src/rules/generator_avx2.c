// SPDX-License-Identifier: MIT
// Pieces in lanes with AVX2: see lanes.h.
#define GENERATOR sh_generator_avx2
#define NAME "avx2"
#define WIDE_LANES 4
#include "rules/generator_lanes.h"
