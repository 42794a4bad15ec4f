// SPDX-License-Identifier: MIT
// sternhalma openings: positions in which neither side stands better, for matches.
#include <stddef.h> // offsetof
#include <stdio.h>  // printf

#include "arena/openings.h"
#include "cli/commands.h"
#include "cli/given_table.h"

enum {
    COUNT = 'n',
    PLIES = 'p',
    SEED = 's',
    MARGIN = 'm',
    NODES = 0x200,
    JUDGE,
    TABLE,
    THREADS,
    OUT
};

static const struct argp_option options[] = {
    {"count", COUNT, "N", 0, "Find N openings (100)", 0},
    {"plies", PLIES, "N", 0, "Walks of N plies from the start (6)", 0},
    {"seed", SEED, "N", 0, "Walks of this seed (1)", 0},
    {"margin", MARGIN, "SCORE", 0, "Even is a score within so many hundredths of a move (15)", 0},
    {"nodes", NODES, "N", 0, "The judge searches N nodes (30000)", 0},
    {"judge", JUDGE, "AGENT", 0, "Who judges (engine:hash=1MB)", 0},
    {"table", TABLE, "PATH", 0, "Take drawn positions only, by a table (file or folder)", 0},
    {"threads", THREADS, "N", 0, "Use N threads (0: one for each CPU)", 0},
    {"out", OUT, "FILE", 0, "Write them to FILE, instead of to standard output", 0},
    {0},
};

typedef struct openings_request {
    int64_t count, plies, seed, margin, nodes, threads;
    const char *judge, *table, *out;
} openings_request;

static const sh_cli_field fields[] = {
    {COUNT, offsetof(openings_request, count), "the number of openings", 1, 10000000},
    {PLIES, offsetof(openings_request, plies), "the plies of a walk", 0, 100},
    {SEED, offsetof(openings_request, seed), "the seed", 0, INT64_MAX},
    {MARGIN, offsetof(openings_request, margin), "the margin", 0, 30000},
    {NODES, offsetof(openings_request, nodes), "the number of nodes", 1, INT64_MAX},
    {THREADS, offsetof(openings_request, threads), "the number of threads", 0, 4096},
    {JUDGE, offsetof(openings_request, judge), NULL, 0, 0},
    {TABLE, offsetof(openings_request, table), NULL, 0, 0},
    {OUT, offsetof(openings_request, out), NULL, 0, 0},
    {0},
};

static const sh_cli_usage usage = {
    .words = "GAME",
    .least = 1,
    .most = 1,
    .doc = "Finds openings in which neither side stands better, for 'sternhalma match'. "
           "They are ends of random walks that a search, or with --table the truth, finds even.\v"
           "Examples:\n"
           "  sternhalma openings 7x7/6 --count 200 --out 7x7-6.openings\n"
           "  sternhalma openings 7x7/3 --table 7x7-3.shtb\n\n"
           "JSON keys: game, rules, seed, plies, judge (null with a table), nodes, margin, table "
           "(null without), walks (drawn), openings (positions), out.\n",
    .options = options,
    .fields = fields,
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
    openings_request r = {.count = 100,
                          .plies = 6,
                          .seed = 1,
                          .margin = 15,
                          .nodes = 30000,
                          .judge = "engine:hash=1MB"};
    sh_status status = sh_cli_parse(cli, &usage, argc, argv, &r, &words, error);
    if (!status) status = sh_cli_game(cli, words.word[0], &game, error);
    if (!status && game.players != 2)
        status = sh_fail(error, SH_USAGE, "openings are for games of two players");
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
