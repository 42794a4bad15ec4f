// SPDX-License-Identifier: MIT
// sternhalma puzzles: positions with something to find, out of a table.
#include <stdio.h>  // printf
#include <stdlib.h> // malloc
#include <string.h> // strcmp

#include "base/memory.h"
#include "cli/cmd_probe_race.h"
#include "cli/commands.h"
#include "cli/given_table.h"
#include "table/mine.h"
#include "table/stats.h"

enum { KEY_KIND = 'k', KEY_COUNT = 'n', KEY_SEED = 's', KEY_LEAST = 'l' };
static const uint64_t TRIES_FOR_EACH = 500000;
static const size_t MOST_CACHE = (size_t)1 << 30;

typedef enum kind {
    KIND_ANY, // the first that the table has
    KIND_ONLY,
    KIND_ZUGZWANG,
    KIND_LONGEST,
    KIND_DECIDES,
    KIND_CROWN,
    KINDS
} kind;

static const char *const KIND_NAMES[KINDS] = {"",        "only",    "zugzwang",
                                              "longest", "decides", "crown"};

typedef struct options {
    kind kind;
    int64_t count, seed, least;
} options;

static const struct argp_option option_list[] = {
    {"kind", KEY_KIND, "KIND", 0,
     "only: exactly one move wins (default); zugzwang: whoever moves loses; longest: the longest "
     "wins; of three players: decides: the mover can crown either opponent (default); crown: "
     "exactly one move crowns an opponent",
     0},
    {"count", KEY_COUNT, "N", 0, "How many (default 10)", 0},
    {"seed", KEY_SEED, "N", 0, "Other positions for another seed (default 1)", 0},
    {"least", KEY_LEAST, "PLIES", 0, "Only positions decided in at least so many plies", 0},
    {0},
};

static sh_status parse_option(void *input, int key, const char *value, sh_error *error) {
    options *own = input;
    switch (key) {
    case KEY_COUNT:
        return sh_cli_number("the count", value, 1, 100000, &own->count, error);
    case KEY_SEED:
        return sh_cli_number("the seed", value, 0, INT64_MAX, &own->seed, error);
    case KEY_LEAST:
        return sh_cli_number("the number of plies", value, 0, SH_MAX_PLIES, &own->least, error);
    default:
        for (int i = KIND_ONLY; i < KINDS; i++)
            if (strcmp(value, KIND_NAMES[i]) == 0) {
                own->kind = (kind)i;
                return SH_OK;
            }
        return sh_fail(error, SH_USAGE,
                       "'%.20s' is no kind of puzzle: only, zugzwang, longest, decides or crown "
                       "would be",
                       value);
    }
}

static const sh_cli_usage usage = {
    .words = "FILE",
    .least = 1,
    .most = 1,
    .doc = "Finds positions with something to find in a table and prints each in position notation "
           "with its value and solution; of three players with what each move makes of it.\v"
           "Examples:\n"
           "  sternhalma puzzles 7x7-3.shtb --least=15\n"
           "  sternhalma puzzles 5x5-6.shtb --kind=zugzwang --count=3 --json\n\n"
           "JSON: one object a line with the keys game, rules, kind, position, value, distance "
           "(where known), solution: the best line. Three players: the keys of probe, and kind.\n",
    .options = option_list,
    .option = parse_option,
};

static sh_status print_puzzle(const sh_cli *cli, const sh_table *table, const char *name,
                              const sh_position *position, sh_error *error) {
    const sh_game *game = sh_table_game(table);
    sh_move line[SH_MAX_PLIES];
    char text[SH_MAX_POSITION_TEXT], value_text[32];
    int length;
    sh_value value;
    sh_status status = sh_probe(table, position, &value, error);
    if (!status) status = sh_probe_line(table, position, line, SH_MAX_PLIES, &length, error);
    if (status) return status;
    sh_position_print(game, position, text);
    sh_cli_print_value(value, value_text);
    if (cli->json) {
        json_t *object = json_pack("{s:s, s:s, s:s, s:s}", "game", game->name, "rules",
                                   sh_profile_name(game->profile), "kind", name, "position", text);
        sh_cli_value_json(object, value);
        json_object_set_new(object, "solution", sh_cli_line_json(game, line, length));
        sh_cli_print_json(object);
        return SH_OK;
    }
    printf("%s  %s\n%s: %s\n", game->name, text, name, value_text);
    sh_cli_print_line(game, line, length);
    printf("\n");
    return SH_OK;
}

static sh_status print_mined(sh_cli *cli, const sh_table *table, const options *own,
                             sh_error *error) {
    static const sh_puzzle_kind kinds[KINDS] = {[KIND_ONLY] = SH_ONLY_MOVE,
                                                [KIND_ZUGZWANG] = SH_ZUGZWANG,
                                                [KIND_DECIDES] = SH_DECIDES,
                                                [KIND_CROWN] = SH_ONLY_CROWN};
    sh_mining mining = {.table = table,
                        .kind = kinds[own->kind],
                        .least_plies = (int)own->least,
                        .tries = (uint64_t)own->count * TRIES_FOR_EACH,
                        .random = {(uint64_t)own->seed}};
    sh_monitor monitor = sh_cli_monitor(cli);
    for (int64_t i = 0; i < own->count; i++) {
        sh_position position;
        sh_status status = sh_mining_next(&mining, &position, &monitor, error);
        if (!status && own->kind >= KIND_DECIDES)
            status = sh_cli_probe_race(cli, table, &position, KIND_NAMES[own->kind], error);
        else if (!status)
            status = print_puzzle(cli, table, own->kind == KIND_ONLY ? "only-move" : "zugzwang",
                                  &position, error);
        if (status) return status;
    }
    return SH_OK;
}

static sh_status print_longest(sh_cli *cli, const sh_table *table, const options *own,
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
    if (!status && stats->longest < 0)
        status = sh_fail(error, SH_USAGE, "the longest wins need a table with distances");
    for (int i = 0; !status && i < stats->examples && i < own->count; i++)
        status = print_puzzle(cli, table, "longest-win", &stats->example[i], error);
    free(stats);
    return status;
}

sh_status sh_cmd_puzzles(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    options own = {.count = 10, .seed = 1};
    sh_tables *tables = NULL;
    const sh_table *table = NULL;
    size_t cache = sh_memory_available() / 2;
    sh_status status = sh_cli_parse(cli, &usage, argc, argv, &own, &words, error);
    if (!status)
        status = sh_cli_table(&tables, &table, words.word[0], NULL,
                              cache < MOST_CACHE ? cache : MOST_CACHE, error);
    bool race = !status && sh_table_about(table)->metric == SH_CONTROL;
    if (own.kind == KIND_ANY) own.kind = race ? KIND_DECIDES : KIND_ONLY;
    if (!status && race != (own.kind >= KIND_DECIDES))
        status = sh_fail(error, SH_USAGE, "a table of %s has no puzzles of the kind %s",
                         sh_table_game(table)->name, KIND_NAMES[own.kind]);
    if (!status)
        status = (own.kind == KIND_LONGEST ? print_longest : print_mined)(cli, table, &own, error);
    sh_tables_close(tables);
    return status;
}
