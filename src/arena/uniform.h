// SPDX-License-Identifier: MIT
// Positions drawn from all of a two-player game: legal, not over, each equally likely. The same
// seed gives the same positions.
#pragma once

#include <stddef.h> // size_t

#include "sternhalma/rank.h"

// SH_NO where such positions are so rare that the search for them was given up.
sh_status sh_uniform_draw(const sh_game *game, uint64_t seed, sh_position *positions, size_t count,
                          sh_error *error) SH_NODISCARD;
