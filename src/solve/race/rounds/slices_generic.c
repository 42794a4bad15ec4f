// SPDX-License-Identifier: MIT
#define SLICES sh_slices_generic
#include "solve/race/rounds/slices_template.h"
