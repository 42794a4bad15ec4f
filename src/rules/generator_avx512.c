// SPDX-License-Identifier: MIT
// Pieces in lanes with AVX-512: see lanes.h.
#define GENERATOR sh_generator_avx512
#define NAME "avx512"
#define WIDE_LANES 8
#include "rules/generator_lanes.h"
