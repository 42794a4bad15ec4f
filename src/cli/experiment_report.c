// SPDX-License-Identifier: MIT
// Printing of experiments. See experiment_report.h.
#include "cli/experiment_report.h"

#include <stdio.h> // printf

#include "cli/cli.h"
#include "cli/plot.h"

static const char *method_name(sh_paper_method method) {
    return method == SH_PAPER_MINIMAX ? "minimax" : "alpha-beta";
}

static int games_won(const sh_experiment *e, int winner) {
    int count = 0;
    for (int i = 0; i < e->count; i++) count += e->games[i].winner == winner;
    return count;
}

// How many games the agent won with the other so many moves short.
static int games_at(const sh_experiment *e, int winner, int losing_moves) {
    int count = 0;
    for (int i = 0; i < e->count; i++)
        count += e->games[i].winner == winner && e->games[i].losing_moves == losing_moves;
    return count;
}

static void print_games(const sh_experiment *e) {
    printf("%d games: %d wins, %d unfinished, %d losses of the first\n", e->count, games_won(e, 0),
           games_won(e, -1), games_won(e, 1));
    printf("losing moves   first won   second won\n");
    for (int moves = 0; moves <= SH_PAPER_LOST_FOR_EVER; moves++)
        if (games_at(e, 0, moves) + games_at(e, 1, moves) > 0)
            printf("%12d   %9d   %10d\n", moves, games_at(e, 0, moves), games_at(e, 1, moves));
}

static void print_fits(const sh_experiment *e) {
    printf("game   plies   change      A        B        C\n");
    for (int i = 0; i < e->count; i++) {
        const sh_paper_fit *fit = &e->fits[i];
        printf("%4d   %5d   %6.4f   %6.3f   %6.3f   %6.3f\n", i + 1, fit->plies, fit->change,
               fit->weight[0], fit->weight[1], fit->weight[2]);
    }
}

static void print_costs(const sh_experiment *e) {
    printf("method       depth   branching       nodes     seconds of CPU\n");
    for (int i = 0; i < e->count; i++) {
        const sh_experiment_cost *c = &e->costs[i];
        printf("%-10s   %5d   %9.2f   %9llu   %9.6f\n", method_name(c->method), c->depth,
               c->cost.branching, (unsigned long long)c->cost.nodes, c->cost.seconds);
    }
}

void sh_experiment_print_text(const sh_experiment *e) {
    printf("%s on %s: %s (h1 %s, weights %g %g %g)\n", e->name, e->game, e->title,
           sh_paper_form_name(e->h1.form), e->h1.weight[0], e->h1.weight[1], e->h1.weight[2]);
    if (e->kind == SH_EXPERIMENT_GAMES)
        print_games(e);
    else if (e->kind == SH_EXPERIMENT_FITS)
        print_fits(e);
    else
        print_costs(e);
    printf("the paper: %s\n", e->paper);
}

static json_t *weights_json(const double weight[SH_PAPER_FEATURES]) {
    return json_pack("[f,f,f]", weight[0], weight[1], weight[2]);
}

static void add_games(json_t *object, const sh_experiment *e) {
    json_t *moves = json_array();
    for (int i = 0; i < e->count; i++)
        json_array_append_new(moves, json_pack("{s:i, s:i, s:i}", "winner", e->games[i].winner + 1,
                                               "plies", e->games[i].plies, "losing_moves",
                                               e->games[i].losing_moves));
    json_object_set_new(object, "games", json_integer(e->count));
    json_object_set_new(object, "wins", json_integer(games_won(e, 0)));
    json_object_set_new(object, "draws", json_integer(games_won(e, -1)));
    json_object_set_new(object, "losses", json_integer(games_won(e, 1)));
    json_object_set_new(object, "played", moves);
}

static void add_fits(json_t *object, const sh_experiment *e) {
    json_t *list = json_array();
    for (int i = 0; i < e->count; i++)
        json_array_append_new(list, json_pack("{s:o, s:f, s:i}", "weights",
                                              weights_json(e->fits[i].weight), "change",
                                              e->fits[i].change, "plies", e->fits[i].plies));
    json_object_set_new(object, "iterations", list);
}

