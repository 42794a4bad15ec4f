// SPDX-License-Identifier: MIT
// The search among several players for one instruction set: see crowd.h.
#define CROWD sh_crowd_portable
#define GENERATOR sh_generator_portable
#include "play/crowd_widths.h"
