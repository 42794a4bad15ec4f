// SPDX-License-Identifier: MIT
// outlook_lanes_template.h for every CPU.
#define SIZE 3
#define SELF sh_outlook_lanes3_generic
#include "solve/verify/outlook_lanes_template.h"
#define SIZE 5
#define SELF sh_outlook_lanes5_generic
#include "solve/verify/outlook_lanes_template.h"
