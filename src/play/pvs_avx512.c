// SPDX-License-Identifier: MIT
// The search for one instruction set: see pvs.h.
#define PVS sh_pvs_avx512
#define GENERATOR sh_generator_avx512
#include "play/pvs_widths.h"
