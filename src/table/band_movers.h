// SPDX-License-Identifier: MIT
// Inside the writer of bands: sources that go by the mover, as tables do, are read lanes by lanes.
// With a crew every rank reads its own blocks.
#pragma once

#include "table/band_writing.h"

// The waiters' rows by the set that they begin to count at: samples are found from the mover's
// side.
sh_status sh_band_sort_rows(sh_band_writing *w, sh_error *error) SH_NODISCARD;

// As sh_band_read does.
sh_status sh_band_read_movers(sh_band_writing *w, sh_error *error) SH_NODISCARD;
