// SPDX-License-Identifier: MIT
// What a whole table of a race of three says: how often who controls the game.
//
// A placement counts once with the player to move as `mover`; the three players are symmetric, so a
// game has three states for each placement. Triples whose sets overlap are no placements.
#pragma once

#include "base/pool.h"
#include "base/progress.h"
#include "rank/control.h"
#include "sternhalma/probe.h"

typedef struct sh_race_stats {
    uint64_t placements;
    sh_control_counts control; // over placements
    // Of a player, over all states: it can force its win alone, is shut out, or draws; it and its
    // next or previous player can force the win of that one. Finished games count for the winner.
    uint64_t solo_win, solo_loss, solo_draw, enable_next, enable_previous;
} sh_race_stats;

// Reads the whole table of a race (SH_USAGE for others).
sh_status sh_race_stats_gather(sh_race_stats *stats, const sh_table *table, sh_pool *pool,
                               const sh_monitor *monitor, sh_error *error) SH_NODISCARD;
