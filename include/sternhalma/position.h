// SPDX-License-Identifier: MIT
// A position: whose pieces stand where and who is to move; and what the rules say of it.
//
// Positions are values. What is said here is of positions that satisfy sh_position_check (the
// notation functions run it on everything they read). Others, those of another game for instance,
// do no harm: functions that return a status refuse them, such a position has no moves and no rank,
// and what else is said of it means nothing.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint8_t

#include "sternhalma/game.h"
#include "sternhalma/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sh_position {
    sh_set army[SH_MAX_PLAYERS];
    uint8_t turn; // the player to move
} sh_position;

// What the rules say of a placement with a turn. Illegal is tested before won.
typedef enum sh_verdict {
    SH_ONGOING,         // the game goes on
    SH_WON,             // the game is over; who has won a duel or completed a swap has just moved
    SH_ILLEGAL_FILLED,  // Definition 2: the goal of the player to move is already filled;
                        // among three or more: two goals are filled
    SH_ILLEGAL_BLOCKED, // Definition 3: an empty goal cell is walled off
} sh_verdict;

// The start of a game, player 0 to move.
SH_API void sh_position_start(const sh_game *game, sh_position *position);

// Is this a placement of the game at all? Overlapping pieces, wrong counts, pieces off the board or
// outside their tracks, and a turn that is nobody's each get their own message (SH_DATA).
SH_API sh_status sh_position_check(const sh_game *game, const sh_position *position,
                                   sh_error *error) SH_NODISCARD;

// The rules' verdict; with SH_WON, *winner (may be NULL) is who.
SH_API sh_verdict sh_position_verdict(const sh_game *game, const sh_position *position,
                                      int *winner);

// As sh_position_check, and the verdict must not be one of the two illegal ones.
SH_API sh_status sh_position_check_legal(const sh_game *game, const sh_position *position,
                                         sh_error *error) SH_NODISCARD;

// Definition 3 in general, for one player's goal: some empty goal cell can never be reached by
// `player` while everyone else's pieces stand still. For any camp. The verdict uses it for armies
// of ten and more; for six it uses the form that the published counts have (docs/rules.md), which
// asks of the tip alone.
SH_API bool sh_position_blocked(const sh_game *game, const sh_position *position, int player);

// All occupied cells.
SH_API sh_set sh_position_occupied(const sh_game *game, const sh_position *position);

// The position seen through a symmetry of the game: equal in value.
SH_API void sh_position_transform(const sh_game *game, const sh_symmetry *symmetry,
                                  const sh_position *from, sh_position *to);

SH_API bool sh_position_equal(const sh_position *a, const sh_position *b);

#ifdef __cplusplus
}
#endif
