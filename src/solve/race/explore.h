// SPDX-License-Identifier: MIT
// Breadth-first search from the opening: what control types appear at which depth, and the shortest
// line of play to each. What it says does not depend on threads or memory.
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
    sh_witness witness[SH_TYPES];                      // of each type the least of the first ones
    uint64_t spilled;                                  // bytes written to scratch
    double seconds;
} sh_exploration;

typedef struct sh_explore_options {
    int depth;
    bool typed;          // else positions are only counted, and nothing needs to be solved
    int threads;         // 0: one for every CPU
    size_t memory;       // bytes for positions
    const char *scratch; // a folder for those that do not fit; may be NULL
} sh_explore_options;

// SH_RESOURCES where the positions do not fit, SH_INTERRUPTED where the monitor says so.
sh_status sh_explore(const sh_solved *solved, const sh_explore_options *options,
                     const sh_monitor *monitor, sh_exploration *exploration,
                     sh_error *error) SH_NODISCARD;
