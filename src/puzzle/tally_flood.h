// SPDX-License-Identifier: MIT
// Distances between tallies: a breadth-first search over relaxed moves, on all threads.
//
// Tallies are numbered in the order in which one thread would meet them, whatever the number of
// threads: those of distance 0, then 1, and so on.
#pragma once

#include "base/pool.h"
#include "base/progress.h"
#include "puzzle/tally_map.h"

#define SH_TALLY_FAR UINT8_MAX

typedef struct sh_tally_flood {
    sh_tally_map map;
    uint8_t *distance; // by number
    size_t room;
} sh_tally_flood;

// Is a tally of interest at this distance? Asked by several threads at once. `place`: see
// sh_tally_place.
typedef bool sh_tally_keep(const void *context, sh_tally tally, uint64_t place,
                           const sh_counts *counts, int distance);

// How a flood grows.
typedef struct sh_tally_growth {
    const sh_tallying *tallying;
    sh_tally_keep *keep; // NULL: every tally
    const void *context;
    sh_pool *pool;
    const sh_monitor *monitor;
} sh_tally_growth;

void sh_tally_flood_close(sh_tally_flood *flood); // a flood that is all zero is empty
// Begins with these tallies, at distance 0.
sh_status sh_tally_flood_open(sh_tally_flood *flood, const sh_tallying *tallying,
                              const sh_tally *seeds, size_t count, sh_pool *pool,
                              sh_error *error) SH_NODISCARD;
// SH_TALLY_FAR where it is not there.
int sh_tally_flood_distance(const sh_tally_flood *flood, sh_tally tally, uint64_t place);
// Grows a flood whose seeds are in place to a distance.
sh_status sh_tally_flood_grow(sh_tally_flood *flood, const sh_tally_growth *growth, int depth,
                              sh_error *error) SH_NODISCARD;
