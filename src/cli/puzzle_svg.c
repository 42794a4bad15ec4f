// SPDX-License-Identifier: MIT
// See puzzle_svg.h. Cells are placed by the drawing of their board. In the moving picture a man is
// a circle with one list of places and times for each coordinate.
#include "cli/puzzle_svg.h"

#include <assert.h> // assert
#include <stdio.h>  // printf

#include "sternhalma/notation.h"

#define UNIT 6.0     // pixels to half a cell spacing
#define MARGIN 12.0  // around a board
#define TITLE 14.0   // above it
#define SECONDS 1.2  // a move takes
enum { ACROSS = 6 }; // boards beside each other

static const char *const COLOURS[2] = {"#0072b2", "#d55e00"};

static void place(const sh_board *board, int cell, double *x, double *y) {
    int column, row;
    sh_board_drawing(board, cell, &column, &row);
    *x = MARGIN + column * UNIT;
    *y = MARGIN + TITLE + row * sh_board_row_height(board) * UNIT;
}

static void extent(const sh_board *board, double *width, double *height) {
    *width = *height = 0;
    for (int c = sh_set_next(&board->mask, 0); c >= 0; c = sh_set_next(&board->mask, c + 1)) {
        double x, y;
        place(board, c, &x, &y);
        if (x + MARGIN > *width) *width = x + MARGIN;
        if (y + MARGIN > *height) *height = y + MARGIN;
    }
}

static void open_svg(double width, double height) {
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
           "height=\"%.0f\" font-family=\"sans-serif\" font-size=\"9\">\n"
           "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
           width, height, width, height);
}

// The cells of a board, those of the first army's goal darker.
static void print_cells(const sh_game *game) {
    const sh_board *board = &game->board;
    for (int c = sh_set_next(&board->mask, 0); c >= 0; c = sh_set_next(&board->mask, c + 1)) {
        double x, y;
        place(board, c, &x, &y);
        printf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"1.6\" fill=\"%s\"/>\n", x, y,
               sh_set_has(&game->goal[0], c) ? "#777777" : "#cccccc");
    }
}

static void print_men(const sh_game *game, const sh_position *position) {
    assert(game->players <= 2);
    for (int p = 0; p < game->players; p++)
        for (int c = sh_set_next(&position->army[p], 0); c >= 0;
             c = sh_set_next(&position->army[p], c + 1)) {
            double x, y;
            place(&game->board, c, &x, &y);
            printf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.6\" fill=\"%s\"/>\n", x, y, COLOURS[p]);
        }
}

static void print_way(const sh_game *game, const sh_position *before, sh_move move) {
    sh_path path;
    sh_move_path(game, before, move, &path);
    printf("<polyline fill=\"none\" stroke=\"#000000\" stroke-width=\"1.2\" points=\"");
    for (int i = 0; i < path.length; i++) {
        double x, y;
        place(&game->board, path.cell[i], &x, &y);
        printf("%.1f,%.1f ", x, y);
    }
    printf("\"/>\n");
}

void sh_cli_puzzle_sheet(const sh_certificate *c) {
    const sh_game *game = &c->puzzle.game;
    double width, height;
    extent(&game->board, &width, &height);
    int boards = c->moves + 1, rows = (boards + ACROSS - 1) / ACROSS;
    open_svg(width * (boards < ACROSS ? boards : ACROSS), height * rows);
    for (int i = 0; i < boards; i++) {
        char text[SH_MAX_MOVE_TEXT] = "start";
        int row = i / ACROSS;
        if (i > 0) sh_move_print(game, c->move[i - 1], text);
        printf("<g transform=\"translate(%.0f %.0f)\">\n<text x=\"%.0f\" y=\"12\">%d %s</text>\n",
               width * (i % ACROSS), height * row, MARGIN, i, text);
        print_cells(game);
        print_men(game, &c->position[i]);
        if (i > 0) print_way(game, &c->position[i - 1], c->move[i - 1]);
        printf("</g>\n");
    }
    printf("</svg>\n");
}

typedef enum coordinate { ACROSS_THE_BOARD, DOWN_THE_BOARD, TIME } coordinate;

static double value_of(const sh_board *board, int cell, double when, coordinate what) {
    double x, y;
    place(board, cell, &x, &y);
    return what == TIME ? when : what == DOWN_THE_BOARD ? y : x;
}

// One coordinate of a man that starts on a cell, at the ends of his steps and jumps.
static void print_values(const sh_certificate *c, int player, int start, coordinate what) {
    const sh_game *game = &c->puzzle.game;
    const int digits = what == TIME ? 6 : 1;
    int cell = start;
    printf("%.*f", digits, value_of(&game->board, cell, 0, what));
    for (int i = 0; i < c->moves; i++) {
        if (c->move[i].from != cell || !sh_set_has(&c->position[i].army[player], cell)) continue;
        sh_path path;
        sh_move_path(game, &c->position[i], c->move[i], &path);
        for (int k = 0; k < path.length; k++) {
            double when = (i + 0.2 + 0.7 * k / (path.length - 1)) / (c->moves + 1);
            printf(";%.*f", digits, value_of(&game->board, path.cell[k], when, what));
        }
        cell = c->move[i].to;
    }
    printf(";%.*f", digits, value_of(&game->board, cell, 1, what));
}

static void print_track(const sh_certificate *c, int player, int start, coordinate what) {
    printf("<animate attributeName=\"%s\" dur=\"%.1fs\" repeatCount=\"indefinite\" values=\"",
           what == DOWN_THE_BOARD ? "cy" : "cx", SECONDS * (c->moves + 1));
    print_values(c, player, start, what);
    printf("\" keyTimes=\"");
    print_values(c, player, start, TIME);
    printf("\"/>\n");
}

void sh_cli_puzzle_animate(const sh_certificate *c) {
    const sh_game *game = &c->puzzle.game;
    double width, height;
    assert(game->players <= 2);
    extent(&game->board, &width, &height);
    open_svg(width, height);
    print_cells(game);
    for (int p = 0; p < game->players; p++)
        for (int cell = sh_set_next(&game->camp[p], 0); cell >= 0;
             cell = sh_set_next(&game->camp[p], cell + 1)) {
            double x, y;
            place(&game->board, cell, &x, &y);
            printf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.6\" fill=\"%s\">\n", x, y, COLOURS[p]);
            print_track(c, p, cell, ACROSS_THE_BOARD);
            print_track(c, p, cell, DOWN_THE_BOARD);
            printf("</circle>\n");
        }
    printf("</svg>\n");
}
