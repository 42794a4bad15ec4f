// SPDX-License-Identifier: MIT
// Counting the positions of a duel by distance, from every state of its table.
#pragma once

#include <stdatomic.h> // atomic_bool
#include <stdint.h>    // uint64_t

#include "sternhalma/probe.h"

// Positions with one player to move, no symmetry used, by plies to the end: odd ones are wins of
// the mover, even ones losses.
typedef struct sh_distances {
    int count; // how many there are, the longest and 0 included; 0 where they were not counted
    uint64_t positions[SH_MAX_PLIES];
} sh_distances;

// Reads the whole table. Leaves `count` 0 where it has no distances, more states than are worth
// the wait, or damage, or where *stop became true.
void sh_distances_count(sh_distances *distances, const sh_table *table, const atomic_bool *stop);
