// SPDX-License-Identifier: MIT
// See band_find.h.
#define FIND sh_band_find_portable
#include "table/band_find_template.h"
