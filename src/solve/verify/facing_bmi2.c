// SPDX-License-Identifier: MIT
// The rows of facing.h for POPCNT and BMI.
#define FACING_ROW sh_facing_row_bmi2
#include "solve/verify/facing_row.h"
