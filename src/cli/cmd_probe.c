// SPDX-License-Identifier: MIT
// sternhalma probe: what a table knows of a position.
#include <stdio.h>    // printf
#include <sys/stat.h> // stat

#include "cli/cmd_probe_race.h"
#include "cli/commands.h"
#include "cli/given_table.h"
#include "json/encode.h"

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_RULES, .otherwise = "those of the table"},
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_probe = {
    .words = "PATH [GAME] [POSITION]",
    .least = 1,
    .most = 3,
    .about =
        "Prints the value of a position, all its moves best first, and the best line to the "
        "end. PATH is a table, or a directory of tables from which the game's is picked. Every "
        "value is from the side of the player who is to move.",
    .takes = takes,
    .table = 1,
    .more =
        "Examples:\n"
        "  sternhalma probe 7x7-3.shtb\n"
        "  sternhalma probe tables/ 'xx5/x6/7/7/7/6o/5oo x'\n"
        "  sternhalma probe tables/ 5x5/6 --json\n"
        "  sternhalma probe star13.shtb '1/c3/a2/4/b b'\n\n"
        "JSON keys: game, rules, position, turn, verdict, winner, pieces, metric, value, plies "
        "(null where not known), moves: a list of move, path, position (after the move), value, "
        "plies; line: the best moves of both sides. For three players instead of value, plies "
        "and line: control (type, winner, solo, draw, shut_out, enables, kingmaker). The "
        "server's API answers in the same shape (docs/schema.json).\n",
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
    const bool distances = sh_table_about(table)->metric == SH_DTW;
    if (a->length > 0)
        printf(distances ? "\nbest line, %d plies:\n"
                         : "\na winning line of %d plies (the table does not know the shortest):\n",
               a->length);
    sh_cli_print_line(game, a->line, a->length);
}

static sh_status probe_duel(const sh_table *table, const sh_position *position, sh_error *error) {
    static _Thread_local answer a; // too large for the stack of some systems
    sh_status status = ask(table, position, &a, error);
    if (!status) print_text(table, position, &a);
    return status;
}

static sh_status probe_json(const sh_table *table, const sh_position *position, sh_error *error) {
    json_t *object;
    sh_move line[SH_MAX_PLIES];
    int length = 0;
    bool duel = sh_table_about(table)->metric != SH_CONTROL;
    sh_status status =
        duel ? sh_probe_line(table, position, line, SH_MAX_PLIES, &length, error) : SH_OK;
    if (!status) status = sh_encode_probe(&object, table, position, error);
    if (status) return status;
    if (duel)
        json_object_set_new(object, "line", sh_encode_line(sh_table_game(table), line, length));
    sh_cli_print_json(object);
    return SH_OK;
}

static sh_status probe(const sh_cli *cli, const sh_table *table, const sh_position *position,
                       sh_error *error) {
    if (cli->json) return probe_json(table, position, error);
    return sh_table_about(table)->metric == SH_CONTROL
               ? sh_cli_probe_race(table, position, NULL, error)
               : probe_duel(table, position, error);
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
    bool named = rest.count == 1 && sh_game_parse(&game, rest.word[0], cli->profile, NULL) == SH_OK;
    if (directory || rest.count == 2 || named) {
        if (rest.count == 0)
            return sh_fail(error, SH_USAGE, "%.100s is a directory: name a game or a position",
                           path);
        status = sh_cli_game_position(cli, &rest, &game, position, error);
        if (!status) status = sh_cli_table(cli, tables, table, path, &game, 0, error);
        if (!status && !directory) status = sh_cli_table_rules(cli, *table, error);
        return status;
    }
    status = sh_cli_table(cli, tables, table, path, NULL, 0, error);
    if (status) return status;
    sh_error inner;
    if (sh_cli_position(sh_table_game(*table), rest.word[0], position, &inner) == SH_OK)
        return SH_OK;
    return sh_fail(error, SH_DATA, "%.100s is a table of %s, and this is no position of it: %.300s",
                   path, sh_table_game(*table)->name, inner.text);
}

sh_status sh_cmd_probe(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    sh_tables *tables = NULL;
    const sh_table *table = NULL;
    sh_position position;
    sh_status status = sh_cli_parse(cli, &sh_usage_probe, argc, argv, NULL, &words, error);
    if (!status) status = find_position(cli, &words, &tables, &table, &position, error);
    if (!status) status = sh_position_check_legal(sh_table_game(table), &position, error);
    if (!status) status = probe(cli, table, &position, error);
    sh_tables_close(tables);
    return status;
}
