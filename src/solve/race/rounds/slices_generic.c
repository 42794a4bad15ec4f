// SPDX-License-Identifier: MIT
// slices_template.h for every CPU.
#define SLICES sh_slices_generic
#include "solve/race/rounds/slices_template.h"
