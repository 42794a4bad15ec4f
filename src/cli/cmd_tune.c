// SPDX-License-Identifier: MIT
// sternhalma tune: better values of an agent's parameters, found by playing.
#include <math.h>   // lround
#include <stddef.h> // offsetof
#include <stdio.h>  // printf
#include <stdlib.h> // malloc
#include <string.h> // strchr
#include <unistd.h> // access

#include "arena/arena_scopes.h"
#include "arena/match.h"
#include "arena/spsa.h"
#include "base/random.h"
#include "cli/commands.h"

typedef struct tune_request {
    int64_t rounds, games, seed, opening, at_once;
    double rate;
    const char *openings, *out;
    bool resume;
} tune_request;

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_ROUNDS, .offset = offsetof(tune_request, rounds), .usual = "500"},
    {.id = SH_OPTION_GAMES,
     .offset = offsetof(tune_request, games),
     .usual = "16",
     .least = 2,
     .most = 100000,
     .help = "Play N games a round, an even number"},
    {.id = SH_OPTION_STEP_RATE, .offset = offsetof(tune_request, rate), .usual = "0.002"},
    {.id = SH_OPTION_OPENING,
     .offset = offsetof(tune_request, opening),
     .usual = "6",
     .without = SH_OPTION_OPENINGS},
    {.id = SH_OPTION_OPENINGS,
     .offset = offsetof(tune_request, openings),
     .help = "Draw openings from FILE instead"},
    {.id = SH_OPTION_SEED, .offset = offsetof(tune_request, seed), .usual = "1"},
    {.id = SH_OPTION_CONCURRENCY, .offset = offsetof(tune_request, at_once), .otherwise = "1"},
    {.id = SH_OPTION_OUT,
     .offset = offsetof(tune_request, out),
     .help = "Keep the state in FILE, about every second"},
    {.id = SH_OPTION_RESUME,
     .offset = offsetof(tune_request, resume),
     .with = SH_OPTION_OUT,
     .help = "Continue from FILE"},
    {.id = SH_OPTION_RULES, .otherwise = "strict"},
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_tune = {
    .words = "GAME AGENT PARAMETER...",
    .least = 3,
    .most = SH_SPSA_MOST + 2,
    .about = "Looks for better values of an agent's parameters (SPSA). Each round plays values a "
             "little above against values a little below, at random for each parameter, and moves "
             "towards the winner.",
    .takes = takes,
    .more = "A parameter is NAME=START:LEAST:MOST:STEP, any setting of the agent that is a whole "
            "number; of the engine's own parameters the name is enough.\n\n"
            "Examples:\n"
            "  sternhalma tune 7x7/6 engine:nodes=1000 futility standing lmr_base \\\n"
            "      --rounds 2000 --concurrency 2 --out 7x7-6.tune\n"
            "  sternhalma tune 9x9/10 engine:nodes=500 futility=60:0:300:15 --openings FILE\n\n"
            "JSON keys: game, rules, agent, seed, rounds (done), games, parameters (name, start, "
            "value, least, most, step), settings (the values as an agent's text has them), out.\n",
};

typedef struct tuning_run {
    sh_cli *cli;
    const tune_request *request;
    const sh_game *game;
    const char *agent;
    sh_openings all; // of the file
    sh_spsa spsa;
    char title[2048];
} tuning_run;

static void make_agent(const char *agent, const char *settings, char text[2048]) {
    snprintf(text, 2048, "%s%s%s", agent, strchr(agent, ':') ? "," : ":", settings);
}

// Some openings of the file, at random.
static sh_status draw_openings(const tuning_run *t, sh_openings *drawn, sh_error *error) {
    sh_random random = {~t->spsa.seed * 0x9e3779b97f4a7c15ULL + (uint64_t)t->spsa.round};
    sh_status status = SH_OK;
    *drawn = (sh_openings){0};
    for (int i = 0; t->all.count && i < t->request->games / 2 && !status; i++) {
        uint64_t number = sh_random_below(&random, (uint64_t)t->all.count);
        status = sh_openings_add(drawn, &t->all.position[number], error);
    }
    return status;
}

// One round: a small match of the values on both sides.
static sh_status play_round(tuning_run *t, sh_error *error) {
    int up[SH_SPSA_MOST], down[SH_SPSA_MOST];
    char settings[SH_SPSA_TEXT], agent[2][2048];
    sh_match_score score = {0};
    sh_openings drawn;
    sh_spsa_propose(&t->spsa, up, down);
    sh_spsa_print(&t->spsa, up, settings);
    make_agent(t->agent, settings, agent[0]);
    sh_spsa_print(&t->spsa, down, settings);
    make_agent(t->agent, settings, agent[1]);
    sh_status status = draw_openings(t, &drawn, error);
    sh_match_options o = {.game = t->game,
                          .agent = {agent[0], agent[1]},
                          .rounds = (int)(t->request->games / 2),
                          .openings = t->all.count ? &drawn : NULL,
                          .opening = (int)t->request->opening,
                          .at_once = (int)t->request->at_once,
                          .seed = t->spsa.seed + (uint64_t)t->spsa.round};
    sh_monitor monitor = sh_cli_monitor(t->cli);
    if (!status) status = sh_match_play(&o, &monitor, NULL, NULL, &score, NULL, error);
    sh_openings_free(&drawn);
    if (!status) sh_spsa_learn(&t->spsa, score.wins - score.losses, score.games);
    return status;
}

