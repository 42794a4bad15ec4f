// SPDX-License-Identifier: MIT
// Openings drawn at random: the same seed gives the same moves everywhere.
#pragma once

#include <stdint.h> // uint64_t

#include "sternhalma/record.h"

// The start and `plies` moves drawn at random, in a game that is not over. SH_USAGE where every
// walk ends the game before.
sh_status sh_opening_draw(sh_record **record, const sh_game *game, int plies, uint64_t seed,
                          sh_error *error) SH_NODISCARD;
