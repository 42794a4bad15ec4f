// SPDX-License-Identifier: MIT
// The search among several players for one instruction set: see crowd.h.
#define CROWD sh_crowd_avx512
#define GENERATOR sh_generator_avx512
#include "play/crowd_widths.h"
