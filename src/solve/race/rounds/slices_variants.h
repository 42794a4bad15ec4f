// SPDX-License-Identifier: MIT
// The variants that slices.c chooses among, one translation unit each.
#pragma once

#include "solve/race/rounds/slices.h"

extern const sh_slices sh_slices_avx512;
extern const sh_slices sh_slices_avx2;
extern const sh_slices sh_slices_generic;
