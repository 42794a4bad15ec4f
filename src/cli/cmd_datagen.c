// SPDX-License-Identifier: MIT
// sternhalma datagen: games of an agent against itself, to train evaluations on.
#include <math.h>   // isfinite
#include <stddef.h> // offsetof
#include <stdio.h>  // printf
#include <stdlib.h> // strtod

#include "cli/commands.h"
#include "play/selfplay.h"

enum {
    GAMES = 'g',
    OPENING = 'o',
    SEED = 's',
    AGENT = 'a',
    OUT = 'f',
    EVERY = 'e',
    RESUME = 'r',
    RIVAL = 'v',
    SLIPS = 'l'
};

static const struct argp_option options[] = {
    {"agent", AGENT, "AGENT", 0, "Who plays (engine:nodes=3000)", 0},
    {"rival", RIVAL, "AGENT", 0, "Several players: this one has some of the seats, by lot", 0},
    {"games", GAMES, "N", 0, "Play N games (1000)", 0},
    {"opening", OPENING, "PLIES", 0, "Begin with 1 to PLIES moves drawn by lot (8)", 0},
    {"slips", SLIPS, "N", 0, "Several players: draw N of 100 later moves by lot, too (0)", 0},
    {"seed", SEED, "N", 0, "Openings of this seed (1)", 0},
    {"out", OUT, "FILE", 0, "Write the games to FILE", 0},
    {"every", EVERY, "SECONDS", 0, "Time between writes of FILE (60)", 0},
    {"resume", RESUME, 0, 0, "Go on with the games that FILE has", 0},
    {0},
};

typedef struct datagen_request {
    int64_t games, opening, slips, seed;
    const char *agent, *rival, *out;
    double every;
    bool resume;
} datagen_request;

static const sh_cli_field fields[] = {
    {GAMES, offsetof(datagen_request, games), "the number of games", 1, 100000000},
    {OPENING, offsetof(datagen_request, opening), "the plies of an opening", 0, 100},
    {SLIPS, offsetof(datagen_request, slips), "the slips of a hundred moves", 0, 50},
    {SEED, offsetof(datagen_request, seed), "the seed", 0, INT64_MAX},
    {AGENT, offsetof(datagen_request, agent), NULL, 0, 0},
    {RIVAL, offsetof(datagen_request, rival), NULL, 0, 0},
    {OUT, offsetof(datagen_request, out), NULL, 0, 0},
    {RESUME, offsetof(datagen_request, resume), NULL, 0, 0},
    {0},
};

static sh_status option(void *input, int key, const char *value, sh_error *error) {
    datagen_request *r = input;
    char *end;
    if (key != EVERY) return SH_USAGE;
    r->every = strtod(value, &end);
    if (*value && !*end && r->every > 0 && isfinite(r->every)) return SH_OK;
    return sh_fail(error, SH_USAGE, "'%.40s' is not a time between writes in seconds", value);
}

static const sh_cli_usage usage = {
    .words = "GAME",
    .least = 1,
    .most = 1,
    .doc = "Lets an agent play itself and writes its games with scores to a file, for "
           "'sternhalma train'. Interrupted or killed, it goes on with --resume.\v"
           "Examples:\n"
           "  sternhalma datagen 7x7/6 --games 10000 --out 7x7-6.games\n"
           "  sternhalma datagen 7x7/6 --games 10000 --out 7x7-6.games --resume\n"
           "  sternhalma datagen star121:6p --rival maxn:nodes=200 --out 6p.games\n\n"
           "JSON keys: game, agent, rival (or null), seed, games (asked for), out.\n",
    .options = options,
    .fields = fields,
    .option = option,
};

sh_status sh_cmd_datagen(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    sh_game game;
    datagen_request r = {
        .games = 1000, .opening = 8, .seed = 1, .every = 60, .agent = "engine:nodes=3000"};
    sh_status status = sh_cli_parse(cli, &usage, argc, argv, &r, &words, error);
    if (!status && !r.out) status = sh_fail(error, SH_USAGE, "say where to: --out FILE");
    if (!status) status = sh_cli_game(cli, words.word[0], &game, error);
    if (status) return status;
    sh_selfplay_options o = {.game = &game,
                             .agent = r.agent,
                             .rival = r.rival,
                             .games = (int)r.games,
                             .opening = (int)r.opening,
                             .slips = (int)r.slips,
                             .seed = (uint64_t)r.seed,
                             .every = r.every,
                             .resume = r.resume};
    sh_monitor monitor = sh_cli_monitor(cli);
    status = sh_selfplay_write(&o, r.out, &monitor, error);
    sh_cli_progress_end(cli);
    if (status) return status;
    if (cli->json)
        sh_cli_print_json(json_pack("{s:s, s:s, s:s?, s:I, s:I, s:s}", "game", game.name, "agent",
                                    r.agent, "rival", r.rival, "seed", (json_int_t)r.seed, "games",
                                    (json_int_t)r.games, "out", r.out));
    else
        printf("%lld games of %s by %s in %s\n", (long long)r.games, game.name, r.agent, r.out);
    return SH_OK;
}
