// SPDX-License-Identifier: MIT
// outlook_lanes_template.h for every CPU.
#define VARIANTS sh_outlook_lanes_generic
#include "solve/verify/lane_variants.h"
