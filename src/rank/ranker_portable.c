// SPDX-License-Identifier: MIT
// Ranking in plain C on boards of up to 64 and up to 128 cells.
#include "rank/ranker.h"
#include "rank/subset.h"

#define W 64
#define OPERATIONS sh_rank_operations_64
#include "rank/ranker_template.h"
#undef W
#undef OPERATIONS

#define W 128
#define OPERATIONS sh_rank_operations_128
#include "rank/ranker_template.h"
