// SPDX-License-Identifier: MIT
// The operations of `bench moves` with what every 64-bit CPU has.
#define COLUMN sh_moves_portable
#define NAME "portable"
#define GENERATOR sh_generator_portable
#include "bench/moves_lanes.h"
