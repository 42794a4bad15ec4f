// SPDX-License-Identifier: MIT
// sternhalma moves: the legal moves of a position.
#include <stdio.h> // printf

#include "cli/commands.h"
#include "json/encode.h"

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_RULES, .otherwise = "strict"},
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_moves = {
    .words = "GAME [POSITION]\nPOSITION",
    .least = 1,
    .most = 2,
    .about =
        "Lists the legal moves of a position with their shortest paths. A position of a rhombus "
        "may stand alone.",
    .takes = takes,
    .more =
        "Examples:\n"
        "  sternhalma moves 7x7/3\n"
        "  sternhalma moves 'xx5/x6/7/7/7/6o/5oo x'\n"
        "  sternhalma moves star37:3p --json\n\n"
        "JSON keys: game, rules, position, turn, verdict, winner, pieces, count, moves: a list of "
        "move, path (cells), position (after the move).\n",
};

static void print_json(const sh_game *game, const sh_position *position) {
    json_t *object = sh_encode_position(game, position), *moves = sh_encode_moves(game, position);
    json_object_set_new(object, "count", json_integer((json_int_t)json_array_size(moves)));
    json_object_set_new(object, "moves", moves);
    sh_cli_print_json(object);
}

static void print_text(const sh_game *game, const sh_position *position) {
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(game, position, moves);
    printf("%s: %d move%s, ", game->name, count, count == 1 ? "" : "s");
    sh_cli_print_verdict(game, position);
    for (int i = 0; i < count; i++) {
        char move[SH_MAX_MOVE_TEXT], path_text[SH_MAX_MOVE_TEXT];
        sh_path path;
        sh_move_path(game, position, moves[i], &path);
        sh_move_print(game, moves[i], move);
        sh_path_print(game, &path, path_text);
        if (path.length > 2)
            printf("%-8s by %s\n", move, path_text);
        else
            printf("%s\n", move);
    }
}

sh_status sh_cmd_moves(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    sh_game game;
    sh_position position;
    sh_status status = sh_cli_parse(cli, &sh_usage_moves, argc, argv, NULL, &words, error);
    if (!status) status = sh_cli_game_position(cli, &words, &game, &position, error);
    if (!status) status = sh_position_check_legal(&game, &position, error);
    if (status) return status;
    (cli->json ? print_json : print_text)(&game, &position);
    return SH_OK;
}
