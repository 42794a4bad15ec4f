// SPDX-License-Identifier: MIT
// What a whole table says of its game: how long wins take, what a lead is worth, the longest wins.
//
// Counts are of positions with one player to move and no symmetry used, as in sh_table_info. The
// lead is the mover's progress minus the waiter's, in rows of the rhombus summed over the pieces.
#pragma once

#include "base/pool.h"
#include "base/progress.h"
#include "sternhalma/probe.h"

enum { SH_STATS_PLIES = 256, SH_STATS_LEADS = 401, SH_STATS_EXAMPLES = 16 };

// Wins, draws and losses for the mover.
typedef struct sh_outcome_counts {
    uint64_t win, draw, loss;
} sh_outcome_counts;

typedef struct sh_stats {
    sh_outcome_counts all;
    uint64_t illegal;
    uint64_t plies[SH_STATS_PLIES]; // by distance: odd wins, even losses; all 0 without distances
    sh_outcome_counts lead[SH_STATS_LEADS]; // by lead + SH_STATS_LEADS / 2
    int longest;                            // the longest win in plies, or -1
    uint64_t longest_states;                // how many states (not positions) have it
    int examples;                           // of them, the first in the table, first player to move
    sh_position example[SH_STATS_EXAMPLES];
} sh_stats;

// Reads the whole table of a duel (SH_USAGE for others). The result does not depend on the threads.
sh_status sh_stats_gather(sh_stats *stats, const sh_table *table, sh_pool *pool,
                          const sh_monitor *monitor, sh_error *error) SH_NODISCARD;

// After a batch of a sweep over a whole table that ended with this status: reports, and says
// whether to go on.
sh_status sh_stats_step(const sh_monitor *monitor, const sh_progress *progress, sh_status status,
                        sh_error *error) SH_NODISCARD;
