// SPDX-License-Identifier: MIT
// The operations of `bench moves` with AVX2.
#define COLUMN sh_moves_avx2
#define NAME "avx2"
#define GENERATOR sh_generator_avx2
#include "bench/moves_lanes.h"
