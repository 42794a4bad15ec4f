// SPDX-License-Identifier: MIT
// Boards, positions, moves and values as JSON: the shapes of docs/openapi.json.
//
// All functions return a new reference, or NULL when memory runs out. Positions must be checked.
#pragma once

#include <jansson.h>

#include "sternhalma/moves.h"
#include "sternhalma/probe.h"

// Geometry for a drawing: cells with drawn coordinates, lines between neighbours, camps and goals.
json_t *sh_encode_board(const sh_game *game);

// {"position", "turn", "verdict", "winner", "pieces"}: everything but the moves.
json_t *sh_encode_position(const sh_game *game, const sh_position *position);

// {"move", "path", "position"}: what it is called, which cells it touches, where it leads.
json_t *sh_encode_move(const sh_game *game, const sh_position *position, sh_move move);

// Adds "value" ("win", "draw", "loss") and "plies" (a number or null) to an object.
void sh_encode_value(json_t *object, sh_value value);

// Who can force what, a player at a time, and what kind of position that makes it.
json_t *sh_encode_control(const sh_game *game, const sh_position *position,
                          const sh_control *control);

// The facts of a table's header.
json_t *sh_encode_table(const sh_table_info *info);
