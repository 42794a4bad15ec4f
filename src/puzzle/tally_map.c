// SPDX-License-Identifier: MIT
// See tally_map.h: open addressing over an array that grows.
#include "puzzle/tally_map.h"

#include <stdlib.h> // realloc
#include <string.h> // memset

static uint32_t hash(sh_tally tally) {
    uint64_t low = (uint64_t)tally, high = (uint64_t)(tally >> 64);
    uint64_t mixed = (low ^ high * 0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93;
    return (uint32_t)((mixed ^ mixed >> 32) * 0xd6e8feb86659fd93 >> 32);
}

void sh_tally_map_close(sh_tally_map *map) {
    free(map->tally);
    free(map->slot);
    memset(map, 0, sizeof *map);
}

static uint32_t slot_of(const sh_tally_map *map, sh_tally tally) {
    uint32_t at = hash(tally) & (map->slots - 1);
    while (map->slot[at] && map->tally[map->slot[at] - 1] != tally)
        at = (at + 1) & (map->slots - 1);
    return at;
}

uint32_t sh_tally_map_find(const sh_tally_map *map, sh_tally tally) {
    if (!map->slots) return SH_TALLY_NONE;
    return map->slot[slot_of(map, tally)] - 1; // 0 - 1 is SH_TALLY_NONE
}

static sh_status grow(sh_tally_map *map, sh_error *error) {
    uint32_t room = map->room ? map->room * 2 : 1024, slots = room * 2;
    if (room > 1u << 30) return sh_fail(error, SH_RESOURCES, "too many tallies for the bounds");
    sh_tally *tally = realloc(map->tally, room * sizeof *tally);
    if (tally) map->tally = tally;
    uint32_t *slot = calloc(slots, sizeof *slot);
    if (!tally || !slot) {
        free(slot);
        return sh_fail(error, SH_RESOURCES, "no memory for %u tallies of the bounds", room);
    }
    free(map->slot);
    map->slot = slot;
    map->slots = slots;
    map->room = room;
    for (uint32_t i = 0; i < map->count; i++) slot[slot_of(map, map->tally[i])] = i + 1;
    return SH_OK;
}

sh_status sh_tally_map_add(sh_tally_map *map, sh_tally tally, uint32_t *number, sh_error *error) {
    uint32_t found = sh_tally_map_find(map, tally);
    if (found == SH_TALLY_NONE) {
        if (map->count == map->room) {
            sh_status status = grow(map, error);
            if (status) return status;
        }
        found = map->count++;
        map->tally[found] = tally;
        map->slot[slot_of(map, tally)] = found + 1;
    }
    *number = found;
    return SH_OK;
}
