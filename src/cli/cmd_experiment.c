// SPDX-License-Identifier: MIT
// sternhalma experiment: the figures and tables of Huang and Klukas (2021), played again.
#include <stddef.h> // offsetof
#include <stdio.h>  // printf
#include <stdlib.h> // calloc
#include <string.h> // strcmp

#include "base/near_word.h"
#include "cli/commands.h"
#include "cli/experiment_report.h"
#include "play/experiment.h"
#include "play/paper_tuning.h"

typedef struct request {
    const char *game;
    int64_t games, seed;
    sh_paper_h1 h1;
    bool tuned, svg;
} request;

static sh_status read_form(void *member, const char *text, sh_error *error) {
    return sh_paper_form_parse(member, text, error);
}

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_GAME,
     .offset = offsetof(request, game),
     .usual = "7x7/6",
     .help = "Play on this rhombus"},
    {.id = SH_OPTION_GAMES,
     .offset = offsetof(request, games),
     .least = 1,
     .most = SH_EXPERIMENT_MOST,
     .otherwise = "as the paper did",
     .help = "Play N games, or tune N times"},
    {.id = SH_OPTION_SEED, .offset = offsetof(request, seed), .usual = "1"},
    {.id = SH_OPTION_FORM,
     .offset = offsetof(request, h1.form),
     .read = read_form,
     .otherwise = "printed"},
    {.id = SH_OPTION_TUNED, .offset = offsetof(request, tuned)},
    {.id = SH_OPTION_SVG,
     .offset = offsetof(request, svg),
     .without = SH_OPTION_JSON,
     .help = "Print a drawing (SVG) of a figure"},
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_experiment = {
    .words = "NAME",
    .least = 1,
    .most = 1,
    .about =
        "Plays the experiments of Huang and Klukas, \"Playing Chinese Checkers with Monte Carlo "
        "and Minimax Search\" (2021), again and prints our numbers beside theirs.",
    .takes = takes,
    .more = "  figure2  greedy h2 against random, 100 games\n"
            "  figure3  tuning of the weights of h1 at depth 2, 40 games\n"
            "  figure4  h1 at depth 1 against greedy h2, 100 games\n"
            "  figure5  h1 at depth 2 against greedy h2, 100 games\n"
            "  depth3   h1 at depth 3 against greedy h2, 20 games\n"
            "  figure6  Monte Carlo against greedy h2, 20 games\n"
            "  figure7  time of a move by branching factor, minimax and alpha-beta at depth 3\n"
            "  table1   nodes and time of minimax on the first move, depths 2 to 4\n"
            "  table2   the same of alpha-beta\n\n"
            "Examples:\n"
            "  sternhalma experiment figure5\n"
            "  sternhalma experiment figure5 --form corrected --svg > figure5.svg\n\n"
            "JSON keys: experiment, game, form, weights, seed, and: games, wins, draws, losses, "
            "losing_moves (a list by game); iterations (weights, change, plies); points or rows "
            "(method, depth, branching, nodes, seconds); paper (what the paper says).\n",
};

// An experiment of games: who plays, how many games, and what the paper says came of it.
typedef struct contest {
    const char *name, *title;
    int depth;   // of h1's search; 0: the first agent is greedy h2, -1: Monte Carlo
    bool random; // the second agent is the random one, not greedy h2
    int games;
    const char *paper;
} contest;

static const contest CONTESTS[] = {
    {"figure2", "greedy h2 against random", 0, true, 100,
     "100 games: the random agent lost every game that was no tie"},
    {"figure4", "h1 at depth 1 against greedy h2", 1, false, 100, "a figure without numbers"},
    {"figure5", "h1 at depth 2 against greedy h2", 2, false, 100,
     "h1 at depth 2 did much better than the greedy agent"},
    {"depth3", "h1 at depth 3 against greedy h2", 3, false, 20,
     "20 games: h1 lost every one by one move"},
    {"figure6", "Monte Carlo against greedy h2", -1, false, 20,
     "20 games; a figure without numbers"},
};

