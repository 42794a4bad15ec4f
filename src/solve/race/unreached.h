// SPDX-License-Identifier: MIT
// The ongoing states that play cannot come to, as a list: there are few or none.
#pragma once

#include "solve/race/rounds/solved.h"

// From the planes of a solved sh_goal_reach, by role. The list is the caller's to free; each
// state's player is its turn (0 for A), its triple is seen from the player to move.
sh_status sh_unreached_list(const sh_plane *planes, const sh_cube *cube, sh_draw **list,
                            size_t *count, sh_error *error) SH_NODISCARD;

// How many terminal states were reached: the player who has just moved stands in its goal.
uint64_t sh_reached_terminals(const sh_plane *planes, const sh_cube *cube);
