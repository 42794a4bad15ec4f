// SPDX-License-Identifier: MIT
// Ranking on boards of up to 64 cells with PEXT and PDEP.
#include "rank/ranker.h"
#include "rank/subset.h"

#define W 64
#define OPERATIONS sh_rank_operations_bmi2
#include "rank/ranker_template.h"
