// SPDX-License-Identifier: MIT
// Results of matches: the score, its Elo, the sequential test, what the agents needed.
#include "cli/match_text.h"

#include <math.h>  // isfinite
#include <stdio.h> // printf

void sh_cli_match_progress(sh_cli *cli, const sh_match_score *score) {
    const sh_standing *among = &score->standing;
    if (!cli->live) return;
    cli->shown = true;
    if (among->agents) {
        fprintf(stderr, "\r%d games: %.1f %% ± %.1f of wins ", among->games, 100 * among->share[0],
                100 * among->error[0]);
        return;
    }
    fprintf(stderr, "\r%d games: +%d =%d -%d, Elo %+.0f ± %.0f ", score->games, score->wins,
            score->draws, score->losses, score->elo, score->error);
}

static json_t *number_or_null(double x) { return isfinite(x) ? json_real(x) : json_null(); }

static const char *verdict_name(sh_sprt_verdict verdict) {
    static const char *const names[] = {"open", "elo0", "elo1"};
    return names[verdict];
}

static json_t *encode_sprt(const sh_sprt *sprt, const int pairs[5]) {
    if (!sprt->wanted) return json_null();
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:s}", "elo0", sprt->elo0, "elo1", sprt->elo1,
                     "ratio", sh_sprt_ratio(sprt, pairs), "lower", sh_sprt_lower(sprt), "upper",
                     sh_sprt_upper(sprt), "believed", verdict_name(sh_sprt_judge(sprt, pairs)));
}

static void print_json(const sh_match_options *o, const char *openings, const sh_match_score *s,
                       const sh_match_time *time) {
    json_t *pairs = json_array();
    for (int i = 0; i < 5; i++) json_array_append_new(pairs, json_integer(s->pairs[i]));
    json_t *said = json_pack("{s:s, s:s, s:[s,s], s:I, s:s?, s:i, s:i, s:i, s:i, s:f, s:o}", "game",
                             o->game->name, "rules", sh_profile_name(o->game->profile), "agents",
                             o->agent[0], o->agent[1], "seed", (json_int_t)o->seed, "openings",
                             openings, "games", s->games, "wins", s->wins, "draws", s->draws,
                             "losses", s->losses, "score", s->score, "pairs", pairs);
    json_object_update_new(
        said,
        json_pack(
            "{s:f, s:o, s:f, s:o, s:o, s:[f,f], s:[f,f], s:[I,I], s:[I,I], s:[i,i], s:f, s:f}",
            "elo", s->elo, "error", number_or_null(s->error), "nelo", s->nelo, "nelo_error",
            number_or_null(s->nelo_error), "sprt", encode_sprt(&o->sprt, s->pairs), "seconds",
            s->seconds[0], s->seconds[1], "clock", s->wall[0], s->wall[1], "nodes",
            (json_int_t)s->nodes[0], (json_int_t)s->nodes[1], "moves", (json_int_t)s->moves[0],
            (json_int_t)s->moves[1], "faults", s->faults[0], s->faults[1], "wall", time->wall,
            "own", time->own));
    sh_cli_print_json(said);
}

static json_t *encode_agent(const sh_match_options *o, const sh_match_score *s, int agent) {
    const sh_standing *among = &s->standing;
    json_t *places = json_array();
    for (int i = 0; i < o->game->players; i++)
        json_array_append_new(places, json_integer(among->places[agent][i]));
    return json_pack("{s:s, s:i, s:i, s:f, s:o, s:o, s:f, s:f, s:I, s:I, s:i}", "agent",
                     o->agent[agent], "seats", among->seats[agent], "wins", among->wins[agent],
                     "share", among->share[agent], "error", number_or_null(among->error[agent]),
                     "places", places, "seconds", s->seconds[agent], "clock", s->wall[agent],
                     "nodes", (json_int_t)s->nodes[agent], "moves", (json_int_t)s->moves[agent],
                     "faults", s->faults[agent]);
}

