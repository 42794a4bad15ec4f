// SPDX-License-Identifier: MIT
// sternhalma puzzles: positions with something to find, out of a table.
#include <stddef.h> // offsetof
#include <stdio.h>  // printf
#include <stdlib.h> // malloc

#include "base/memory.h"
#include "cli/cmd_probe_race.h"
#include "cli/commands.h"
#include "cli/given_table.h"
#include "table/mine.h"
#include "table/stats.h"
#include "json/encode.h"

static const uint64_t TRIES_FOR_EACH = 500000;
static const size_t MOST_CACHE = (size_t)1 << 30;

typedef struct puzzles_options {
    sh_quiz_kind kind; // SH_QUIZ_KINDS: the first that the table has
    bool games;
    int64_t count, seed, least;
} puzzles_options;

static sh_status read_kind(void *member, const char *text, sh_error *error) {
    return sh_quiz_kind_parse(member, text, error);
}

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_KIND,
     .offset = offsetof(puzzles_options, kind),
     .read = read_kind,
     .otherwise = "the first of these that the table has"},
    {.id = SH_OPTION_FROM_GAMES, .offset = offsetof(puzzles_options, games)},
    {.id = SH_OPTION_COUNT,
     .offset = offsetof(puzzles_options, count),
     .usual = "10",
     .help = "Find N positions"},
    {.id = SH_OPTION_SEED, .offset = offsetof(puzzles_options, seed), .usual = "1"},
    {.id = SH_OPTION_LEAST,
     .offset = offsetof(puzzles_options, least),
     .least = 0,
     .most = SH_MAX_PLIES,
     .usual = "0"},
    {.id = SH_OPTION_RULES, .otherwise = "those of the table"},
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_puzzles = {
    .words = "FILE",
    .least = 1,
    .most = 1,
    .about =
        "Finds positions with something to find in a table and prints each in position notation "
        "with its value and solution; of three players with what each move makes of it.",
    .takes = takes,
    .table = 1,
    .more =
        "Examples:\n"
        "  sternhalma puzzles 7x7-3.shtb --least=15\n"
        "  sternhalma puzzles 5x5-6.shtb --kind=zugzwang --count=3 --json\n\n"
        "JSON: one object a line with the keys game, rules, kind, position, turn, player (who is "
        "to be crowned or spoils, else the mover), solution (the move to find, or null), value, "
        "plies, line: the best line. Three players: control instead of value, plies, line.\n",
};

static sh_status print_line(const sh_cli *cli, const sh_table *table, const sh_quiz *quiz,
                            json_t *object, sh_error *error) {
    const sh_game *game = sh_table_game(table);
    sh_move line[SH_MAX_PLIES];
    char text[SH_MAX_POSITION_TEXT], value[32];
    int length;
    sh_status status = sh_probe_line(table, &quiz->position, line, SH_MAX_PLIES, &length, error);
    if (status) return status;
    if (cli->json) {
        json_object_set_new(object, "line", sh_encode_line(game, line, length));
        return SH_OK;
    }
    sh_position_print(game, &quiz->position, text);
    sh_cli_print_value(quiz->value, value);
    printf("%s  %s\n%s: %s\n", game->name, text, sh_quiz_kind_name(quiz->kind), value);
    if (length > 0)
        sh_cli_print_line(game, line, length);
    else if (quiz->solved)
        sh_cli_print_line(game, &quiz->solution, 1);
    printf("\n");
    return SH_OK;
}

static sh_status print_quiz(const sh_cli *cli, const sh_table *table, const sh_quiz *quiz,
                            sh_error *error) {
    bool race = sh_table_about(table)->metric == SH_CONTROL;
    json_t *object = NULL;
    sh_status status = cli->json ? sh_encode_quiz(&object, table, quiz, error) : SH_OK;
    if (!status && !race) status = print_line(cli, table, quiz, object, error);
    if (!status && race && !cli->json)
        status = sh_cli_probe_race(table, &quiz->position, sh_quiz_kind_name(quiz->kind), error);
    if (!status && cli->json)
        sh_cli_print_json(object);
    else
        json_decref(object);
    return status;
}

