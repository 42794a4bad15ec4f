// SPDX-License-Identifier: MIT
// Breadth-first search from the opening: what control types appear at which depth, and the shortest
// line of play to each.
#pragma once

#include "solve/race/rounds/solved.h"
#include "sternhalma/moves.h"

#define SH_EXPLORE_MAX_DEPTH 24

typedef struct sh_witness {
    bool found;
    int depth;
    sh_position position;
    sh_control_code control;
    sh_move line[SH_EXPLORE_MAX_DEPTH]; // `depth` moves from the opening
} sh_witness;

typedef struct sh_exploration {
    int depth;                                         // levels 0 … depth were searched
    uint64_t positions[SH_EXPLORE_MAX_DEPTH + 1];      // new ones, by depth
    uint64_t type[SH_EXPLORE_MAX_DEPTH + 1][SH_TYPES]; // of these, by control type
    sh_witness witness[SH_TYPES];                      // the first of each type
    double seconds;
} sh_exploration;

// Without `typed` only positions are counted, and `solved` needs no planes. Fails with SH_RESOURCES
// where the positions do not fit into memory, SH_INTERRUPTED where the monitor says so.
sh_status sh_explore(const sh_solved *solved, int depth, bool typed, const sh_monitor *monitor,
                     sh_exploration *exploration, sh_error *error) SH_NODISCARD;
