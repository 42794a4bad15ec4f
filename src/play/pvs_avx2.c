// SPDX-License-Identifier: MIT
// The search for one instruction set: see pvs.h.
#define PVS sh_pvs_avx2
#define GENERATOR sh_generator_avx2
#include "play/pvs_widths.h"
