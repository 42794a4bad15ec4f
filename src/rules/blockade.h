// SPDX-License-Identifier: MIT
// Definition 3: goals that are walled off, and which form of the rule is in force.
//
// Counts decide (docs/rules.md). Armies of up to five: no rule; four pieces can wall off the tip of
// a 2×2 goal, but the published counts of 7x7/4 have such positions as legal. Six: the tip is empty
// and the opponent holds every cell from which it can be entered. The general form also finds four
// walls of all six pieces that leave the tip alone; the published counts have those as legal too.
// Ten and more: the general form, sh_position_blocked.
//
// The general form asks which cells a player can ever reach while all others stand still. Flood
// from its pieces: a step goes to any cell the others leave free; a hop needs something to hop
// over, which is another's piece, or one of its own brought there first, so any cell it can stand
// on. The empty goal cells outside the flood are walled off. The floods exist for each width:
// sh_blockade64_reach and so on.
#pragma once

#include <stdbool.h> // bool

#include "board/bits.h"
#include "sternhalma/position.h"

#define TEMPLATE "rules/blockade_template.h"
#include "board/widths.h"

// Is the position illegal because of this player's goal, under the game's profile?
bool sh_blockade_illegal(const sh_game *game, const sh_position *position, int player);

// Can the verdict on a two-player position of at most 64 cells be another than that the game goes
// on? False is certain, and so it is nearly always.
static inline bool sh_blockade_doubtful(const sh_game *game, b64 first, b64 second) {
    b64 free = ~(first | second);
    if (!(b64_from(&game->goal[0]) & free) || !(b64_from(&game->goal[1]) & free)) return true;
    if (game->pieces != 6) return game->pieces > 6;
    return !(b64_from(&game->entry[0]) & ~second) || !(b64_from(&game->entry[1]) & ~first);
}
