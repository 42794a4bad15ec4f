// SPDX-License-Identifier: MIT
// Critical positions: where it matters what is played, collected from games.
//
// An agent plays itself, from openings drawn at random and with some later moves drawn at random as
// well, so that both sides err. Of its games those positions are kept that are critical (grade.h)
// and balanced: no army is more than some steps ahead. None comes twice, mirror images included.
// The same options give the same positions, whatever the threads, as long as the agent's limits are
// nodes or a depth.
#pragma once

#include "arena/grade.h"
#include "base/pool.h"
#include "base/progress.h"

typedef struct sh_critical_options {
    const sh_table *table;
    const char *agent; // who plays
    int won, drawn;    // positions wanted
    int lead;          // steps that an army may be ahead
    int opening;       // plies drawn at random at the beginning, at most
    int stray;         // of so many later moves one is drawn at random; 0: none
    uint64_t seed;
} sh_critical_options;

// Collects. `positions` has room for won + drawn; *won and *drawn are how many of each came, fewer
// than wanted where many games in a row had none. They stand in the order in which they were found.
sh_status sh_critical_collect(const sh_critical_options *options, sh_pool *pool,
                              const sh_monitor *monitor, sh_position *positions, int *won,
                              int *drawn, sh_error *error) SH_NODISCARD;
