// SPDX-License-Identifier: MIT
// sternhalma probe: what a table knows of a position.
#include <stdio.h>    // printf
#include <sys/stat.h> // stat

#include "cli/cmd_probe_race.h"
#include "cli/commands.h"
#include "cli/given_table.h"

static const sh_cli_usage usage = {
    .words = "PATH [GAME] [POSITION]",
    .least = 1,
    .most = 3,
    .doc = "Prints the value of a position, all its moves best first, and the best line to the "
           "end. PATH is a table, or a directory of tables from which the game's is picked. Every "
           "value is from the side of the player who is to move.\v"
           "Examples:\n"
           "  sternhalma probe 7x7-3.shtb\n"
           "  sternhalma probe tables/ 'xx5/x6/7/7/7/6o/5oo x'\n"
           "  sternhalma probe tables/ 5x5/6 --json\n"
           "  sternhalma probe star13.shtb '1/c3/a2/4/b b'\n\n"
           "JSON keys: game, rules, position, turn, verdict, winner (when won), metric, value, "
           "distance (where known), moves: a list of move, value, distance, position (after the "
           "move); line: the best moves of both sides. For three players instead of value and "
           "line: control (type, solo, enables, shut_out, draw, kingmaker), and of each move "
           "control, crowns (who can force its win after it, or null), gained and lost.\n",
};

// What is known of a position of a duel.
typedef struct answer {
    sh_value value;
    int count, length;
    sh_probed_move moves[SH_MAX_MOVES];
    sh_move line[SH_MAX_PLIES];
} answer;

static sh_status ask(const sh_table *table, const sh_position *position, answer *a,
                     sh_error *error) {
    sh_status status = sh_probe(table, position, &a->value, error);
    if (!status) status = sh_probe_moves(table, position, a->moves, &a->count, error);
    if (!status) status = sh_probe_line(table, position, a->line, SH_MAX_PLIES, &a->length, error);
    return status;
}

static void print_json(const sh_table *table, const sh_position *position, const answer *a) {
    const sh_game *game = sh_table_game(table);
    json_t *object = sh_cli_position_json(game, position), *list = json_array();
    json_object_set_new(object, "metric",
                        json_string(sh_metric_name(sh_table_about(table)->metric)));
    sh_cli_value_json(object, a->value);
    for (int i = 0; i < a->count; i++) {
        char move[SH_MAX_MOVE_TEXT], text[SH_MAX_POSITION_TEXT];
        sh_position after = *position;
        sh_move_apply(game, &after, a->moves[i].move);
        sh_move_print(game, a->moves[i].move, move);
        sh_position_print(game, &after, text);
        json_t *item = json_pack("{s:s}", "move", move);
        sh_cli_value_json(item, a->moves[i].value);
        json_object_set_new(item, "position", json_string(text));
        json_array_append_new(list, item);
    }
    json_object_set_new(object, "moves", list);
    json_object_set_new(object, "line", sh_cli_line_json(game, a->line, a->length));
    sh_cli_print_json(object);
}

static void print_text(const sh_table *table, const sh_position *position, const answer *a) {
    const sh_game *game = sh_table_game(table);
    char text[SH_MAX_POSITION_TEXT], value[32];
    sh_position_print(game, position, text);
    sh_cli_print_value(a->value, value);
    printf("%s  %s\n%s for %c\n", game->name, text, value, sh_game_letter(game, position->turn));
    if (a->count > 0) printf("\nmoves, seen by %c:\n", sh_game_letter(game, position->turn));
    for (int i = 0; i < a->count; i++) {
        char move[SH_MAX_MOVE_TEXT];
        sh_move_print(game, a->moves[i].move, move);
        sh_cli_print_value(a->moves[i].value, value);
        printf("  %-8s %s\n", move, value);
    }
    if (a->length > 0) printf("\nbest line:\n");
    sh_cli_print_line(game, a->line, a->length);
}

static sh_status probe_duel(const sh_cli *cli, const sh_table *table, const sh_position *position,
                            sh_error *error) {
    static _Thread_local answer a; // too large for the stack of some systems
    sh_status status = ask(table, position, &a, error);
    if (!status) (cli->json ? print_json : print_text)(table, position, &a);
    return status;
}

// The words after PATH. A single table knows its game; for a directory the words must tell.
static sh_status find_position(const sh_cli *cli, sh_cli_words *words, sh_tables **tables,
                               const sh_table **table, sh_position *position, sh_error *error) {
    const char *path = words->word[0];
    sh_cli_words rest = {.count = words->count - 1, .word = {words->word[1], words->word[2]}};
    struct stat about;
    bool directory = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
    sh_game game;
    sh_status status = SH_OK;
    if (directory || rest.count == 2) {
        if (rest.count == 0)
            return sh_fail(error, SH_USAGE, "%.100s is a directory: name a game or a position",
                           path);
        status = sh_cli_game_position(cli, &rest, &game, position, error);
        if (!status) status = sh_cli_table(tables, table, path, &game, 0, error);
        return status;
    }
    status = sh_cli_table(tables, table, path, NULL, 0, error);
    if (!status) status = sh_cli_position(sh_table_game(*table), rest.word[0], position, error);
    return status;
}

sh_status sh_cmd_probe(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    sh_tables *tables = NULL;
    const sh_table *table = NULL;
    sh_position position;
    sh_status status = sh_cli_parse(cli, &usage, argc, argv, NULL, &words, error);
    if (!status) status = find_position(cli, &words, &tables, &table, &position, error);
    if (!status) status = sh_position_check_legal(sh_table_game(table), &position, error);
    if (!status)
        status = sh_table_about(table)->metric == SH_CONTROL
                     ? sh_cli_probe_race(cli, table, &position, NULL, error)
                     : probe_duel(cli, table, &position, error);
    sh_tables_close(tables);
    return status;
}
