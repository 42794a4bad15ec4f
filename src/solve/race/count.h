// SPDX-License-Identifier: MIT
// What the planes of a solved three-player game say when they are put together (census.h).
#pragma once

#include "solve/race/race.h"

// Placements with exactly one and with more goals filled.
void sh_count_filled(const sh_cube *cube, uint64_t *one, uint64_t *more);

// Lists the draws from the planes of solo win and those of pair out, by role.
sh_status sh_count_draws(sh_solved *solved, const sh_plane *out, sh_pool *pool,
                         sh_error *error) SH_NODISCARD;

// Types over all states, kingmakers, crowned players and the opening, when all planes are there.
sh_status sh_count_states(const sh_solved *solved, sh_pool *pool, sh_race_counts *counts,
                          sh_error *error) SH_NODISCARD;
