// SPDX-License-Identifier: MIT
// Which control types the positions of a small race have that a game can reach.
#pragma once

#include "base/progress.h"
#include "rank/control.h"

enum { SH_MOST_REACHABLE = 60000 }; // positions; a race with more is not counted

typedef struct sh_reachable {
    uint64_t positions;
    uint64_t type[SH_TYPES];
    uint64_t wins, losses, draws; // of the first player's solo question, finished games included
} sh_reachable;

// Walks breadth first from the start. SH_NO where there are too many positions.
sh_status sh_reachable_count(sh_reachable *reachable, const sh_table *table,
                             const sh_monitor *monitor, sh_error *error) SH_NODISCARD;
