// SPDX-License-Identifier: MIT
// sternhalma puzzle show: a solution as small boards, in the terminal or as SVG; or what a puzzle
// looks like, with the types of its men.
#include <ctype.h> // toupper
#include <stdio.h> // printf

#include "cli/puzzle_choices.h"
#include "cli/puzzle_svg.h"
#include "puzzle/measure.h"
#include "sternhalma/notation.h"
#include "json/encode.h"

enum { SHEET = 96 }; // columns of a terminal that boards may take

// The character of a cell: a man, the man just moved in capitals, the cell it left.
static char cell_sign(const sh_game *game, const sh_position *position, const sh_move *last,
                      int cell) {
    for (int p = 0; p < game->players; p++)
        if (sh_set_has(&position->army[p], cell)) {
            char letter = game->players == 1 ? 'x' : sh_game_letter(game, p);
            return last && last->to == cell ? (char)toupper(letter) : letter;
        }
    return last && last->from == cell ? '*' : '.';
}

// One row of a small board, as the board is drawn: stars and rhombi with shifted rows.
static void print_row(const sh_game *game, const sh_position *position, const sh_move *last,
                      int row, int width) {
    char line[128];
    for (int i = 0; i < width; i++) line[i] = ' ';
    line[width] = '\0';
    for (int c = sh_set_next(&game->board.mask, 0); c >= 0;
         c = sh_set_next(&game->board.mask, c + 1)) {
        int x, y;
        sh_board_drawing(&game->board, c, &x, &y);
        if ((sh_board_is_hexagonal(&game->board) ? y : y / 2) == row && x < width)
            line[x] = cell_sign(game, position, last, c);
    }
    printf("%s", line);
}

static void extent(const sh_board *board, int *width, int *height) {
    bool hexagonal = sh_board_is_hexagonal(board);
    *width = *height = 0;
    for (int c = sh_set_next(&board->mask, 0); c >= 0; c = sh_set_next(&board->mask, c + 1)) {
        int x, y;
        sh_board_drawing(board, c, &x, &y);
        if (x + 2 > *width) *width = x + 2;
        if ((hexagonal ? y : y / 2) + 1 > *height) *height = (hexagonal ? y : y / 2) + 1;
    }
}

// Boards `from` … `to` - 1 of a solution beside each other.
static void print_boards(const sh_certificate *c, int from, int to) {
    const sh_game *game = &c->puzzle.game;
    int width, height;
    extent(&game->board, &width, &height);
    for (int i = from; i < to; i++) {
        char text[SH_MAX_MOVE_TEXT] = "start", title[SH_MAX_MOVE_TEXT + 16];
        if (i > 0) sh_move_print(game, c->move[i - 1], text);
        snprintf(title, sizeof title, i > 0 ? "%d. %s" : "%.0d%s", i, text);
        printf("%-*.*s", width + 2, width + 1, title);
    }
    printf("\n");
    for (int row = 0; row < height; row++) {
        for (int i = from; i < to; i++) {
            print_row(game, &c->position[i], i ? &c->move[i - 1] : NULL, row, width);
            printf("  ");
        }
        printf("\n");
    }
    printf("\n");
}

static void print_sheet(const sh_certificate *c) {
    int width, height;
    extent(&c->puzzle.game.board, &width, &height);
    int across = SHEET / (width + 2) > 0 ? SHEET / (width + 2) : 1;
    for (int i = 0; i <= c->moves; i += across)
        print_boards(c, i, i + across <= c->moves + 1 ? i + across : c->moves + 1);
}

// How many men of each type an army has, and whether it is balanced.
static void print_types(const sh_board *board, const char *what, const sh_set *army) {
    sh_measure m = sh_measure_army(board, army, false);
    printf("%s: %d, %d, %d, %d men of types 0 to 3%s\n", what, m.types[0], m.types[1], m.types[2],
           m.types[3], m.balanced ? ", balanced" : "");
}

// A puzzle without a solution: start and goal, and what the paper says of armies.
static void print_puzzle(sh_certificate *c) {
    const sh_game *game = &c->puzzle.game;
    print_boards(c, 0, 1);
    print_types(&game->board, "start", &game->camp[0]);
    print_types(&game->board, "goal", &game->goal[0]);
}

// The boards of a solution, or the start alone, each after its move.
static void print_json(const sh_certificate *c) {
    const sh_game *game = &c->puzzle.game;
    json_t *boards = json_array();
    for (int i = 0; i <= c->moves; i++) {
        char text[SH_MAX_MOVE_TEXT] = "";
        if (i) sh_move_print(game, c->move[i - 1], text);
        json_array_append_new(boards,
                              json_pack("{s:o, s:o}", "move", i ? json_string(text) : json_null(),
                                        "position", sh_encode_notation(game, &c->position[i])));
    }
    sh_cli_print_json(json_pack("{s:s, s:s, s:i, s:o}", "game", game->name, "kind",
                                sh_puzzle_kind_name(c->puzzle.kind), "length", c->moves, "boards",
                                boards));
}

sh_status sh_cli_puzzle_show(sh_cli *cli, const char *file, const char *puzzle,
                             const sh_cli_puzzle *choices, sh_error *error) {
    sh_certificate *c;
    sh_status status = sh_cli_read_solution(&c, file, puzzle, choices, error);
    if (status) return status;
    if (choices->animate)
        sh_cli_puzzle_animate(c);
    else if (choices->svg)
        sh_cli_puzzle_sheet(c);
    else if (cli->json)
        print_json(c);
    else if (c->moves)
        print_sheet(c);
    else
        print_puzzle(c);
    sh_cli_free_solution(c);
    return SH_OK;
}
