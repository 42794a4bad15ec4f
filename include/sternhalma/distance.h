// SPDX-License-Identifier: MIT
// How far an army is from its goal, on every board and for every player, in steps.
//
// The end of a player's way are the cells furthest from its camp, of those it may stand on; where
// some of them are in its goal, these only. game->away says for every cell how many steps of a
// piece alone on the board lead to the end: on a rhombus the rows that are left to the tip, on a
// square with eight directions what a king would need. Armies add up their pieces. Pure functions,
// thread-safe.
#pragma once

#include "sternhalma/game.h"

#ifdef __cplusplus
extern "C" {
#endif

// Fills game->away and game->furthest; sh_game_parse does it. For those who change camps or goals.
SH_API void sh_distance_find(sh_game *game);

// The sum of game->away over the cells of a set. Cells on which the player may not stand count
// nothing; nor does anything for a player that the game does not have.
SH_API int sh_army_away(const sh_game *game, int player, const sh_set *set);

// Steps to go: 0 where the set is the goal. (Five pieces on a rhombus may go too far: their goal
// leaves the end of the board out.)
SH_API int sh_army_distance(const sh_game *game, int player, const sh_set *set);

// Steps come, counted from the cells furthest from the end: what a set has not to go any more. On a
// rhombus this is Σ (x + y) for player 0, whatever the camps are.
SH_API int sh_army_progress(const sh_game *game, int player, const sh_set *set);

#ifdef __cplusplus
}
#endif
