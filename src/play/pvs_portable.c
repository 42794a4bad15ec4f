// SPDX-License-Identifier: MIT
// The search for one instruction set: see pvs.h.
#define PVS sh_pvs_portable
#define GENERATOR sh_generator_portable
#include "play/pvs_widths.h"
