// SPDX-License-Identifier: MIT
// Positions and moves as text; parse(print(x)) is x.
//
// A position is the board's rows from the top separated by `/`, each row left to right: a letter
// for a piece (sh_game_letter), a number for a run of empty cells; then a space and the letter of
// the side to move: `xx5/x6/7/7/7/6o/5oo x` starts 7x7/3. A cell is a column letter and a row
// number from the top: a1 is the first cell of the lattice (stars use the columns of their lattice,
// so some columns of a row are not on the board). A move is its cells joined by `-`: `a4-c2-e2`;
// the cells between may be left out: `a4-e2`.
#pragma once

#include "sternhalma/moves.h"
#include "sternhalma/position.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SH_MAX_POSITION_TEXT 320
#define SH_MAX_CELL_TEXT 4
#define SH_MAX_MOVE_TEXT 1024

// Prints into a buffer of SH_MAX_POSITION_TEXT.
SH_API void sh_position_print(const sh_game *game, const sh_position *position, char *text);
// Reads and checks (sh_position_check) a position; "startpos" is the start. Whether it is also
// legal is for the caller to ask.
SH_API sh_status sh_position_parse(const sh_game *game, const char *text, sh_position *position,
                                   sh_error *error) SH_NODISCARD;

// Cells, in a buffer of SH_MAX_CELL_TEXT.
SH_API void sh_cell_print(const sh_game *game, int cell, char *text);
SH_API sh_status sh_cell_parse(const sh_game *game, const char *text, int *cell,
                               sh_error *error) SH_NODISCARD;

// A move as `from-to`, and a path in full, in buffers of SH_MAX_MOVE_TEXT.
SH_API void sh_move_print(const sh_game *game, sh_move move, char *text);
SH_API void sh_path_print(const sh_game *game, const sh_path *path, char *text);
// Reads a move of this position and checks that it is legal, hop by hop if the path is given.
SH_API sh_status sh_move_parse(const sh_game *game, const sh_position *position, const char *text,
                               sh_move *move, sh_error *error) SH_NODISCARD;

#ifdef __cplusplus
}
#endif
