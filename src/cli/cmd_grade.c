// SPDX-License-Identifier: MIT
// sternhalma grade: how often moves give value away, against a table.
#include <stddef.h> // offsetof
#include <stdio.h>  // printf
#include <stdlib.h> // calloc
#include <string.h> // strcmp

#include "arena/critical.h"
#include "arena/grading.h"
#include "arena/uniform.h"
#include "cli/commands.h"
#include "cli/given_table.h"
#include "cli/grade_report.h"

enum { WON = 'w', DRAWN = 'd', LEAD = 'l', SOURCE = 'a', STRAY = 'r' };
enum {
    GAMES = 'g',
    OPENING = 'o',
    SEED = 's',
    THREADS = 't',
    FROM = 'f',
    STRONG = 'S',
    WEAK = 'W'
};

static const struct argp_option options[] = {
    {"won", WON, "N", 0, "Ask about N critical won positions (1000)", 0},
    {"drawn", DRAWN, "N", 0, "Ask about N critical drawn positions (300)", 0},
    {"lead", LEAD, "STEPS", 0, "No army of these is more than so many steps ahead (2)", 0},
    {"source", SOURCE, "AGENT", 0, "Take them from its games (engine:nodes=300,hash=1MB)", 0},
    {"stray", STRAY, "N", 0, "One move in N of these games is drawn by lot (6); 0: none", 0},
    {"strong", STRONG, "N", 0, "Instead ask about N positions drawn from all of the game", 0},
    {"weak", WEAK, "N", 0,
     "Instead let each agent play N games from the start: two against best "
     "play, two against any",
     0},
    {"games", GAMES, "N", 0, "Instead let each agent play N games against itself", 0},
    {"from", FROM, "FILE", 0, "Instead judge the games of a file", 0},
    {"opening", OPENING, "PLIES", 0, "Begin games with 1 to PLIES moves drawn by lot (8)", 0},
    {"seed", SEED, "N", 0, "Lots of this seed (1)", 0},
    {"threads", THREADS, "N", 0, "Use N threads (default: one a CPU)", 0},
    {0},
};

typedef struct grade_request {
    int64_t won, drawn, lead, stray, strong, weak, games, opening, seed, threads;
    const char *source, *from;
} grade_request;

static const sh_cli_field fields[] = {
    {WON, offsetof(grade_request, won), "the number of won positions", 0, 1000000},
    {DRAWN, offsetof(grade_request, drawn), "the number of drawn positions", 0, 1000000},
    {LEAD, offsetof(grade_request, lead), "the lead", 0, 10000},
    {STRAY, offsetof(grade_request, stray), "the share of moves drawn by lot", 0, 1000},
    {STRONG, offsetof(grade_request, strong), "the number of positions", 1, 10000000},
    {WEAK, offsetof(grade_request, weak), "the number of games", 1, 1000000},
    {GAMES, offsetof(grade_request, games), "the number of games", 1, 1000000},
    {OPENING, offsetof(grade_request, opening), "the plies of an opening", 0, 100},
    {SEED, offsetof(grade_request, seed), "the seed", 0, INT64_MAX},
    {THREADS, offsetof(grade_request, threads), "the number of threads", 1, 1024},
    {SOURCE, offsetof(grade_request, source), NULL, 0, 0},
    {FROM, offsetof(grade_request, from), NULL, 0, 0},
    {0},
};

static const sh_cli_usage usage = {
    .words = "GAME PATH [AGENT...]",
    .least = 2,
    .most = 18,
    .doc = "Judges moves by a table: how often they gave away a win or a draw, and how many plies, "
           "by phase of the game.\v"
           "PATH is a table or a folder of tables. Agents (see 'sternhalma match --help') are "
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
    .options = options,
    .fields = fields,
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
    grade_request r = {.won = 1000, .drawn = 300, .lead = 2, .stray = 6, .opening = 8, .seed = 1};
    r.source = "engine:nodes=300,hash=1MB";
    grade_work w = {.cli = cli, .request = &r};
    sh_status status = sh_cli_parse(cli, &usage, argc, argv, &r, &words, error);
    if (!status) status = check_words(&r, &words, error);
    if (!status) status = sh_cli_game(cli, words.word[0], &game, error);
    if (!status && !sh_game_is_duel(&game) && game.players != 3)
        status =
            sh_fail(error, SH_USAGE, "only games of two players and races of three are graded");
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
