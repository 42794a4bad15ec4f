// SPDX-License-Identifier: MIT
// The agents of Huang and Klukas (2021) by name: greedy, minimax, alphabeta, montecarlo.
//
// Settings: `depth` of the searches (1), `form` of h1 (printed, corrected, program), `weights` (he,
// tuned, or three numbers such as 0.9/0.1/0.4), and of montecarlo `opponent`, the heuristic that it
// thinks its opponent follows (h2, h1).
#include <stdio.h>  // sscanf
#include <stdlib.h> // calloc
#include <string.h> // strcmp

#include "base/random.h"
#include "play/agent.h"
#include "play/paper_search.h"

enum { PLAYOUT_PLIES = 200 };

typedef struct paper {
    const sh_game *game;
    sh_paper_h1 h1;
    sh_random random;
    bool mirrored; // montecarlo: the opponent follows h1
} paper;

static sh_status read_weights(sh_paper_h1 *h1, const char *text, sh_error *error) {
    char end;
    const double *known = sh_paper_weights_he;
    if (text && strcmp(text, "tuned") == 0) known = sh_paper_weights_tuned;
    memcpy(h1->weight, known, sizeof h1->weight);
    if (!text || strcmp(text, "he") == 0 || strcmp(text, "tuned") == 0) return SH_OK;
    if (sscanf(text, "%lf/%lf/%lf%c", &h1->weight[0], &h1->weight[1], &h1->weight[2], &end) == 3)
        return SH_OK;
    return sh_fail(error, SH_USAGE, "weights are he, tuned or three numbers like 0.9/0.1/0.4");
}

static sh_status read_h1(sh_paper_h1 *h1, sh_settings *settings, sh_error *error) {
    const char *form = sh_settings_take(settings, "form");
    sh_status status = form ? sh_paper_form_parse(&h1->form, form, error) : SH_OK;
    return status ? status : read_weights(h1, sh_settings_take(settings, "weights"), error);
}

static sh_status read_opponent(bool *mirrored, sh_settings *settings, sh_error *error) {
    const char *opponent = sh_settings_take(settings, "opponent");
    *mirrored = opponent && strcmp(opponent, "h1") == 0;
    if (!opponent || *mirrored || strcmp(opponent, "h2") == 0) return SH_OK;
    return sh_fail(error, SH_USAGE, "the opponent of a playout follows h1 or h2");
}

static sh_status make_greedy(void **state, const sh_game *game, sh_settings *settings,
                             uint64_t seed, sh_error *error) {
    (void)settings;
    paper *made = calloc(1, sizeof *made);
    if (!made) return sh_fail(error, SH_RESOURCES, "out of memory for an agent");
    made->game = game;
    made->random.state = seed;
    *state = made;
    return SH_OK;
}

static sh_status make_search(void **state, const sh_game *game, sh_settings *settings,
                             uint64_t seed, sh_error *error) {
    sh_status status = sh_scope_check(&sh_paper_scope, game, error);
    if (!status) status = make_greedy(state, game, settings, seed, error);
    return status ? status : read_h1(&((paper *)*state)->h1, settings, error);
}

static sh_status make_playouts(void **state, const sh_game *game, sh_settings *settings,
                               uint64_t seed, sh_error *error) {
    sh_status status = make_search(state, game, settings, seed, error);
    return status ? status : read_opponent(&((paper *)*state)->mirrored, settings, error);
}

static void find(paper *agent, const sh_record *record, const sh_paper_search *search,
                 sh_agent_choice *choice) {
    sh_paper_found found =
        sh_paper_find(agent->game, sh_record_position(record), search, &agent->random);
    choice->move = found.move;
    choice->nodes = found.nodes;
    choice->depth = search->depth;
}

static int depth_of(const sh_limits *limits) { return limits->depth ? limits->depth : 1; }

// The same as greedy h2 on boards that are none of the paper's: the most steps towards the end of
// the mover's way.
static sh_move farthest(paper *agent, const sh_position *position) {
    sh_move moves[SH_MAX_MOVES], best = {0, 0};
    const uint8_t *away = agent->game->away[position->turn];
    int count = sh_moves_list(agent->game, position, moves), most = INT32_MIN, equal = 0;
    for (int i = 0; i < count; i++) {
        int steps = away[moves[i].from] - away[moves[i].to];
        equal = steps > most ? 1 : equal + (steps == most);
        if (steps < most || sh_random_below(&agent->random, (uint64_t)equal)) continue;
        most = steps;
        best = moves[i];
    }
    return best;
}

static sh_status choose_greedy(void *state, const sh_record *record, const sh_limits *limits,
                               sh_agent_choice *choice, sh_error *error) {
    (void)limits, (void)error;
    if (sh_scope_misses(&sh_paper_scope, ((paper *)state)->game)) {
        choice->move = farthest(state, sh_record_position(record));
        return SH_OK;
    }
    sh_paper_search search = {SH_PAPER_MINIMAX, NULL, 1};
    find(state, record, &search, choice);
    return SH_OK;
}

static sh_status choose_minimax(void *state, const sh_record *record, const sh_limits *limits,
                                sh_agent_choice *choice, sh_error *error) {
    (void)error;
    sh_paper_search search = {SH_PAPER_MINIMAX, &((paper *)state)->h1, depth_of(limits)};
    find(state, record, &search, choice);
    return SH_OK;
}

static sh_status choose_alphabeta(void *state, const sh_record *record, const sh_limits *limits,
                                  sh_agent_choice *choice, sh_error *error) {
    (void)error;
    sh_paper_search search = {SH_PAPER_ALPHA_BETA, &((paper *)state)->h1, depth_of(limits)};
    find(state, record, &search, choice);
    return SH_OK;
}

static sh_status choose_playouts(void *state, const sh_record *record, const sh_limits *limits,
                                 sh_agent_choice *choice, sh_error *error) {
    (void)limits, (void)error;
    paper *agent = state;
    sh_paper_playouts playouts = {&agent->h1, agent->mirrored, PLAYOUT_PLIES};
    choice->move = sh_paper_monte_carlo(agent->game, sh_record_position(record), &playouts);
    return SH_OK;
}

static void reset(void *state, uint64_t seed) { ((paper *)state)->random.state = seed; }

const sh_agent_kind sh_agent_greedy = {
    .name = "greedy",
    .summary =
        "the move that goes farthest (h2 of Huang and Klukas 2021), of equal ones a random one",
    .make = make_greedy,
    .choose = choose_greedy,
    .reset = reset,
    .release = free,
};

const sh_agent_kind sh_agent_minimax = {
    .name = "minimax",
    .summary = "their minimax with h1: depth=, form=printed|corrected|program, weights=he|tuned",
    .make = make_search,
    .choose = choose_minimax,
    .reset = reset,
    .release = free,
};

const sh_agent_kind sh_agent_alphabeta = {
    .name = "alphabeta",
    .summary = "the same with pruning: the same moves from fewer nodes",
    .make = make_search,
    .choose = choose_alphabeta,
    .reset = reset,
    .release = free,
};

const sh_agent_kind sh_agent_montecarlo = {
    .name = "montecarlo",
    .summary = "their guided playouts: form=, weights=, opponent=h2|h1",
    .make = make_playouts,
    .choose = choose_playouts,
    .reset = reset,
    .release = free,
};
