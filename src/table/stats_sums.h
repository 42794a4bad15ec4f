// SPDX-License-Identifier: MIT
// Inside the statistics: the sums of one worker, and the two ways to fill them.
#pragma once

#include <stdatomic.h> // atomic_int

#include "table/band_values.h"
#include "table/stats.h"

typedef struct sh_stats_sums {
    sh_stats stats;
    sh_pair example[SH_STATS_EXAMPLES + 1]; // in order
    sh_error error;
    uint16_t *rows;       // of version 2
    sh_band_values bands; // of version 3
    struct sh_stats_leads *leads;
} sh_stats_sums;

typedef struct sh_stats_gathering {
    const sh_table *table;
    const uint8_t *progress; // by rank of a set
    sh_stats_sums *by_worker;
    uint64_t first_task; // of the batch
    atomic_int status;
} sh_stats_gathering;

// Keeps the first examples of the longest win known so far.
void sh_stats_note_win(sh_stats_sums *sums, int plies, sh_pair pair);

// A sh_task: a band of a table of version 3.
void sh_stats_band(void *context, size_t index, int worker);
// What a worker needs for that.
sh_status sh_stats_bands_open(sh_stats_sums *sums, const sh_stats_gathering *g,
                              sh_error *error) SH_NODISCARD;
void sh_stats_bands_close(sh_stats_sums *sums);
