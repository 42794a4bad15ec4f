// SPDX-License-Identifier: MIT
// Fills the distances of a game: see sternhalma/distance.h.
#pragma once

#include "sternhalma/distance.h"

// Fills game->away and game->furthest from the board, the camps, the goals and where players may
// stand.
void sh_distance_find(sh_game *game);
