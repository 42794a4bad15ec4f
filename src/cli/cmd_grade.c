// SPDX-License-Identifier: MIT
// sternhalma grade: how often moves give value away, against a table.
#include <stddef.h> // offsetof
#include <stdio.h>  // printf
#include <stdlib.h> // calloc
#include <string.h> // strcmp

#include "arena/arena_scopes.h"
#include "arena/critical.h"
#include "arena/grading.h"
#include "arena/uniform.h"
#include "cli/commands.h"
#include "cli/given_table.h"
#include "cli/grade_report.h"

typedef struct grade_request {
    int64_t won, drawn, lead, stray, strong, weak, games, opening, seed, threads;
    const char *source, *from;
} grade_request;

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_WON, .offset = offsetof(grade_request, won), .usual = "1000"},
    {.id = SH_OPTION_DRAWN, .offset = offsetof(grade_request, drawn), .usual = "300"},
    {.id = SH_OPTION_LEAD, .offset = offsetof(grade_request, lead), .usual = "2"},
    {.id = SH_OPTION_SOURCE,
     .offset = offsetof(grade_request, source),
     .usual = "engine:nodes=300,hash=1MB"},
    {.id = SH_OPTION_STRAY, .offset = offsetof(grade_request, stray), .usual = "6"},
    {.id = SH_OPTION_STRONG, .offset = offsetof(grade_request, strong)},
    {.id = SH_OPTION_WEAK, .offset = offsetof(grade_request, weak)},
    {.id = SH_OPTION_GAMES,
     .offset = offsetof(grade_request, games),
     .most = 1000000,
     .least = 1,
     .help = "Instead let each agent play N games against itself"},
    {.id = SH_OPTION_FROM, .offset = offsetof(grade_request, from)},
    {.id = SH_OPTION_OPENING,
     .offset = offsetof(grade_request, opening),
     .usual = "8",
     .help = "Begin games with 1 to PLIES random moves"},
    {.id = SH_OPTION_SEED,
     .offset = offsetof(grade_request, seed),
     .usual = "1",
     .without = SH_OPTION_FROM},
    {.id = SH_OPTION_THREADS,
     .offset = offsetof(grade_request, threads),
     .otherwise = "one for each CPU",
     .without = SH_OPTION_FROM},
    {.id = SH_OPTION_RULES, .otherwise = "strict"},
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_grade = {
    .words = "GAME PATH [AGENT...]",
    .least = 2,
    .most = 18,
    .about =
        "Judges moves by a table: how often they gave away a win or a draw, and how many plies, "
        "by phase of the game.",
    .takes = takes,
    .table = 2,
    .more = "PATH is a table or a folder of tables. Agents (see 'sternhalma match --help') are "
            "asked about critical positions, in which some legal move gives value away and neither "
            "army is far ahead, collected from games of the engine; the same seed gives the same "
            "positions. Two modes ask how near an agent is to a solution of the game: --strong "
            "takes positions from all that are legal, --weak those that its own play reaches from "
            "the start. With --games agents play themselves and all their moves are judged. --from "
            "judges the games of a file that 'match', 'play' or 'datagen' wrote, by "
            "player. In a race of three 'won' is a position whose mover can force its win alone, "
            "'lost' one in which the others can shut it out; a move has crowned somebody where a "
            "rival can force its win after it and another move would not have let it.\n\n"
            "Examples:\n"
            "  sternhalma grade star37/2:3p tables engine:time=100ms\n"
            "  sternhalma grade 7x7/3 tables engine:time=100ms greedy\n"
            "  sternhalma grade 7x7/3 7x7-3.shtb engine:nodes=1000 --strong 10000\n"
            "  sternhalma grade 7x7/3 7x7-3.shtb engine:nodes=1000 --weak 200\n"
            "  sternhalma grade 7x7/3 7x7-3.shtb engine:nodes=1000 --games 100\n"
            "  sternhalma grade 7x7/3 tables --from match.games\n\n"
            "JSON keys: game, rules, mode (critical, strong, weak, games or file), seed, "
            "positions (won, drawn; with mode critical), grades (a list: agent, values and phases "
            "by won, drawn, lost: moves, critical, given, share, to_draw, to_loss, crowned, timed, "
            "plies; "
            "careful, achieved, faults, seconds, judging).\n",
};