static void add_costs(json_t *object, const sh_experiment *e) {
    json_t *list = json_array();
    for (int i = 0; i < e->count; i++) {
        const sh_experiment_cost *c = &e->costs[i];
        json_array_append_new(
            list, json_pack("{s:s, s:i, s:f, s:I, s:f}", "method", method_name(c->method), "depth",
                            c->depth, "branching", c->cost.branching, "nodes",
                            (json_int_t)c->cost.nodes, "seconds", c->cost.seconds));
    }
    json_object_set_new(object, "rows", list);
}

void sh_experiment_print_json(const sh_experiment *e) {
    json_t *object =
        json_pack("{s:s, s:s, s:s, s:o, s:I, s:s}", "experiment", e->name, "game", e->game, "form",
                  sh_paper_form_name(e->h1.form), "weights", weights_json(e->h1.weight), "seed",
                  (json_int_t)e->seed, "paper", e->paper);
    if (e->kind == SH_EXPERIMENT_GAMES)
        add_games(object, e);
    else if (e->kind == SH_EXPERIMENT_FITS)
        add_fits(object, e);
    else
        add_costs(object, e);
    sh_cli_print_json(object);
}

static void plot_games(const sh_experiment *e, const char *title) {
    double x[SH_PAPER_LOST_FOR_EVER + 1], first[SH_PAPER_LOST_FOR_EVER + 1];
    double second[SH_PAPER_LOST_FOR_EVER + 1];
    int most = 0;
    for (int i = 0; i < e->count; i++)
        if (e->games[i].losing_moves > most) most = e->games[i].losing_moves;
    for (int i = 0; i <= most; i++) {
        x[i] = i;
        first[i] = games_at(e, 0, i);
        second[i] = games_at(e, 1, i);
    }
    sh_plot_series series[] = {{"first agent won", SH_PLOT_BARS, most + 1, x, first},
                               {"second agent won", SH_PLOT_BARS, most + 1, x, second}};
    sh_cli_print_plots(&(sh_plot){title, "moves that the loser was short of", "games", 2, series},
                       1);
}

static void plot_fits(const sh_experiment *e, const char *title) {
    static double x[SH_EXPERIMENT_MOST], y[SH_EXPERIMENT_MOST];
    for (int i = 0; i < e->count; i++) {
        x[i] = i + 1;
        y[i] = e->fits[i].change;
    }
    sh_plot_series series = {"norm of w_new - w", SH_PLOT_LINE, e->count, x, y};
    sh_cli_print_plots(&(sh_plot){title, "games", "change", 1, &series}, 1);
}

static void plot_costs(const sh_experiment *e, const char *title) {
    static double x[2][2 * SH_EXPERIMENT_MOST], y[2][2 * SH_EXPERIMENT_MOST];
    int count[2] = {0, 0};
    for (int i = 0; i < e->count; i++) {
        int m = e->costs[i].method == SH_PAPER_ALPHA_BETA;
        x[m][count[m]] = e->costs[i].cost.branching;
        y[m][count[m]++] = 1e3 * e->costs[i].cost.seconds;
    }
    sh_plot_series series[] = {{"minimax", SH_PLOT_POINTS, count[0], x[0], y[0]},
                               {"alpha-beta", SH_PLOT_POINTS, count[1], x[1], y[1]}};
    sh_cli_print_plots(&(sh_plot){title, "mean branching factor", "milliseconds of CPU", 2, series},
                       1);
}

void sh_experiment_print_svg(const sh_experiment *e) {
    char title[160];
    snprintf(title, sizeof title, "%s, %s: %s", e->name, e->game, e->title);
    if (e->kind == SH_EXPERIMENT_GAMES)
        plot_games(e, title);
    else if (e->kind == SH_EXPERIMENT_FITS)
        plot_fits(e, title);
    else
        plot_costs(e, title);
}