static sh_status save(const tuning_run *t, sh_error *error) {
    return t->request->out ? sh_spsa_write(&t->spsa, t->title, t->request->out, error) : SH_OK;
}

static sh_status run(tuning_run *t, sh_error *error) {
    sh_status status = SH_OK;
    sh_monitor monitor = sh_cli_monitor(t->cli);
    double began = sh_clock(), saved = began;
    while (!status && t->spsa.round < t->spsa.rounds) {
        status = play_round(t, error);
        if (!status && sh_clock() - saved > 1) {
            status = save(t, error);
            saved = sh_clock();
        }
        sh_report(&monitor, &(sh_progress){.phase = "tune",
                                           .done = (uint64_t)t->spsa.round,
                                           .total = (uint64_t)t->spsa.rounds,
                                           .seconds = sh_clock() - began});
    }
    sh_cli_progress_end(t->cli);
    if (status && status != SH_INTERRUPTED) return status;
    sh_status last = save(t, error);
    return status ? status : last;
}

static void print_json(const tuning_run *t, const char *settings) {
    json_t *list = json_array();
    for (int i = 0; i < t->spsa.count; i++) {
        const sh_spsa_parameter *p = &t->spsa.parameter[i];
        json_array_append_new(list, json_pack("{s:s, s:f, s:f, s:f, s:f, s:f}", "name", p->name,
                                              "start", p->start, "value", p->value, "least",
                                              p->least, "most", p->most, "step", p->step));
    }
    sh_cli_print_json(json_pack("{s:s, s:s, s:s, s:I, s:i, s:I, s:o, s:s, s:s?}", "game",
                                t->game->name, "rules", sh_profile_name(t->game->profile), "agent",
                                t->agent, "seed", (json_int_t)t->spsa.seed, "rounds", t->spsa.round,
                                "games", (json_int_t)t->spsa.games, "parameters", list, "settings",
                                settings, "out", t->request->out));
}

static void print_result(const tuning_run *t) {
    char settings[SH_SPSA_TEXT];
    sh_spsa_print(&t->spsa, NULL, settings);
    if (t->cli->json) {
        print_json(t, settings);
        return;
    }
    printf("%d rounds, %llu games\n", t->spsa.round, (unsigned long long)t->spsa.games);
    for (int i = 0; i < t->spsa.count; i++) {
        const sh_spsa_parameter *p = &t->spsa.parameter[i];
        printf("%-16s %10g -> %.2f\n", p->name, p->start, p->value);
    }
    printf("%s\n", settings);
}

static sh_status prepare(tuning_run *t, const sh_cli_words *words, sh_error *error) {
    const tune_request *r = t->request;
    sh_status status = SH_OK;
    t->spsa = (sh_spsa){.rounds = (int)r->rounds, .rate = r->rate, .seed = (uint64_t)r->seed};
    for (int i = 2; i < words->count && !status; i++)
        status = sh_spsa_add(&t->spsa, words->word[i], error);
    if (!status && r->games % 2)
        status = sh_fail(error, SH_USAGE, "games are played in pairs: give an even number");
    if (!status && r->openings) status = sh_openings_read(&t->all, t->game, r->openings, error);
    snprintf(t->title, sizeof t->title, "%s (%s), %.900s, %lld games a round, openings %.300s%lld",
             t->game->name, sh_profile_name(t->game->profile), t->agent, (long long)r->games,
             r->openings ? r->openings : "of plies ",
             (long long)(r->openings ? t->all.count : r->opening));
    if (!status && r->out) status = sh_spsa_check(r->out, error);
    bool there = !status && r->out && access(r->out, F_OK) == 0;
    if (there && !r->resume)
        status = sh_fail(error, SH_USAGE, "%.200s is there already: --resume continues it", r->out);
    if (there && !status) status = sh_spsa_read(&t->spsa, t->title, r->out, error);
    return status;
}

sh_status sh_cmd_tune(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    sh_game game;
    tune_request r = {0};
    sh_status status = sh_cli_parse(cli, &sh_usage_tune, argc, argv, &r, &words, error);
    if (!status) status = sh_cli_game(cli, words.word[0], &game, error);
    if (!status) status = sh_scope_check(&sh_tuning_scope, &game, error);
    if (status) return status;
    tuning_run *t = calloc(1, sizeof *t);
    if (!t) return sh_fail(error, SH_RESOURCES, "out of memory for a tuning");
    t->cli = cli;
    t->request = &r;
    t->game = &game;
    t->agent = words.word[1];
    status = prepare(t, &words, error);
    if (!status) status = run(t, error);
    if (!status || status == SH_INTERRUPTED) print_result(t);
    sh_openings_free(&t->all);
    free(t);
    return status;
}
