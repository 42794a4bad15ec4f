// SPDX-License-Identifier: MIT
// Where a position is in a table of version 3: one source for two CPU levels
// (band_find_template.h).
#pragma once

#include "table/band_reader.h"

sh_patch_place sh_band_find_portable(const sh_bands *bands, const sh_position *position);
sh_patch_place sh_band_find_bmi2(const sh_bands *bands, const sh_position *position);

// The cells that a band's movers share, worked out when first asked for.
b64 sh_bands_shared(const sh_bands *bands, uint64_t band);
