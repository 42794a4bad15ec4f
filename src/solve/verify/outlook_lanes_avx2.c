// SPDX-License-Identifier: MIT
// outlook_lanes_template.h for AVX2.
#define VARIANTS sh_outlook_lanes_avx2
#include "solve/verify/lane_variants.h"
