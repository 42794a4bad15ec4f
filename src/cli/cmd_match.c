// SPDX-License-Identifier: MIT
// sternhalma match: agents play each other.
#include <stddef.h> // offsetof

#include "arena/journal.h"
#include "arena/match.h"
#include "cli/commands.h"
#include "cli/match_text.h"

typedef struct match_request {
    int64_t games, opening, seed, longest, at_once;
    const char *openings, *record;
    bool resume;
    sh_sprt sprt;
} match_request;

static sh_status read_sprt(void *member, const char *text, sh_error *error) {
    return sh_sprt_parse(member, text, error);
}

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_GAMES,
     .offset = offsetof(match_request, games),
     .least = 2,
     .most = 10000000,
     .otherwise = "about 100, or a round for each of --openings",
     .help = "Play N games, as many for each agent"},
    {.id = SH_OPTION_OPENING,
     .offset = offsetof(match_request, opening),
     .usual = "4",
     .without = SH_OPTION_OPENINGS},
    {.id = SH_OPTION_OPENINGS, .offset = offsetof(match_request, openings)},
    {.id = SH_OPTION_SEED, .offset = offsetof(match_request, seed), .usual = "1"},
    {.id = SH_OPTION_LONGEST, .offset = offsetof(match_request, longest), .otherwise = "1000"},
    {.id = SH_OPTION_CONCURRENCY, .offset = offsetof(match_request, at_once), .otherwise = "1"},
    {.id = SH_OPTION_SPRT, .offset = offsetof(match_request, sprt), .read = read_sprt},
    {.id = SH_OPTION_RECORD, .offset = offsetof(match_request, record)},
    {.id = SH_OPTION_RESUME,
     .offset = offsetof(match_request, resume),
     .with = SH_OPTION_RECORD,
     .help = "Continue the match of which FILE has some games"},
    {.id = SH_OPTION_RULES, .otherwise = "strict"},
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_match = {
    .words = "GAME AGENT AGENT [AGENT...]",
    .least = 3,
    .most = 1 + SH_MAX_PLAYERS,
    .about = "Lets agents play each other from random openings or those of a file, each in every "
             "other's seat, and prints the score of the first with its error; among more than two "
             "players every agent's share of wins with its error, and its places.",
    .takes = takes,
    .more = "Two to six agents sit in a game of as many players or more; where there are fewer "
            "agents than seats, some sit on several, and the seats go through all orders. An "
            "agent that fails (hangs, ends, oversteps its time, plays an illegal move) loses a "
            "game of two; among more players it is taken out: greedy moves for it, it cannot win, "
            "and where its goal is filled first the others share the game.\n\n"
            "An agent is a kind with settings: engine:time=100ms, engine:nodes=10000,threads=2, "
            "reference:cpu=10ms, random, table:FILE, ugi:COMMAND (another engine). Limits of every "
            "kind are time=, cpu= (time of the CPU), tc=10s+0.1s (a clock), nodes= and "
            "depth=.\n\n"
            "Examples:\n"
            "  sternhalma match 7x7/6 engine:nodes=10000 reference:nodes=10000 --games 200\n"
            "  sternhalma match 7x7/3 engine:time=100ms table:7x7-3.shtb --json\n"
            "  sternhalma match star121:3p engine:nodes=5000 paranoid:nodes=5000 --games 204\n"
            "  sternhalma match 9x9/10 engine:cpu=10ms,futility=80 engine:cpu=10ms \\\n"
            "      --openings 9x9-10.openings --sprt 0,10 --concurrency 2\n\n"
            "JSON keys: game, rules, agents, seed, openings, games, wins, draws, losses, score, "
            "elo, error, nelo, nelo_error (errors are null where all games went one way), pairs "
            "(by points), sprt (elo0, elo1, ratio, lower, upper, believed; or null), seconds, "
            "clock, nodes, moves, faults (each for both agents), wall, own (seconds of CPU of the "
            "match itself). Among more than two players: game, rules, players, seed, openings, "
            "games, seatings, stand_in, standing (for each agent: agent, seats, wins, share, "
            "error, places, seconds, clock, nodes, moves, faults), wall, own.\n",
};

// Who hears of games: the terminal and the record.
typedef struct audience {
    sh_cli *cli;
    sh_journal *journal; // NULL: none
} audience;

static sh_status hear(void *user, const sh_match_game *game, const sh_match_score *score,
                      sh_error *error) {
    audience *a = user;
    sh_cli_match_progress(a->cli, score);
    return a->journal ? sh_journal_add(a->journal, game, error) : SH_OK;
}

// Openings, and how many games there are to play.
static sh_status prepare(match_request *r, const sh_game *game, int agents, sh_openings *openings,
                         sh_error *error) {
    if (r->openings) {
        sh_status status = sh_openings_read(openings, game, r->openings, error);
        if (status) return status;
        if (!r->games) r->games = agents * (int64_t)openings->count;
    }
    if (!r->games) r->games = (99 / agents + 1) * agents;
    if (r->games % agents && agents == 2)
        return sh_fail(error, SH_USAGE, "games are played in pairs: give an even number");
    if (r->games % agents)
        return sh_fail(error, SH_USAGE,
                       "each agent takes the others' seats in turn: give a multiple of %d games",
                       agents);
    return SH_OK;
}

static sh_status play(sh_cli *cli, const match_request *r, const sh_game *game, char *const *agents,
                      int count, const sh_openings *openings, sh_error *error) {
    sh_match_score score = {0};
    sh_match_time time;
    sh_match_options o = {.game = game,
                          .agents = count,
                          .rounds = (int)(r->games / count),
                          .openings = r->openings ? openings : NULL,
                          .opening = (int)r->opening,
                          .longest = (int)r->longest,
                          .at_once = (int)r->at_once,
                          .seed = (uint64_t)r->seed,
                          .sprt = r->sprt};
    for (int i = 0; i < count; i++) o.agent[i] = agents[i];
    sh_monitor monitor = sh_cli_monitor(cli);
    audience a = {.cli = cli};
    sh_status status =
        r->record ? sh_journal_open(&a.journal, r->record, &o, r->resume, &score, error) : SH_OK;
    if (status) return status;
    status = sh_match_play(&o, &monitor, hear, &a, &score, &time, error);
    sh_cli_progress_end(cli);
    sh_status closed = sh_journal_close(a.journal, status ? NULL : error);
    if (!status) status = closed;
    if (!status || status == SH_INTERRUPTED)
        sh_cli_match_print(cli, &o, r->openings, &score, &time);
    return status;
}

sh_status sh_cmd_match(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    sh_game game;
    sh_openings openings = {0};
    match_request r = {0};
    sh_status status = sh_cli_parse(cli, &sh_usage_match, argc, argv, &r, &words, error);
    if (!status) status = sh_cli_game(cli, words.word[0], &game, error);
    if (!status) status = prepare(&r, &game, words.count - 1, &openings, error);
    if (!status) status = play(cli, &r, &game, &words.word[1], words.count - 1, &openings, error);
    sh_openings_free(&openings);
    return status;
}
