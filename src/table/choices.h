// SPDX-License-Identifier: MIT
// The moves of a race of three with what each makes of it, best first for the player who moves.
//
// With three players there is no best move, but an order that makes sense: its own win first, then
// its own draw, then what leaves the race open, then a win given to the next player, then to the
// previous one; by (from, to) among equals. Thread-safe.
#pragma once

#include "rank/control.h"
#include "sternhalma/moves.h"

typedef struct sh_choice {
    sh_move move;
    sh_position after;
    sh_control_code control; // after the move, players counted from the one who makes it
} sh_choice;

// The control of a position and its moves; `choices` has room for SH_MAX_MOVES. The position must
// be legal. SH_USAGE for a table of a duel.
sh_status sh_choices_list(const sh_table *table, const sh_position *position,
                          sh_control_code *control, sh_choice *choices, int *count,
                          sh_error *error) SH_NODISCARD;
