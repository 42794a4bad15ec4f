// SPDX-License-Identifier: MIT
// See band_find.h.
#define FIND sh_band_find_bmi2
#include "table/band_find_template.h"
