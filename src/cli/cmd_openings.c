// SPDX-License-Identifier: MIT
// sternhalma openings: positions in which neither side stands better, for matches.
#include <stddef.h> // offsetof
#include <stdio.h>  // printf

#include "arena/arena_scopes.h"
#include "arena/openings.h"
#include "cli/commands.h"
#include "cli/given_table.h"

typedef struct openings_request {
    int64_t count, plies, seed, margin, nodes, threads;
    const char *judge, *table, *out;
} openings_request;

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_COUNT,
     .offset = offsetof(openings_request, count),
     .usual = "100",
     .least = 1,
     .most = 10000000,
     .help = "Find N openings"},
    {.id = SH_OPTION_PLIES, .offset = offsetof(openings_request, plies), .usual = "6"},
    {.id = SH_OPTION_SEED, .offset = offsetof(openings_request, seed), .usual = "1"},
    {.id = SH_OPTION_MARGIN,
     .offset = offsetof(openings_request, margin),
     .usual = "15",
     .without = SH_OPTION_TABLE},
    {.id = SH_OPTION_NODES,
     .offset = offsetof(openings_request, nodes),
     .usual = "30000",
     .without = SH_OPTION_TABLE},
    {.id = SH_OPTION_JUDGE,
     .offset = offsetof(openings_request, judge),
     .usual = "engine:hash=1MB",
     .without = SH_OPTION_TABLE},
    {.id = SH_OPTION_TABLE,
     .offset = offsetof(openings_request, table),
     .help = "Take drawn positions only, by a table (file or folder)"},
    {.id = SH_OPTION_THREADS,
     .offset = offsetof(openings_request, threads),
     .otherwise = "one for each CPU"},
    {.id = SH_OPTION_OUT,
     .offset = offsetof(openings_request, out),
     .otherwise = "standard output",
     .help = "Write them to FILE"},
    {.id = SH_OPTION_RULES, .otherwise = "strict"},
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_openings = {
    .words = "GAME",
    .least = 1,
    .most = 1,
    .about = "Finds openings in which neither side stands better, for 'sternhalma match'. "
             "They are ends of random walks that a search, or with --table the truth, finds even.",
    .takes = takes,
    .surplus = SH_OPTION_OUT,
    .more = "Examples:\n"
            "  sternhalma openings 7x7/6 --count 200 --out 7x7-6.openings\n"
            "  sternhalma openings 7x7/3 --table 7x7-3.shtb\n\n"
            "JSON keys: game, rules, seed, plies, judge (null with a table), nodes, margin, table "
            "(null without), walks (drawn), openings (positions), out.\n",
};

static void print_json(const openings_request *r, const sh_game *game, const sh_openings *found,
                       uint64_t walks) {
    json_t *list = json_array();
    for (int i = 0; i < found->count; i++) {
        char text[SH_MAX_POSITION_TEXT];
        sh_position_print(game, &found->position[i], text);
        json_array_append_new(list, json_string(text));
    }
    sh_cli_print_json(json_pack("{s:s, s:s, s:I, s:I, s:s?, s:I, s:I, s:s?, s:I, s:o, s:s?}",
                                "game", game->name, "rules", sh_profile_name(game->profile), "seed",
                                (json_int_t)r->seed, "plies", (json_int_t)r->plies, "judge",
                                r->table ? NULL : r->judge, "nodes", (json_int_t)r->nodes, "margin",
                                (json_int_t)r->margin, "table", r->table, "walks",
                                (json_int_t)walks, "openings", list, "out", r->out));
}

// How they were found, in one line.
static void describe(const openings_request *r, char *note, size_t room) {
    int used =
        snprintf(note, room, "plies %lld, seed %lld, ", (long long)r->plies, (long long)r->seed);
    if (r->table)
        snprintf(note + used, room - (size_t)used, "drawn by a table");
    else
        snprintf(note + used, room - (size_t)used, "within %lld by %s at %lld nodes",
                 (long long)r->margin, r->judge, (long long)r->nodes);
}

static sh_status tell(const sh_cli *cli, const openings_request *r, const sh_game *game,
                      const sh_openings *found, uint64_t walks, sh_error *error) {
    char note[512];
    describe(r, note, sizeof note);
    sh_status status = r->out ? sh_openings_write(found, game, note, r->out, error) : SH_OK;
    if (status) return status;
    if (cli->json) {
        print_json(r, game, found, walks);
    } else if (r->out) {
        printf("%d openings of %s in %s, of %llu walks: %s\n", found->count, game->name, r->out,
               (unsigned long long)walks, note);
    } else {
        printf("# openings of %s: %s\n", game->name, note);
        for (int i = 0; i < found->count; i++) {
            char text[SH_MAX_POSITION_TEXT];
            sh_position_print(game, &found->position[i], text);
            printf("%s\n", text);
        }
    }
    return SH_OK;
}

sh_status sh_cmd_openings(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    sh_game game;
    sh_openings found = {0};
    sh_tables *tables = NULL;
    const sh_table *table = NULL;
    uint64_t walks;
    openings_request r = {0};
    sh_status status = sh_cli_parse(cli, &sh_usage_openings, argc, argv, &r, &words, error);
    if (!status) status = sh_cli_game(cli, words.word[0], &game, error);
    if (!status) status = sh_scope_check(&sh_openings_scope, &game, error);
    if (!status && r.out) status = sh_openings_check(r.out, error);
    if (!status && r.table) status = sh_cli_table(cli, &tables, &table, r.table, &game, 0, error);
    if (!status) {
        sh_balance balance = {.game = &game,
                              .count = (int)r.count,
                              .plies = (int)r.plies,
                              .margin = (int)r.margin,
                              .seed = (uint64_t)r.seed,
                              .nodes = (uint64_t)r.nodes,
                              .judge = r.judge,
                              .table = table,
                              .threads = (int)r.threads};
        sh_monitor monitor = sh_cli_monitor(cli);
        status = sh_openings_find(&found, &balance, &monitor, &walks, error);
        sh_cli_progress_end(cli);
    }
    if (!status) status = tell(cli, &r, &game, &found, walks, error);
    sh_openings_free(&found);
    sh_tables_close(tables);
    return status;
}
