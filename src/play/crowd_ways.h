// SPDX-License-Identifier: MIT
// The ways of all players across a star: what a cell is worth to each of them.
//
// Seen from its own camp every player's way is the same: from the top of the star to the bottom. So
// all that is known of the two-player star serves for every seat: rows and the axis of a course
// (course.h), and the marches of an army alone (march.h), which live on the rhombus between two
// opposite corners. `turned` is where a player's cells lie in that view. Everything here is data,
// made once, shared by all threads.
#pragma once

#include <stdint.h> // int16_t

#include "play/course.h"
#include "play/march.h"

#define SH_OFF_TRACK 255

typedef struct sh_ways {
    sh_game game;
    sh_keys keys;
    int16_t place[SH_MAX_PLAYERS][SH_MAX_CELLS];  // what a piece is worth there, rows included
    uint8_t turned[SH_MAX_PLAYERS][SH_MAX_CELLS]; // its cell of the rhombus, or SH_OFF_TRACK
    uint8_t view[SH_MAX_PLAYERS][SH_MAX_CELLS];   // its cell of the star, its camp at the top
    int8_t left[SH_MAX_PLAYERS][SH_MAX_CELLS];    // rows to the end of its way
    int home;                                     // what is left of them in all at the end
    int8_t goal_of[SH_MAX_CELLS];                 // whose goal a cell is in, or -1
    sh_course course;                             // the rhombus
    sh_march march;                               // on it; without, march.moves is NULL
} sh_ways;

// Makes the ways of a game on a star; of the options, those about distances count. SH_USAGE
// where sh_crowd_scope (play/scopes.h) does not take it.
sh_status sh_ways_open(sh_ways *ways, const sh_game *game, const sh_tuning *tuning,
                       const sh_engine_options *options, sh_error *error) SH_NODISCARD;
void sh_ways_close(sh_ways *ways);

#define SH_LEAPS 4 // hops straight ahead that are looked at, in a row

// Hops that lead a player ahead within its track.
typedef struct sh_leaps {
    int direction[SH_MAX_PLAYERS][2];
    sh_set from[SH_MAX_PLAYERS][2]; // from where each is possible
} sh_leaps;

void sh_leaps_find(const sh_ways *ways, sh_leaps *leaps);