static sh_status run_contest(const contest *c, const request *r, const sh_paper_rules *rules,
                             sh_experiment *experiment, const sh_monitor *monitor) {
    sh_random random = {(uint64_t)r->seed};
    sh_paper_search greedy = {SH_PAPER_MINIMAX, NULL, 1};
    sh_paper_search search = {SH_PAPER_ALPHA_BETA, &r->h1, c->depth};
    sh_paper_playouts playouts = {&r->h1, false, SH_PAPER_PLIES};
    sh_paper_agent agent[2] = {{.search = c->depth > 0    ? &search
                                          : c->depth == 0 ? &greedy
                                                          : NULL,
                                .playouts = c->depth < 0 ? &playouts : NULL},
                               {.search = c->random ? NULL : &greedy}};
    experiment->title = c->title;
    experiment->paper = c->paper;
    experiment->count = r->games ? (int)r->games : c->games;
    return sh_paper_games(rules, agent, experiment->count, &random, monitor, experiment->games);
}

static sh_status run_tuning(const request *r, const sh_paper_rules *rules,
                            sh_experiment *experiment, const sh_monitor *monitor) {
    sh_random random = {(uint64_t)r->seed};
    sh_paper_tuning tuning = {.depth = 2,
                              .iterations = r->games ? (int)r->games : 40,
                              .plies = SH_PAPER_PLIES,
                              .rate = 0.1,
                              .random_share = 0.05};
    sh_paper_h1 h1 = r->h1;
    experiment->title = "tuning of h1 at depth 2";
    experiment->paper = "40 games; best weights 0.244, 0.054, -0.988";
    experiment->count = tuning.iterations;
    return sh_paper_tune(&rules->race, &tuning, &h1, &random, monitor, experiment->fits);
}

// One row a depth for the tables.
static void run_table(const request *r, const sh_paper_rules *rules, sh_paper_method method,
                      sh_experiment *experiment) {
    sh_position start;
    sh_position_start(&rules->race, &start);
    experiment->title =
        method == SH_PAPER_MINIMAX ? "minimax on the first move" : "alpha-beta on the first move";
    experiment->paper = method == SH_PAPER_MINIMAX
                            ? "111, 1,851 and 32,127 nodes; 0.03, 0.68 and 11.42 s"
                            : "61, 465 and 2,952 nodes; 0.03, 0.64 and 10.61 s";
    for (int depth = 2; depth <= 4; depth++) {
        sh_paper_search search = {method, &r->h1, depth};
        experiment->costs[experiment->count++] =
            (sh_experiment_cost){method, depth, sh_paper_measure(&rules->race, &start, &search)};
    }
}

// Both methods in every position of games in which h1 plays itself, with some moves drawn at
// random.
static void run_branching(const request *r, const sh_paper_rules *rules,
                          sh_experiment *experiment) {
    sh_random random = {(uint64_t)r->seed};
    sh_paper_search plain = {SH_PAPER_MINIMAX, &r->h1, 3}, quick = {SH_PAPER_ALPHA_BETA, &r->h1, 1};
    sh_paper_search pruned = {SH_PAPER_ALPHA_BETA, &r->h1, 3};
    sh_position position;
    sh_move moves[SH_MAX_MOVES];
    int points = r->games ? (int)r->games : 60;
    experiment->title = "time of a move by branching factor, depth 3";
    experiment->paper = "alpha-beta was no faster: all nodes were made before the search";
    sh_position_start(&rules->race, &position);
    for (int i = 0; i < points; i++) {
        if (sh_moves_list(&rules->race, &position, moves) == 0)
            sh_position_start(&rules->race, &position);
        sh_paper_cost full = sh_paper_measure(&rules->race, &position, &plain);
        sh_paper_cost less = sh_paper_measure(&rules->race, &position, &pruned);
        less.branching = full.branching; // of the whole tree, as in the paper
        experiment->costs[experiment->count++] = (sh_experiment_cost){SH_PAPER_MINIMAX, 3, full};
        experiment->costs[experiment->count++] = (sh_experiment_cost){SH_PAPER_ALPHA_BETA, 3, less};
        bool stray = sh_random_below(&random, 5) == 0;
        sh_move_apply(&rules->race, &position,
                      stray ? sh_paper_random_move(&rules->race, &position, &random)
                            : sh_paper_find(&rules->race, &position, &quick, &random).move);
    }
}

