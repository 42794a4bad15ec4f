// SPDX-License-Identifier: MIT
// The search among several players for one instruction set: see crowd.h.
#define CROWD sh_crowd_avx2
#define GENERATOR sh_generator_avx2
#include "play/crowd_widths.h"
