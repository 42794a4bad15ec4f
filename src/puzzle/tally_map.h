// SPDX-License-Identifier: MIT
// Numbers tallies in the order in which they are met: 0, 1, 2, …
//
// Filled by one thread; finding is safe for any number of threads once nobody adds.
#pragma once

#include <stdint.h> // uint32_t

#include "puzzle/tally.h"

#define SH_TALLY_NONE UINT32_MAX

typedef struct sh_tally_map {
    sh_tally *tally; // by number
    uint32_t count, room;
    uint32_t *slot; // number + 1, 0 for empty
    uint32_t slots; // a power of two
} sh_tally_map;

void sh_tally_map_close(sh_tally_map *map); // a map that is all zero is empty
uint32_t sh_tally_map_find(const sh_tally_map *map, sh_tally tally); // or SH_TALLY_NONE
// Finds or adds. SH_RESOURCES where there is no memory, or four billion tallies.
sh_status sh_tally_map_add(sh_tally_map *map, sh_tally tally, uint32_t *number,
                           sh_error *error) SH_NODISCARD;
