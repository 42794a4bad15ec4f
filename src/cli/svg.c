// SPDX-License-Identifier: MIT
// Cells are circles at the places that the board gives for drawings; goals get the pale colour of
// their player, pieces the strong one with a letter, moves an arrow.
#include "cli/svg.h"

#include <ctype.h> // toupper
#include <stdio.h> // printf

#include "cli/drawing.h"

// Colours that the colour-blind can tell apart (Okabe and Ito), strong and pale, by player.
static const char *const STRONG[SH_MAX_PLAYERS] = {"#d55e00", "#0072b2", "#009e73",
                                                   "#cc79a7", "#e69f00", "#56b4e9"};
static const char *const PALE[SH_MAX_PLAYERS] = {"#f7d9c4", "#c4dff0", "#c4ebdf",
                                                 "#f3dfe9", "#fbe9c4", "#dcf0fb"};

#define UNIT 20.0 // pixels to half a cell spacing
#define MARGIN 1.5

static void centre_of(const sh_board *board, int cell, double *x, double *y) {
    int column, row;
    sh_board_drawing(board, cell, &column, &row);
    *x = (column + MARGIN) * UNIT;
    *y = (row * sh_board_row_height(board) + MARGIN) * UNIT;
}

static void print_cell(const sh_game *game, const sh_position *position, int cell) {
    double x, y;
    int owner = sh_cli_owner(game, position->army, cell);
    int goal = sh_cli_owner(game, game->goal, cell);
    centre_of(&game->board, cell, &x, &y);
    printf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"15\" fill=\"%s\" stroke=\"%s\"/>\n", x, y,
           goal >= 0 ? PALE[goal] : "#f4f4f4", goal >= 0 ? STRONG[goal] : "#bbbbbb");
    if (owner < 0) return;
    printf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"12\" fill=\"%s\"/>\n", x, y, STRONG[owner]);
    printf("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" font-family=\"sans-serif\" "
           "font-size=\"14\" fill=\"#ffffff\">%c</text>\n",
           x, y + 5, toupper(sh_game_letter(game, owner)));
}

static void print_arrow(const sh_game *game, const sh_position *position, sh_move move) {
    double x1, y1, x2, y2;
    int owner = sh_cli_owner(game, position->army, move.from);
    centre_of(&game->board, move.from, &x1, &y1);
    centre_of(&game->board, move.to, &x2, &y2);
    printf("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" "
           "stroke-width=\"4\" marker-end=\"url(#tip)\"/>\n",
           x1, y1, x2, y2, owner >= 0 ? STRONG[owner] : "#444444");
}

void sh_cli_svg(const sh_game *game, const sh_position *position, const sh_move *arrows,
                int arrow_count) {
    const sh_board *board = &game->board;
    double width = 0, height = 0, x, y;
    for (int cell = sh_set_next(&board->mask, 0); cell >= 0;
         cell = sh_set_next(&board->mask, cell + 1)) {
        centre_of(board, cell, &x, &y);
        if (x > width) width = x;
        if (y > height) height = y;
    }
    width += MARGIN * UNIT;
    height += MARGIN * UNIT;
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
           "height=\"%.0f\">\n",
           width, height, width, height);
    printf("<defs><marker id=\"tip\" viewBox=\"0 0 6 6\" refX=\"5\" refY=\"3\" markerWidth=\"4\" "
           "markerHeight=\"4\" orient=\"auto\"><path d=\"M0 0L6 3L0 6z\"/></marker></defs>\n");
    for (int cell = sh_set_next(&board->mask, 0); cell >= 0;
         cell = sh_set_next(&board->mask, cell + 1))
        print_cell(game, position, cell);
    for (int i = 0; i < arrow_count; i++) print_arrow(game, position, arrows[i]);
    printf("</svg>\n");
}
