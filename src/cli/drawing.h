// SPDX-License-Identifier: MIT
// A position drawn in the terminal as people know the board: a rhombus or star on its tip.
//
// Pieces are the players' letters in capitals, or with colour and two players discs; the empty
// cells of camps and goals are marked and take the colour of their player. Columns and rows are
// labelled at the edge, in the directions in which they run.
#pragma once

#include "cli/cli.h"

enum { SH_DRAWING_LINES = 40, SH_DRAWING_COLUMNS = 80 };

// What stands at one place of a drawing.
typedef struct sh_glyph {
    char text[8];    // "" is a blank
    const char *sgr; // colour; NULL: none
    int cell;        // of the board, or -1
} sh_glyph;

// A position drawn, line by line from the top.
typedef struct sh_drawing {
    bool utf8;  // beyond ASCII
    bool discs; // pieces are discs, not letters
    int lines, columns;
    sh_glyph at[SH_DRAWING_LINES][SH_DRAWING_COLUMNS];
} sh_drawing;

// Are pieces discs? Where there are colour, UTF-8 and two players; of more the letters say who is
// who.
bool sh_drawing_discs(const sh_game *game, bool utf8, bool color);
void sh_drawing_make(sh_drawing *drawing, const sh_game *game, const sh_position *position,
                     bool utf8, bool color);
// How a piece of a player is drawn.
void sh_drawing_piece(const sh_game *game, int player, bool discs, sh_glyph *glyph);

// Which part of the drawn board these cells are in: "top", "upper right", …
const char *sh_drawing_part(const sh_game *game, const sh_set *cells);

// Is the character set of this place UTF-8?
bool sh_cli_utf8(void);

// Prints the drawing of a position.
void sh_cli_draw(const sh_cli *cli, const sh_game *game, const sh_position *position);

// Who has a piece, a camp or a goal at a cell, or -1.
int sh_cli_owner(const sh_game *game, const sh_set *sets, int cell);
