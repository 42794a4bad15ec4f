// SPDX-License-Identifier: MIT
// See tally_map.h.
#include "puzzle/tally_map.h"

#define HALVES(tally) ((uint64_t[]){(uint64_t)(tally), (uint64_t)((tally) >> 64)})

uint64_t sh_tally_map_hash(sh_tally tally) { return sh_keyset_hash(HALVES(tally), 2); }

void sh_tally_map_prefetch(const sh_tally_map *map, sh_tally tally) {
    sh_keyset_prefetch(&map->set, sh_tally_map_hash(tally));
}

void sh_tally_map_close(sh_tally_map *map) { sh_keyset_close(&map->set); }

uint32_t sh_tally_map_find(const sh_tally_map *map, sh_tally tally) {
    size_t number;
    return sh_keyset_find(&map->set, HALVES(tally), &number) ? (uint32_t)number : SH_TALLY_NONE;
}

sh_status sh_tally_map_add(sh_tally_map *map, sh_tally tally, uint32_t *number, sh_error *error) {
    map->set.words = 2;
    *number = sh_tally_map_count(map);
    sh_status status = sh_keyset_add(&map->set, HALVES(tally));
    if (status == SH_NO) *number = sh_tally_map_find(map, tally);
    if (status == SH_RESOURCES)
        return sh_fail(error, SH_RESOURCES, "no memory for the tallies of the bounds");
    return SH_OK;
}
