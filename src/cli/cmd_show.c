// SPDX-License-Identifier: MIT
// sternhalma show: a position drawn in the terminal.
#include <stddef.h> // offsetof
#include <stdio.h>  // printf

#include "cli/commands.h"
#include "cli/drawing.h"
#include "cli/svg.h"
#include "json/encode.h"

enum { MOST_ARROWS = 16 };

typedef struct show_request {
    const char *game;
    bool svg;
    int arrow_count;
    const char *arrow[MOST_ARROWS];
} show_request;

static sh_status read_arrow(void *member, const char *value, sh_error *error) {
    show_request *r = member;
    if (r->arrow_count == MOST_ARROWS)
        return sh_fail(error, SH_USAGE, "at most %d arrows", (int)MOST_ARROWS);
    r->arrow[r->arrow_count++] = value;
    return SH_OK;
}

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_GAME, .offset = offsetof(show_request, game)},
    {.id = SH_OPTION_SVG, .offset = offsetof(show_request, svg), .without = SH_OPTION_JSON},
    {.id = SH_OPTION_ARROW, .read = read_arrow, .with = SH_OPTION_SVG},
    {.id = SH_OPTION_RULES, .otherwise = "strict"},
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_show = {
    .words = "POSITION\nGAME [POSITION]",
    .least = 1,
    .most = 2,
    .about = "Draws a position and says what the rules say of it; a game alone shows its start. "
             "A position of a rhombus may stand alone: its rows and pieces tell the game.",
    .takes = takes,
    .more =
        "Examples:\n"
        "  sternhalma show 'xx5/x6/7/7/7/6o/5oo x'\n"
        "  sternhalma show star37:3p\n"
        "  sternhalma show sq9/10:6m:1p\n"
        "  sternhalma show star13:3p --svg --arrow e2-d2\n"
        "  sternhalma show --game 7x7/3 'xx5/x6/7/7/7/6o/5oo o'\n\n"
        "Colours are used on a terminal unless NO_COLOR is set.\n\n"
        "JSON keys: game, rules, position, turn, verdict, winner, pieces, cells: a list of "
        "cell, "
        "x, y (where it is drawn, in half cell spacings), piece, camp, goal (whose, or null).\n",
};

static void print_json(const sh_game *game, const sh_position *position) {
    json_t *cells = json_array();
    for (int cell = sh_set_next(&game->board.mask, 0); cell >= 0;
         cell = sh_set_next(&game->board.mask, cell + 1)) {
        char name[SH_MAX_CELL_TEXT];
        int x, y;
        sh_cell_print(game, cell, name);
        sh_board_drawing(&game->board, cell, &x, &y);
        json_array_append_new(
            cells,
            json_pack("{s:s, s:i, s:i, s:o, s:o, s:o}", "cell", name, "x", x, "y", y, "piece",
                      sh_encode_letter(game, sh_cli_owner(game, position->army, cell)), "camp",
                      sh_encode_letter(game, sh_cli_owner(game, game->camp, cell)), "goal",
                      sh_encode_letter(game, sh_cli_owner(game, game->goal, cell))));
    }
    json_t *object = sh_encode_position(game, position);
    json_object_set_new(object, "cells", cells);
    sh_cli_print_json(object);
}

static void print_text(const sh_cli *cli, const sh_game *game, const sh_position *position) {
    char text[SH_MAX_POSITION_TEXT];
    sh_position_print(game, position, text);
    sh_cli_draw(cli, game, position);
    printf("\n%s  %s\n", game->name, text);
    sh_cli_print_verdict(game, position);
}

static sh_status print_svg(const sh_game *game, const sh_position *position, const show_request *r,
                           sh_error *error) {
    sh_move arrows[MOST_ARROWS];
    for (int i = 0; i < r->arrow_count; i++) {
        sh_status status = sh_move_parse(game, position, r->arrow[i], &arrows[i], error);
        if (status) return status;
    }
    sh_cli_svg(game, position, arrows, r->arrow_count);
    return SH_OK;
}

sh_status sh_cmd_show(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    sh_game game;
    sh_position position;
    show_request r = {0};
    sh_status status = sh_cli_parse(cli, &sh_usage_show, argc, argv, &r, &words, error);
    if (status) return status;
    if (r.game && words.count > 1)
        return sh_fail(error, SH_USAGE, "the game is named twice: '%.40s' and '%.40s'", r.game,
                       words.word[0]);
    if (r.game) words = (sh_cli_words){2, {(char *)r.game, words.word[0]}};
    status = sh_cli_game_position(cli, &words, &game, &position, error);
    if (status) return status;
    if (r.svg) return print_svg(&game, &position, &r, error);
    if (cli->json)
        print_json(&game, &position);
    else
        print_text(cli, &game, &position);
    return SH_OK;
}
