// SPDX-License-Identifier: MIT
// outlook_lanes_template.h for AVX-512.
#define VARIANTS sh_outlook_lanes_avx512
#include "solve/verify/lane_variants.h"