static sh_status print_mined(sh_cli *cli, const sh_table *table, const puzzles_options *own,
                             sh_error *error) {
    sh_mining mining = {.table = table,
                        .wanted = 1U << own->kind,
                        .games = own->games,
                        .least_plies = (int)own->least,
                        .tries = (uint64_t)own->count * TRIES_FOR_EACH,
                        .random = {(uint64_t)own->seed}};
    sh_monitor monitor = sh_cli_monitor(cli);
    for (int64_t i = 0; i < own->count; i++) {
        sh_quiz quiz;
        sh_status status = sh_mining_next(&mining, &quiz, &monitor, error);
        if (!status) status = print_quiz(cli, table, &quiz, error);
        if (status) return status;
    }
    return SH_OK;
}

static sh_status print_longest(sh_cli *cli, const sh_table *table, const puzzles_options *own,
                               sh_error *error) {
    sh_pool *pool;
    sh_stats *stats = malloc(sizeof *stats);
    if (!stats) return sh_fail(error, SH_RESOURCES, "out of memory for statistics");
    sh_monitor monitor = sh_cli_monitor(cli);
    sh_status status = sh_pool_open(&pool, 0, error);
    if (!status) {
        status = sh_stats_gather(stats, table, pool, &monitor, error);
        sh_pool_close(pool);
        sh_cli_progress_end(cli);
    }
    for (int i = 0; !status && i < stats->examples && i < own->count; i++) {
        sh_quiz quiz = {.kind = SH_LONGEST,
                        .position = stats->example[i],
                        .value = {SH_WIN, stats->longest},
                        .player = stats->example[i].turn};
        status = print_quiz(cli, table, &quiz, error);
    }
    free(stats);
    return status;
}

// Distances are of two players; the longest wins are all there are, none is looked for.
static sh_status check_options(const sh_cli *cli, const sh_table *table, sh_quiz_kind kind,
                               sh_error *error) {
    static const sh_option_id plies[] = {SH_OPTION_LEAST, SH_OPTION_NONE};
    static const sh_option_id drawn[] = {SH_OPTION_FROM_GAMES, SH_OPTION_SEED, SH_OPTION_LEAST,
                                         SH_OPTION_NONE};
    if (kind == SH_LONGEST)
        return sh_cli_refuse_all(cli, drawn, "the longest wins are looked up, not drawn", error);
    return sh_table_about(table)->metric == SH_DTW
               ? SH_OK
               : sh_cli_refuse_all(cli, plies, "the table has no distances", error);
}

sh_status sh_cmd_puzzles(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    puzzles_options own = {.kind = SH_QUIZ_KINDS};
    sh_tables *tables = NULL;
    const sh_table *table = NULL;
    size_t cache = sh_memory_available() / 2;
    sh_status status = sh_cli_parse(cli, &sh_usage_puzzles, argc, argv, &own, &words, error);
    if (!status)
        status = sh_cli_table(cli, &tables, &table, words.word[0], NULL,
                              cache < MOST_CACHE ? cache : MOST_CACHE, error);
    if (!status && own.kind == SH_QUIZ_KINDS)
        own.kind = (sh_quiz_kind)__builtin_ctz(sh_quiz_kinds(table));
    if (!status && !(sh_quiz_kinds(table) >> own.kind & 1))
        status = sh_fail(error, SH_USAGE, "a table of %s (%s) has no puzzles of the kind %s",
                         sh_table_game(table)->name, sh_metric_name(sh_table_about(table)->metric),
                         sh_quiz_kind_name(own.kind));
    if (!status) status = check_options(cli, table, own.kind, error);
    if (!status)
        status = (own.kind == SH_LONGEST ? print_longest : print_mined)(cli, table, &own, error);
    sh_tables_close(tables);
    return status;
}
