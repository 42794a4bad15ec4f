// SPDX-License-Identifier: MIT
// Finds the symmetries of a game from its geometry and its armies.
#pragma once

#include "sternhalma/game.h"

// Fills game->symmetry: every linear map of the lattice about the board's centre that carries
// directions to directions, cells to cells, and each player's camp, goal and tracks to those of
// another, the players being shifted cyclically so that the order of turns is kept. The identity
// comes first.
void sh_symmetry_find(sh_game *game);
