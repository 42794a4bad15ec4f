// SPDX-License-Identifier: MIT
// Weight tuning by Algorithm 2 of Huang and Klukas (2021), after He, Hu and Yin (2016).
//
// Both sides of a game play minimax with h1. Every position of the game gives a row of features and
// the minimax value found there; the least-squares fit of the values by the features gives new
// weights, and the old ones move towards them by the learning rate. The paper prints the step with
// the opposite sign (w + α(w - w_new)), which runs away from the fit; what is done here is
// w + α(w_new - w). Two deterministic players may repeat themselves for ever, so a share of the
// moves is random, as in the authors' program.
#pragma once

#include "base/progress.h"
#include "base/random.h"
#include "play/paper_search.h"

typedef struct sh_paper_tuning {
    int depth;           // of the minimax search
    int iterations;      // games
    int plies;           // after which a game is given up
    double rate;         // α
    double random_share; // of moves
} sh_paper_tuning;

// What an iteration came to.
typedef struct sh_paper_fit {
    double weight[SH_PAPER_FEATURES]; // after the step, of length 1
    double change;                    // norm of (w_new - w), both of length 1
    int plies;                        // of its game
} sh_paper_fit;

// Tunes `h1` in place; `fits` has room for `iterations`. SH_INTERRUPTED when the monitor says stop.
sh_status sh_paper_tune(const sh_game *game, const sh_paper_tuning *tuning, sh_paper_h1 *h1,
                        sh_random *random, const sh_monitor *monitor,
                        sh_paper_fit *fits) SH_NODISCARD;

// The weights that fit `rows` rows of features and values best (least squares). False where the
// features do not determine them.
bool sh_paper_least_squares(const double (*feature)[SH_PAPER_FEATURES], const double *value,
                            int rows, double weight[SH_PAPER_FEATURES]);
