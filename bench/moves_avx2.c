// SPDX-License-Identifier: MIT
// The operations of `bench moves` with AVX2.
#define COLUMN sh_moves_avx2
#define NAME "avx2"
#define ONE_BY_ONE sh_generator_avx2
#define REPEATED sh_generator_pext // branches are learnt: see generator.c
#include "bench/moves_lanes.h"
