// SPDX-License-Identifier: MIT
// Rows and columns in plain C on boards of up to 64 and up to 128 cells.
#include "rank/pairs_operations.h"
#include "rank/subset.h"
#include "rank/turn.h"

#define W 64
#define OPERATIONS sh_pairs_operations_64
#include "rank/canonical_template.h"
#include "rank/pairs_template.h"
#undef W
#undef OPERATIONS

#define W 128
#define OPERATIONS sh_pairs_operations_128
#include "rank/canonical_template.h"
#include "rank/pairs_template.h"
