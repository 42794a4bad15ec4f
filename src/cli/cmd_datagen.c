// SPDX-License-Identifier: MIT
// sternhalma datagen: games of an agent against itself, to train evaluations on.
#include <stddef.h> // offsetof
#include <stdio.h>  // printf

#include "cli/commands.h"
#include "play/selfplay.h"

typedef struct datagen_request {
    int64_t games, opening, slips, seed;
    const char *agent, *rival, *out;
    double every;
    bool resume;
} datagen_request;

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_AGENT,
     .offset = offsetof(datagen_request, agent),
     .usual = "engine:nodes=3000"},
    {.id = SH_OPTION_RIVAL, .offset = offsetof(datagen_request, rival)},
    {.id = SH_OPTION_GAMES, .offset = offsetof(datagen_request, games), .usual = "1000"},
    {.id = SH_OPTION_OPENING,
     .offset = offsetof(datagen_request, opening),
     .usual = "8",
     .help = "Begin with 1 to PLIES random moves"},
    {.id = SH_OPTION_SLIPS, .offset = offsetof(datagen_request, slips), .usual = "0"},
    {.id = SH_OPTION_SEED, .offset = offsetof(datagen_request, seed), .usual = "1"},
    {.id = SH_OPTION_OUT,
     .offset = offsetof(datagen_request, out),
     .needed = true,
     .help = "Write the games to FILE"},
    {.id = SH_OPTION_EVERY, .offset = offsetof(datagen_request, every), .usual = "60"},
    {.id = SH_OPTION_RESUME,
     .offset = offsetof(datagen_request, resume),
     .help = "Continue with the games that FILE has"},
    {.id = SH_OPTION_RULES, .otherwise = "strict"},
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_datagen = {
    .words = "GAME",
    .least = 1,
    .most = 1,
    .about = "Lets an agent play itself and writes its games with scores to a file, for "
             "'sternhalma train'. If it is interrupted or killed, --resume continues it.",
    .takes = takes,
    .surplus = SH_OPTION_OUT,
    .more = "Examples:\n"
            "  sternhalma datagen 7x7/6 --games 10000 --out 7x7-6.games\n"
            "  sternhalma datagen 7x7/6 --games 10000 --out 7x7-6.games --resume\n"
            "  sternhalma datagen star121:6p --rival maxn:nodes=200 --out 6p.games\n\n"
            "JSON keys: game, agent, rival (or null), seed, games (as told), out.\n",
};

sh_status sh_cmd_datagen(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    sh_game game;
    datagen_request r = {0};
    sh_status status = sh_cli_parse(cli, &sh_usage_datagen, argc, argv, &r, &words, error);
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
