// SPDX-License-Identifier: MIT
// Rows and columns on boards of up to 64 cells with PEXT, PDEP and POPCNT.
#include "rank/pairs_operations.h"
#include "rank/subset.h"
#include "rank/turn.h"

#define W 64
#define OPERATIONS sh_pairs_operations_bmi2
#include "rank/canonical_template.h"
#include "rank/pairs_template.h"
