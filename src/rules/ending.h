// SPDX-License-Identifier: MIT
// The one decision whether a game is over, for everybody who plays games: records and the
// environments that play many games at once.
//
// A position alone does not tell: it may have been there before, and a game with a limit
// (game->leave) counts moves. What is needed of the moves before it comes as an sh_past.
#pragma once

#include "sternhalma/record.h"

typedef struct sh_past {
    int plies;     // that have led here, all players together
    bool repeated; // the same position, with the same player to move, was there before
} sh_past;

// How the game stands at a legal position. `moves` (room for SH_MAX_MOVES) and *count get the moves
// of the player to move; *count is 0 where the game is over.
sh_result sh_ending_find(const sh_game *game, const sh_position *position, sh_past past,
                         sh_move *moves, int *count);
