// SPDX-License-Identifier: MIT
// Least squares by the normal equations: three features, so a 3×3 system by Gaussian elimination.
// Only the direction of the weights matters to play, so both vectors are brought to length 1 before
// they are compared and mixed; otherwise the scale of minimax values would drive the step.
#include "play/paper_tuning.h"

#include <assert.h> // assert
#include <math.h>   // fabs, sqrt

enum { N = SH_PAPER_FEATURES, MAX_PLIES = 1024 };

static bool eliminate(double system[N][N + 1]) {
    for (int i = 0; i < N; i++) {
        int pivot = i;
        for (int j = i + 1; j < N; j++)
            if (fabs(system[j][i]) > fabs(system[pivot][i])) pivot = j;
        if (fabs(system[pivot][i]) < 1e-9) return false;
        for (int k = 0; k <= N; k++) {
            double swap = system[i][k];
            system[i][k] = system[pivot][k];
            system[pivot][k] = swap;
        }
        for (int j = 0; j < N; j++) {
            if (j == i) continue;
            double factor = system[j][i] / system[i][i];
            for (int k = i; k <= N; k++) system[j][k] -= factor * system[i][k];
        }
    }
    return true;
}

bool sh_paper_least_squares(const double (*feature)[SH_PAPER_FEATURES], const double *value,
                            int rows, double weight[SH_PAPER_FEATURES]) {
    double system[N][N + 1] = {{0}};
    for (int row = 0; row < rows; row++)
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) system[i][j] += feature[row][i] * feature[row][j];
            system[i][N] += feature[row][i] * value[row];
        }
    if (!eliminate(system)) return false;
    for (int i = 0; i < N; i++) weight[i] = system[i][N] / system[i][i];
    return true;
}

static void normalise(double weight[N]) {
    double square = 0;
    for (int i = 0; i < N; i++) square += weight[i] * weight[i];
    for (int i = 0; i < N; i++) weight[i] /= sqrt(square);
}

typedef struct played {
    double feature[MAX_PLIES][N], value[MAX_PLIES];
    int plies;
} played;

// Plays one game and keeps a row for every position.
static void play(const sh_game *game, const sh_paper_tuning *tuning, const sh_paper_h1 *h1,
                 sh_random *random, played *played) {
    sh_paper_search search = {SH_PAPER_ALPHA_BETA, h1, tuning->depth};
    sh_position position;
    sh_move moves[SH_MAX_MOVES];
    sh_position_start(game, &position);
    for (played->plies = 0; played->plies < tuning->plies; played->plies++) {
        if (sh_moves_list(game, &position, moves) == 0) return;
        sh_paper_found found = sh_paper_find(game, &position, &search, random);
        sh_paper_features(game, &position, h1->form, played->feature[played->plies]);
        played->value[played->plies] = found.value;
        bool stray = sh_random_below(random, 1000000) < (uint64_t)(tuning->random_share * 1e6);
        sh_move_apply(game, &position,
                      stray ? sh_paper_random_move(game, &position, random) : found.move);
    }
}

sh_status sh_paper_tune(const sh_game *game, const sh_paper_tuning *tuning, sh_paper_h1 *h1,
                        sh_random *random, const sh_monitor *monitor, sh_paper_fit *fits) {
    assert(tuning->plies <= MAX_PLIES);
    double start = sh_clock();
    normalise(h1->weight);
    for (int i = 0; i < tuning->iterations; i++) {
        played played;
        double fresh[N], square = 0;
        if (sh_stopped(monitor)) return SH_INTERRUPTED;
        play(game, tuning, h1, random, &played);
        bool fitted = sh_paper_least_squares(played.feature, played.value, played.plies, fresh);
        if (fitted) normalise(fresh);
        for (int j = 0; j < N && fitted; j++) {
            square += (fresh[j] - h1->weight[j]) * (fresh[j] - h1->weight[j]);
            h1->weight[j] += tuning->rate * (fresh[j] - h1->weight[j]);
        }
        normalise(h1->weight);
        fits[i] = (sh_paper_fit){.change = sqrt(square), .plies = played.plies};
        for (int j = 0; j < N; j++) fits[i].weight[j] = h1->weight[j];
        sh_report(monitor, &(sh_progress){.phase = "tune",
                                          .done = (uint64_t)i + 1,
                                          .total = (uint64_t)tuning->iterations,
                                          .seconds = sh_clock() - start});
    }
    return SH_OK;
}
