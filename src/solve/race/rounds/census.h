// SPDX-License-Identifier: MIT
// Counting over all placements: draws, control types, kingmakers.
//
// The planes of a solved game are packed and cut alike, so the bits of a placement stand at the
// same place in each of them: counting is one sweep over all, 64 placements at a time.
#pragma once

#include "solve/race/rounds/solved.h"

#define SH_CENSUS_PLANES 9

// What one worker has found.
typedef struct sh_census_worker {
    sh_control_counts counts; // without spoiler draws (they are on the list) and terminals
    sh_draw *draws;
    size_t draw_count, draw_room;
    bool failed; // no memory for the list
} sh_census_worker;

typedef struct sh_census {
    const sh_solved *solved;
    // For the list of draws: the planes of the question whether the others can shut a player out,
    // and of its solo, by whom they are about. For the count of types: the nine planes by bit.
    const sh_plane *plane[SH_CENSUS_PLANES];
    sh_census_worker *worker;
} sh_census;

sh_status sh_census_open(sh_census *census, const sh_solved *solved, int threads,
                         sh_error *error) SH_NODISCARD;
void sh_census_close(sh_census *census, int threads);
