// SPDX-License-Identifier: MIT
// Numbers tallies in the order in which they are met: 0, 1, 2, …
//
// Filled by one thread; finding is safe for any number of threads once nobody adds.
#pragma once

#include "base/keyset.h"
#include "puzzle/tally.h"

#define SH_TALLY_NONE UINT32_MAX

typedef struct sh_tally_map {
    sh_keyset set; // of both halves of a tally
} sh_tally_map;

void sh_tally_map_close(sh_tally_map *map); // a map that is all zero is empty
uint32_t sh_tally_map_find(const sh_tally_map *map, sh_tally tally); // or SH_TALLY_NONE
// Finds or adds. SH_RESOURCES where there is no memory, or four billion tallies.
sh_status sh_tally_map_add(sh_tally_map *map, sh_tally tally, uint32_t *number,
                           sh_error *error) SH_NODISCARD;

uint64_t sh_tally_map_hash(sh_tally tally);
// Asks for the memory of a tally that will be added or looked for soon.
void sh_tally_map_prefetch(const sh_tally_map *map, sh_tally tally);

static inline uint32_t sh_tally_map_count(const sh_tally_map *map) {
    return (uint32_t)map->set.count;
}

static inline sh_tally sh_tally_map_at(const sh_tally_map *map, uint32_t number) {
    const uint64_t *half = map->set.key + 2 * (size_t)number;
    return (sh_tally)half[1] << 64 | half[0];
}
