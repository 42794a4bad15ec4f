// SPDX-License-Identifier: MIT
// The rows of facing.h for every CPU.
#define FACING_ROW sh_facing_row_generic
#include "solve/verify/facing_row.h"