// A command under way.
typedef struct grade_work {
    sh_cli *cli;
    const grade_request *request;
    const sh_table *table;
    sh_pool *pool;
    sh_monitor monitor;
    sh_position *positions;
    int won, drawn;
    json_t *grades;
} grade_work;

static void show(grade_work *w, const char *who, const sh_grade *grade) {
    sh_cli_progress_end(w->cli);
    if (w->cli->json) {
        json_t *object = sh_grade_encode(grade);
        json_object_set_new(object, "agent", json_string(who));
        json_array_append_new(w->grades, object);
        return;
    }
    printf("%s\n", who);
    sh_grade_print(grade);
}

static sh_status collect(grade_work *w, sh_error *error) {
    const grade_request *r = w->request;
    sh_critical_options o = {.table = w->table,
                             .agent = r->source,
                             .won = (int)r->won,
                             .drawn = (int)r->drawn,
                             .lead = (int)r->lead,
                             .opening = (int)r->opening,
                             .stray = (int)r->stray,
                             .seed = (uint64_t)r->seed};
    w->positions = calloc((size_t)(r->won + r->drawn) + 1, sizeof *w->positions);
    if (!w->positions) return sh_fail(error, SH_RESOURCES, "out of memory for positions");
    sh_status status =
        sh_critical_collect(&o, w->pool, &w->monitor, w->positions, &w->won, &w->drawn, error);
    sh_cli_progress_end(w->cli);
    if (!status && !w->cli->json)
        printf("%s: %d won and %d drawn critical positions of games of %s, seed %lld%s\n",
               sh_table_game(w->table)->name, w->won, w->drawn, r->source, (long long)r->seed,
               w->won < r->won || w->drawn < r->drawn ? " (no more were found)" : "");
    return status;
}

// The positions that agents are asked about, where they do not play games.
static sh_status prepare(grade_work *w, sh_error *error) {
    const grade_request *r = w->request;
    if (r->games || r->weak) return SH_OK;
    if (!r->strong) return collect(w, error);
    w->positions = calloc((size_t)r->strong, sizeof *w->positions);
    if (!w->positions) return sh_fail(error, SH_RESOURCES, "out of memory for positions");
    return sh_uniform_draw(sh_table_game(w->table), (uint64_t)r->seed, w->positions,
                           (size_t)r->strong, error);
}

static sh_status grade_agent(grade_work *w, const char *agent, sh_grade *grade, sh_error *error) {
    const grade_request *r = w->request;
    sh_grading_options o = {w->table, agent, (uint64_t)r->seed};
    if (r->games)
        return sh_grading_games(&o, (int)r->games, (int)r->opening, w->pool, &w->monitor, grade,
                                error);
    if (r->weak) return sh_grading_duels(&o, (int)r->weak, w->pool, &w->monitor, grade, error);
    size_t count = r->strong ? (size_t)r->strong : (size_t)w->won + (size_t)w->drawn;
    return sh_grading_positions(&o, w->positions, count, w->pool, &w->monitor, grade, error);
}

static sh_status grade_agents(grade_work *w, const sh_cli_words *words, sh_error *error) {
    sh_status status = prepare(w, error);
    for (int i = 2; i < words->count && !status; i++) {
        sh_grade grade = {0};
        status = grade_agent(w, words->word[i], &grade, error);
        if (!status || status == SH_INTERRUPTED) show(w, words->word[i], &grade);
    }
    return status;
}

