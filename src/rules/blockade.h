// SPDX-License-Identifier: MIT
// Definition 3: goals that are walled off, and when the rule is in force.
//
// Counts decide where it applies (docs/rules.md): armies of six and more. Four pieces can wall off the
// tip of a 2×2 goal too, but the published counts of 7x7/4 have such positions as legal.
#pragma once

#include <stdbool.h> // bool

#include "sternhalma/position.h"

// Does this game know the rule at all?
static inline bool sh_blockade_applies(const sh_game *game) {
    return game->family == SH_DUEL && game->pieces >= 6;
}

// The published profile does not look at the goal of the player to move while that player has no piece
// in its own camp and none in its goal.
static inline bool sh_blockade_exempt(const sh_game *game, const sh_position *position,
                                      int player) {
    sh_set ends = sh_set_or(game->camp[player], game->goal[player]);
    return game->profile == SH_PUBLISHED && player == position->turn &&
           sh_set_is_empty(sh_set_and(position->army[player], ends));
}
