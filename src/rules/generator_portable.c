// SPDX-License-Identifier: MIT
// Pieces in lanes with what every 64-bit CPU has: see lanes.h.
#define GENERATOR sh_generator_portable
#define NAME "portable"
#define WIDE_LANES 4
#include "rules/generator_lanes.h"