static void print_json_among(const sh_match_options *o, const char *openings,
                             const sh_match_score *s, const sh_match_time *time) {
    json_t *agents = json_array();
    for (int i = 0; i < o->agents; i++) json_array_append_new(agents, encode_agent(o, s, i));
    sh_cli_print_json(json_pack("{s:s, s:s, s:i, s:I, s:s?, s:i, s:i, s:s, s:o, s:f, s:f}", "game",
                                o->game->name, "rules", sh_profile_name(o->game->profile),
                                "players", o->game->players, "seed", (json_int_t)o->seed,
                                "openings", openings, "games", s->games, "seatings",
                                sh_seatings(o->game->players, o->agents), "stand_in", SH_STAND_IN,
                                "standing", agents, "wall", time->wall, "own", time->own));
}

static void print_sprt(const sh_sprt *sprt, const int pairs[5]) {
    static const char *const words[] = {"not decided", "the first is believed",
                                        "the second is believed"};
    if (!sprt->wanted) return;
    printf("Elo %g or %g: log of the likelihoods' ratio %.2f, bounds %.2f and %.2f: %s\n",
           sprt->elo0, sprt->elo1, sh_sprt_ratio(sprt, pairs), sh_sprt_lower(sprt),
           sh_sprt_upper(sprt), words[sh_sprt_judge(sprt, pairs)]);
}

static void print_agent(const sh_match_options *o, const sh_match_score *s, int agent) {
    double moves = s->moves[agent] ? (double)s->moves[agent] : 1;
    printf("%s: %.1f ms a move, %.1f of CPU, %.0f nodes", o->agent[agent],
           1e3 * s->wall[agent] / moves, 1e3 * s->seconds[agent] / moves,
           (double)s->nodes[agent] / moves);
    if (s->faults[agent]) printf(", %d games lost by a fault", s->faults[agent]);
    printf("\n");
}

static void print_among(const sh_match_options *o, const sh_match_score *s,
                        const sh_match_time *time) {
    const sh_standing *among = &s->standing;
    printf("%s: %d games, %d ways to sit; an agent that fails is taken out, and %s stands in\n",
           o->game->name, s->games, sh_seatings(o->game->players, o->agents), SH_STAND_IN);
    for (int i = 0; i < o->agents; i++) {
        printf("%s: %.1f %%", o->agent[i], 100 * among->share[i]);
        if (isfinite(among->error[i])) printf(" ± %.1f", 100 * among->error[i]);
        printf(" of wins (%d, on %d seats); places", among->wins[i], among->seats[i]);
        for (int p = 0; p < o->game->players; p++) printf(" %d", among->places[i][p]);
        printf("\n");
    }
    for (int i = 0; i < o->agents; i++) print_agent(o, s, i);
    printf("%.1f s\n", time->wall);
}

static void print_text(const sh_match_options *o, const sh_match_score *s,
                       const sh_match_time *time) {
    double whole = time->own + s->seconds[0] + s->seconds[1];
    printf("%s, %s against %s\n", o->game->name, o->agent[0], o->agent[1]);
    printf("%d games: %d wins, %d draws, %d losses, score %.1f %%", s->games, s->wins, s->draws,
           s->losses, 100 * s->score);
    if (isfinite(s->error)) printf(", Elo %+.0f ± %.0f", s->elo, s->error);
    if (isfinite(s->nelo_error)) printf(", nElo %+.0f ± %.0f", s->nelo, s->nelo_error);
    printf("\npairs by points 0 to 2: %d %d %d %d %d\n", s->pairs[0], s->pairs[1], s->pairs[2],
           s->pairs[3], s->pairs[4]);
    print_sprt(&o->sprt, s->pairs);
    for (int i = 0; i < 2; i++) print_agent(o, s, i);
    printf("%.1f s; %.2f %% of the CPU time went to the match itself\n", time->wall,
           whole > 0 ? 100 * time->own / whole : 0);
}

void sh_cli_match_print(const sh_cli *cli, const sh_match_options *options, const char *openings,
                        const sh_match_score *score, const sh_match_time *time) {
    bool among = options->game->players > 2;
    if (cli->json)
        (among ? print_json_among : print_json)(options, openings, score, time);
    else
        (among ? print_among : print_text)(options, score, time);
}
