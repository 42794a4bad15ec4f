// SPDX-License-Identifier: MIT
// The rules of the Chinese Checkers engine rating list (CCERL, profile CCZ-121-Strict-LG-v2) as far
// as a player of it needs them.
//
// They are played on the 121-cell star by two players who may use the side corners: the board and
// the armies are those of star121:2p+stand. What differs from our rules: a piece that has landed in
// its goal stays there, in mid-chain too; no position is illegal; a position may come up three
// times. A goal that is full, with a piece of its owner in it, is won under both. When the first
// player arrives the second may answer with its own arrival: a draw. Games end after 240 plies.
//
// Cells are numbered 0 to 120 row by row from the top; a position is 121 characters: `.`, `0`, `1`.
#pragma once

#include "sternhalma/moves.h"

#define SH_CCERL_GAME "star121:2p+stand"
#define SH_CCERL_CELLS 121
#define SH_CCERL_PLIES 240

// Reads a position. SH_DATA where it is malformed.
sh_status sh_ccerl_parse(const sh_game *game, const char *cells, int player, sh_position *position,
                         sh_error *error) SH_NODISCARD;

// The number of a cell.
int sh_ccerl_number(const sh_game *game, int cell);

// The moves, in ascending order of (from, to); none where the game is over.
int sh_ccerl_moves(const sh_game *game, const sh_position *position, sh_move *moves);
// The cells of a move, fewest hops first: "4-15-28", into a buffer of SH_CCERL_MOVE_TEXT.
#define SH_CCERL_MOVE_TEXT 512
void sh_ccerl_print(const sh_game *game, const sh_position *position, sh_move move, char *text);

// Is somebody's goal full?
bool sh_ccerl_over(const sh_game *game, const sh_position *position);