static sh_status run(const char *name, const request *r, const sh_paper_rules *rules,
                     sh_experiment *experiment, const sh_monitor *monitor, sh_error *error) {
    for (size_t i = 0; i < sizeof CONTESTS / sizeof *CONTESTS; i++)
        if (strcmp(name, CONTESTS[i].name) == 0) {
            experiment->kind = SH_EXPERIMENT_GAMES;
            return run_contest(&CONTESTS[i], r, rules, experiment, monitor);
        }
    experiment->kind = SH_EXPERIMENT_COSTS;
    if (strcmp(name, "figure7") == 0)
        run_branching(r, rules, experiment);
    else if (strcmp(name, "table1") == 0)
        run_table(r, rules, SH_PAPER_MINIMAX, experiment);
    else if (strcmp(name, "table2") == 0)
        run_table(r, rules, SH_PAPER_ALPHA_BETA, experiment);
    else if (strcmp(name, "figure3") == 0) {
        experiment->kind = SH_EXPERIMENT_FITS;
        return run_tuning(r, rules, experiment, monitor);
    } else {
        static const char *const names[] = {"figure2", "figure3", "figure4", "figure5", "figure6",
                                            "figure7", "depth3",  "table1",  "table2"};
        sh_near_word near = {.wanted = name};
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            sh_near_word_offer(&near, names[i]);
        return sh_near_word_fail(&near, "experiment",
                                 "there are figure2 to figure7, depth3, table1 and table2", error);
    }
    return SH_OK;
}

// What has no games, no chance, no h1 or no figure takes no option about it.
static sh_status check_options(const sh_cli *cli, const char *name, sh_error *error) {
    static const sh_option_id figures[] = {SH_OPTION_SVG, SH_OPTION_NONE};
    static const sh_option_id chance[] = {SH_OPTION_GAMES, SH_OPTION_SEED, SH_OPTION_NONE};
    static const sh_option_id h1[] = {SH_OPTION_FORM, SH_OPTION_TUNED, SH_OPTION_NONE};
    sh_status status = SH_OK;
    if (strncmp(name, "figure", 6) != 0)
        status = sh_cli_refuse_all(cli, figures, "only figures can be drawn", error);
    if (!status && strncmp(name, "table", 5) == 0)
        status = sh_cli_refuse_all(cli, chance, "tables are measured on the first move", error);
    if (!status && strcmp(name, "figure2") == 0)
        status = sh_cli_refuse_all(cli, h1, "no agent of figure2 uses h1", error);
    return status;
}

sh_status sh_cmd_experiment(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    sh_paper_rules rules;
    request r = {0};
    sh_status status = sh_cli_parse(cli, &sh_usage_experiment, argc, argv, &r, &words, error);
    const double *weights = r.tuned ? sh_paper_weights_tuned : sh_paper_weights_he;
    memcpy(r.h1.weight, weights, sizeof r.h1.weight);
    if (!status) status = check_options(cli, words.word[0], error);
    if (!status) status = sh_paper_rules_make(&rules, r.game, error);
    if (status) return status;
    sh_experiment *experiment = calloc(1, sizeof *experiment);
    if (!experiment) return sh_fail(error, SH_RESOURCES, "out of memory for the results");
    experiment->name = words.word[0];
    experiment->game = r.game;
    experiment->h1 = r.h1;
    experiment->seed = (uint64_t)r.seed;
    sh_monitor monitor = sh_cli_monitor(cli);
    status = run(words.word[0], &r, &rules, experiment, &monitor, error);
    sh_cli_progress_end(cli);
    if (!status && r.svg)
        sh_experiment_print_svg(experiment);
    else if (!status)
        (cli->json ? sh_experiment_print_json : sh_experiment_print_text)(experiment);
    free(experiment);
    return status;
}
