// SPDX-License-Identifier: MIT
// The best moves of 32 rows at once (derive.h, outlook_lanes.h).
//
// Rows that follow each other have most of their set in common. Its cells are closed; on the others
// every set of the armies has a number that is the same for all rows, and a row is a lane.
#pragma once

#include "solve/verify/derive.h"
#include "solve/verify/outlook_lanes.h"

// One thread's rows.
typedef struct sh_derived_lanes {
    const sh_outlook_lanes *lanes;
    uint64_t columns;
    b64 closed, taken[SH_OUTLOOK_LANES];
    uint32_t sets;  // how many have a number
    b64 *set;       // by number
    uint16_t *rows; // by lane and number: words, 0 where there is no room
    sh_lane_words *after, *best;
} sh_derived_lanes;

// Is there a variant for boards of this size?
static inline bool sh_derive_lanes_fit(const sh_deriving *deriving) {
    return sh_outlook_lanes_get(sh_cpu_level_get(), deriving->game->board.size);
}

// To be freed either way.
sh_status sh_derived_lanes_make(sh_derived_lanes *derived, const sh_deriving *deriving,
                                sh_error *error) SH_NODISCARD;
void sh_derived_lanes_free(sh_derived_lanes *derived);

// Turns to `count` rows, at most as many as there are lanes; then the words after a move are to be
// put for each; then the best moves are found, and each row can be asked for its own.
void sh_derive_lanes_start(const sh_deriving *deriving, uint64_t row, uint32_t count,
                           sh_derived_lanes *derived);
void sh_derive_lanes_put(sh_derived_lanes *derived, uint32_t lane, const int16_t *after);
void sh_derive_lanes_best(const sh_deriving *deriving, sh_derived_lanes *derived);
void sh_derive_lanes_get(const sh_derived_lanes *derived, uint32_t lane, int16_t *best);