static sh_status grade_file(grade_work *w, sh_error *error) {
    sh_named_grade *grades;
    int count;
    sh_status status =
        sh_grading_file(w->table, w->request->from, &w->monitor, &grades, &count, error);
    for (int i = 0; i < count && (!status || status == SH_INTERRUPTED); i++)
        show(w, grades[i].name, &grades[i].grade);
    free(grades);
    return status;
}

static const char *name_mode(const grade_request *r) {
    if (r->from) return "file";
    return r->games ? "games" : r->strong ? "strong" : r->weak ? "weak" : "critical";
}

static void print_json(const grade_work *w) {
    const grade_request *r = w->request;
    const sh_game *game = sh_table_game(w->table);
    json_t *object = json_pack("{s:s, s:s, s:s, s:I, s:O}", "game", game->name, "rules",
                               sh_profile_name(game->profile), "mode", name_mode(r), "seed",
                               (json_int_t)r->seed, "grades", w->grades);
    if (!strcmp(name_mode(r), "critical"))
        json_object_set_new(object, "positions",
                            json_pack("{s:i, s:i}", "won", w->won, "drawn", w->drawn));
    sh_cli_print_json(object);
}

// Each mode has options of its own.
static sh_status check_mode(const sh_cli *cli, const grade_request *r, sh_error *error) {
    static const sh_option_id critical[] = {SH_OPTION_WON,    SH_OPTION_DRAWN, SH_OPTION_LEAD,
                                            SH_OPTION_SOURCE, SH_OPTION_STRAY, SH_OPTION_NONE};
    static const sh_option_id played[] = {SH_OPTION_OPENING, SH_OPTION_NONE};
    bool other = r->from || r->games || r->strong || r->weak;
    sh_status status = SH_OK;
    if (other)
        status = sh_cli_refuse_all(cli, critical,
                                   "with --from, --games, --strong or --weak no critical positions "
                                   "are collected",
                                   error);
    if (!status && (r->from || r->strong || r->weak))
        status = sh_cli_refuse_all(
            cli, played, "with --from, --strong or --weak no games have random openings", error);
    return status;
}

static sh_status check_words(const grade_request *r, const sh_cli_words *words, sh_error *error) {
    if (!!r->from + !!r->games + !!r->strong + !!r->weak > 1)
        return sh_fail(error, SH_USAGE,
                       "--from, --games, --strong and --weak are four modes: name one");
    if (r->from && words->count > 2)
        return sh_fail(error, SH_USAGE, "--from judges the games of a file: name no agents");
    if (!r->from && words->count < 3)
        return sh_fail(error, SH_USAGE, "name an agent to grade, or --from FILE");
    return SH_OK;
}

// Blocks of tables are decoded once where memory allows.
#define CACHE_BYTES ((size_t)512 << 20)

sh_status sh_cmd_grade(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    sh_game game;
    sh_tables *tables = NULL;
    grade_request r = {0};
    grade_work w = {.cli = cli, .request = &r};
    sh_status status = sh_cli_parse(cli, &sh_usage_grade, argc, argv, &r, &words, error);
    if (!status) status = check_words(&r, &words, error);
    if (!status) status = check_mode(cli, &r, error);
    if (!status) status = sh_cli_game(cli, words.word[0], &game, error);
    if (!status) status = sh_scope_check(&sh_grading_scope, &game, error);
    if (!status && game.players == 3 && (r.strong || r.weak))
        status = sh_fail(error, SH_USAGE, "--strong and --weak are for games of two players");
    if (!status)
        status = sh_cli_table(cli, &tables, &w.table, words.word[1], &game, CACHE_BYTES, error);
    if (!status) status = sh_pool_open(&w.pool, (int)r.threads, error);
    if (!status) {
        w.monitor = sh_cli_monitor(cli);
        w.grades = json_array();
        status = r.from ? grade_file(&w, error) : grade_agents(&w, &words, error);
        if (cli->json && (!status || status == SH_INTERRUPTED)) print_json(&w);
        json_decref(w.grades);
    }
    sh_pool_close(w.pool);
    sh_tables_close(tables);
    free(w.positions);
    return status;
}
