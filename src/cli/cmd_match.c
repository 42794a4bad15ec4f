// SPDX-License-Identifier: MIT
// sternhalma match: two agents play each other.
#include <math.h>   // isfinite
#include <stdio.h>  // printf
#include <stdlib.h> // strtoull

#include "cli/commands.h"
#include "play/match.h"

enum { GAMES = 'g', OPENING = 'o', SEED = 's', LONGEST = 'l' };

static const struct argp_option options[] = {
    {"games", GAMES, "N", 0, "Play N games, an even number (100)", 0},
    {"opening", OPENING, "PLIES", 0, "Draw so many plies of each opening by lot (4)", 0},
    {"seed", SEED, "N", 0, "Openings of this seed (1)", 0},
    {"longest", LONGEST, "PLIES", 0, "A game of so many plies more is a draw (1000)", 0},
    {0},
};

typedef struct match_request {
    int64_t games, opening, seed, longest;
} match_request;

static sh_status option(void *input, int key, const char *value, sh_error *error) {
    match_request *r = input;
    switch (key) {
    case GAMES:
        return sh_cli_number("the number of games", value, 2, 10000000, &r->games, error);
    case OPENING:
        return sh_cli_number("the plies of an opening", value, 0, 100, &r->opening, error);
    case SEED:
        return sh_cli_number("the seed", value, 0, INT64_MAX, &r->seed, error);
    case LONGEST:
        return sh_cli_number("the longest game", value, 1, 100000, &r->longest, error);
    }
    return SH_USAGE;
}

static const sh_cli_usage usage = {
    .words = "GAME AGENT AGENT",
    .least = 3,
    .most = 3,
    .doc = "Lets two agents play each other from openings drawn by lot, each twice with colours "
           "swapped, and prints the score of the first with its error.\v"
           "An agent is a kind with settings: engine:time=100ms, engine:nodes=10000,threads=2, "
           "reference:cpu=10ms, random, table:FILE. Limits of every kind are time=, cpu= (time of "
           "the CPU), nodes= and depth=.\n\n"
           "Examples:\n"
           "  sternhalma match 7x7/6 engine:nodes=10000 reference:nodes=10000 --games 200\n"
           "  sternhalma match 7x7/3 engine:time=100ms table:7x7-3.shtb --json\n\n"
           "JSON keys: game, rules, agents, seed, games, wins, draws, losses, score, elo, error "
           "(null where all games went one way), pairs (by points), seconds, nodes, moves, "
           "faults (each for both agents).\n",
    .options = options,
    .option = option,
};

static void show(void *user, const sh_match_game *game, const sh_match_score *score) {
    sh_cli *cli = user;
    (void)game;
    if (!cli->live) return;
    fprintf(stderr, "\r%d games: +%d =%d -%d, Elo %+.0f ± %.0f ", score->games, score->wins,
            score->draws, score->losses, score->elo, score->error);
    cli->shown = true;
}

static json_t *number_or_null(double x) { return isfinite(x) ? json_real(x) : json_null(); }

static void print_json(const sh_match_options *o, const sh_match_score *s) {
    json_t *pairs = json_array();
    for (int i = 0; i < 5; i++) json_array_append_new(pairs, json_integer(s->pairs[i]));
    sh_cli_print_json(json_pack(
        "{s:s, s:s, s:[s,s], s:I, s:i, s:i, s:i, s:i, s:f, s:f, s:o, s:o, s:[f,f], s:[I,I], "
        "s:[I,I], s:[i,i]}",
        "game", o->game->name, "rules", sh_profile_name(o->game->profile), "agents", o->agent[0],
        o->agent[1], "seed", (json_int_t)o->seed, "games", s->games, "wins", s->wins, "draws",
        s->draws, "losses", s->losses, "score", s->score, "elo", s->elo, "error",
        number_or_null(s->error), "pairs", pairs, "seconds", s->seconds[0], s->seconds[1], "nodes",
        (json_int_t)s->nodes[0], (json_int_t)s->nodes[1], "moves", (json_int_t)s->moves[0],
        (json_int_t)s->moves[1], "faults", s->faults[0], s->faults[1]));
}

static void print_text(const sh_match_options *o, const sh_match_score *s) {
    printf("%s, %s against %s\n", o->game->name, o->agent[0], o->agent[1]);
    printf("%d games: %d wins, %d draws, %d losses, score %.1f %%", s->games, s->wins, s->draws,
           s->losses, 100 * s->score);
    if (isfinite(s->error)) printf(", Elo %+.0f ± %.0f", s->elo, s->error);
    printf("\npairs by points 0 to 2: %d %d %d %d %d\n", s->pairs[0], s->pairs[1], s->pairs[2],
           s->pairs[3], s->pairs[4]);
    for (int i = 0; i < 2; i++) {
        double moves = s->moves[i] ? (double)s->moves[i] : 1;
        printf("%s: %.1f ms of CPU and %.0f nodes a move", o->agent[i], 1e3 * s->seconds[i] / moves,
               (double)s->nodes[i] / moves);
        if (s->faults[i]) printf(", %d games lost by a fault", s->faults[i]);
        printf("\n");
    }
}

sh_status sh_cmd_match(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    sh_game game;
    sh_match_score score;
    match_request r = {.games = 100, .opening = 4, .seed = 1};
    sh_status status = sh_cli_parse(cli, &usage, argc, argv, &r, &words, error);
    if (!status && r.games % 2)
        status = sh_fail(error, SH_USAGE, "games are played in pairs: give an even number");
    if (!status) status = sh_cli_game(cli, words.word[0], &game, error);
    if (status) return status;
    sh_match_options o = {.game = &game,
                          .agent = {words.word[1], words.word[2]},
                          .pairs = (int)(r.games / 2),
                          .opening = (int)r.opening,
                          .longest = (int)r.longest,
                          .seed = (uint64_t)r.seed};
    sh_monitor monitor = {.stop = cli->stop};
    status = sh_match_play(&o, &monitor, show, cli, &score, error);
    sh_cli_progress_end(cli);
    if (!status || status == SH_INTERRUPTED) (cli->json ? print_json : print_text)(&o, &score);
    return status;
}
