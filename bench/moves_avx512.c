// SPDX-License-Identifier: MIT
// The operations of `bench moves` with AVX-512.
#define COLUMN sh_moves_avx512
#define NAME "avx512"
#define ONE_BY_ONE sh_generator_avx512
#define REPEATED sh_generator_pext // branches are learnt: see generator.c
#include "bench/moves_lanes.h"
