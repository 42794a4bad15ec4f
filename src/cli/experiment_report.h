// SPDX-License-Identifier: MIT
// What an experiment of the paper came to, and how it is printed: text, JSON, drawing.
#pragma once

#include "play/experiment.h"
#include "play/paper_tuning.h"

enum { SH_EXPERIMENT_MOST = 10000 };

typedef enum sh_experiment_kind {
    SH_EXPERIMENT_GAMES, // `games`: who won, and by how many moves
    SH_EXPERIMENT_FITS,  // `fits`: weights by iteration
    SH_EXPERIMENT_COSTS, // `costs`: what searches took
} sh_experiment_kind;

typedef struct sh_experiment_cost {
    sh_paper_method method;
    int depth;
    sh_paper_cost cost;
} sh_experiment_cost;

typedef struct sh_experiment {
    const char *name, *title, *game;
    const char *paper; // what the paper says of it
    sh_paper_h1 h1;
    uint64_t seed;
    sh_experiment_kind kind;
    int count; // of whichever is filled
    sh_paper_game games[SH_EXPERIMENT_MOST];
    sh_paper_fit fits[SH_EXPERIMENT_MOST];
    sh_experiment_cost costs[2 * SH_EXPERIMENT_MOST];
} sh_experiment;

void sh_experiment_print_text(const sh_experiment *experiment);
void sh_experiment_print_json(const sh_experiment *experiment);
void sh_experiment_print_svg(const sh_experiment *experiment);
