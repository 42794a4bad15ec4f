// SPDX-License-Identifier: MIT
// The operations of `bench moves` with AVX-512.
#define COLUMN sh_moves_avx512
#define NAME "avx512"
#define GENERATOR sh_generator_avx512
#include "bench/moves_lanes.h"
