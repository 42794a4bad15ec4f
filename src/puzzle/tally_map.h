// SPDX-License-Identifier: MIT
// Numbers tallies in the order in which they are met: 0, 1, 2, …
//
// Where a puzzle has no more than SH_MOST_RANKS tallies the numbers stand in an array by rank: one
// access to memory a lookup, and many are added on all threads at once. Else they are hashed, and
// added one after the other. Finding is safe for any number of threads once nobody adds.
#pragma once

#include "base/keyset.h"
#include "base/pool.h"
#include "puzzle/tally.h"

#define SH_TALLY_NONE UINT32_MAX

// Tallies in some order; freed with free(list->tally).
typedef struct sh_tally_list {
    sh_tally *tally;
    size_t count, room;
} sh_tally_list;

bool sh_tally_list_add(sh_tally_list *list, sh_tally tally); // false where there is no memory

typedef struct sh_tally_map {
    const sh_tallying *tallying;
    sh_tally *tally; // by number
    size_t count, room;
    uint32_t *number; // by rank, + 1; or NULL
    sh_keyset set;    // else: of both halves of a tally
} sh_tally_map;

sh_status sh_tally_map_open(sh_tally_map *map, const sh_tallying *tallying,
                            sh_error *error) SH_NODISCARD;
void sh_tally_map_close(sh_tally_map *map); // a map that is all zero is empty
uint32_t sh_tally_map_find(const sh_tally_map *map, sh_tally tally); // or SH_TALLY_NONE
// The same in two parts, for who asks for the memory in between: a tally's place is its rank or its
// hash, the same for all maps of a tallying.
uint64_t sh_tally_place(const sh_tallying *tallying, sh_tally tally);
void sh_tally_map_prefetch(const sh_tally_map *map, uint64_t place);
uint32_t sh_tally_map_find_at(const sh_tally_map *map, sh_tally tally, uint64_t place);
// A relaxed move from one diagonal to another, and where it leads.
typedef struct sh_relaxed {
    sh_tally tally;
    uint64_t place;
    int from, to;
} sh_relaxed;
#define SH_MAX_RELAXED (SH_MAX_DIAGONALS * SH_MAX_DIAGONALS)
int sh_tally_around(const sh_tallying *tallying, sh_tally tally, const sh_counts *counts,
                    sh_relaxed moves[SH_MAX_RELAXED]); // how many there are

// Adds those that are not there, with the numbers that they would get one after the other.
// SH_RESOURCES where there is no memory, or four billion tallies.
sh_status sh_tally_map_add(sh_tally_map *map, const sh_tally *tallies, size_t count, sh_pool *pool,
                           sh_error *error) SH_NODISCARD;

static inline uint32_t sh_tally_map_count(const sh_tally_map *map) { return (uint32_t)map->count; }

static inline sh_tally sh_tally_map_at(const sh_tally_map *map, uint32_t number) {
    return map->tally[number];
}
