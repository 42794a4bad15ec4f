// SPDX-License-Identifier: MIT
// outlook_lanes_template.h for AVX2.
#define SIZE 3
#define SELF sh_outlook_lanes3_avx2
#include "solve/verify/outlook_lanes_template.h"
#define SIZE 5
#define SELF sh_outlook_lanes5_avx2
#include "solve/verify/outlook_lanes_template.h"
