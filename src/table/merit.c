// SPDX-License-Identifier: MIT
// See merit.h. One Newton step: for every set the gradient Σ (win - p) and the curvature Σ p(1-p)
// of the log-likelihood over its samples; movers and waiters step at once, so the steps are damped.
#include "table/merit.h"

#include <assert.h> // assert
#include <math.h>   // exp
#include <stdlib.h> // calloc

#include "board/symmetry.h"
#include "rank/binomial.h"
#include "rank/subset.h"
#include "table/value_model.h"

static const double DAMPING = 0.7, LONGEST_STEP = 2, PRIOR = 2, PROGRESS = 0.8, UNITS = 4;

// One side of the fit: movers by canonical rank, or waiters by row.
typedef struct side {
    double *merit, *gradient, *curvature;
    double *turns, *games; // sums over the samples that this side's sets have won
    uint64_t count;
} side;

static sh_status side_make(side *s, uint64_t count, sh_error *error) {
    s->count = count;
    s->merit = calloc(5 * count, sizeof *s->merit);
    if (!s->merit) return sh_fail(error, SH_RESOURCES, "out of memory for a table's merits");
    s->gradient = s->merit + count;
    s->curvature = s->gradient + count;
    s->turns = s->curvature + count;
    s->games = s->turns + count;
    return SH_OK;
}

static void side_step(side *s, double direction) {
    for (uint64_t i = 0; i < s->count; i++) {
        double step = DAMPING * s->gradient[i] / (s->curvature[i] + PRIOR);
        s->merit[i] += direction * fmax(-LONGEST_STEP, fmin(LONGEST_STEP, step));
        s->gradient[i] = s->curvature[i] = 0;
    }
}

static int8_t merit_byte(double merit) {
    return (int8_t)sh_clamp((int)lrint(merit * UNITS), INT8_MIN, INT8_MAX);
}

static uint8_t turns_byte(const side *s, uint64_t i) {
    return s->games[i] > 0 ? (uint8_t)lrint(s->turns[i] / s->games[i]) : 0;
}

// Where the fit starts: the progress of a set, counted from the middle of the board.
static double first_merit(const sh_game *game, int progress) {
    return PROGRESS * (progress - game->pieces * (game->board.size - 1));
}

// By rank: the smaller rank of a set and its mirror image, and its progress.
static sh_status fold_sets(const sh_game *game, uint64_t sets, uint32_t *fold, side *movers,
                           sh_error *error) {
    assert(game->board.cells <= 64);
    const sh_symmetry *mirror = sh_symmetry_mirror(game);
    if (!mirror) mirror = &game->symmetry[0]; // the identity
    sh_binomials *binomials = malloc(sizeof *binomials);
    if (!binomials) return sh_fail(error, SH_RESOURCES, "out of memory for a table's merits");
    sh_binomials_make(binomials);
    b64 set = sh_subset64_lowest(game->pieces);
    for (uint64_t rank = 0; rank < sets; rank++, set = sh_subset64_next(set)) {
        b64 image = 0;
        int progress = 0;
        for (b64 rest = set; rest; rest = b64_rest(rest)) {
            int cell = b64_first(rest);
            image |= b64_of(mirror->cell[cell]);
            progress += game->furthest[0] - game->away[0][cell];
        }
        uint64_t other = sh_subset64_rank(binomials, image, game->pieces);
        fold[rank] = (uint32_t)(other < rank ? other : rank);
        movers->merit[rank] = first_merit(game, progress);
    }
    free(binomials);
    return SH_OK;
}

static void newton(side *movers, side *waiters, const uint32_t *fold, const sh_merit_task *task) {
    const sh_merit_sample *samples = task->samples;
    size_t count = task->count;
    for (int step = 0; step < task->steps; step++) {
        for (size_t i = 0; i < count; i++) {
            uint32_t mover = fold[samples[i].mover], row = samples[i].row;
            double p = 1 / (1 + exp(waiters->merit[row] - movers->merit[mover]));
            double surprise = (samples[i].value & 1) - p, curvature = p * (1 - p);
            movers->gradient[mover] += surprise;
            movers->curvature[mover] += curvature;
            waiters->gradient[row] += surprise;
            waiters->curvature[row] += curvature;
        }
        side_step(movers, 1);
        side_step(waiters, -1);
    }
}

static void sum_turns(side *movers, side *waiters, const uint32_t *fold,
                      const sh_merit_sample *samples, size_t count) {
    for (size_t i = 0; i < count; i++) {
        bool win = samples[i].value & 1;
        side *winner = win ? movers : waiters;
        uint32_t set = win ? fold[samples[i].mover] : samples[i].row;
        uint16_t turns = samples[i].value / 2;
        winner->turns[set] += turns;
        winner->games[set]++;
    }
}

// The section: merits of movers and waiters, then their typical turns.
static void write_section(const sh_merit_task *task, const side *movers, const side *waiters,
                          const uint32_t *fold, uint8_t *section) {
    for (uint64_t set = 0; set < task->sets; set++)
        *section++ = (uint8_t)merit_byte(movers->merit[fold[set]]);
    for (uint64_t row = 0; row < task->rows; row++)
        *section++ = (uint8_t)merit_byte(waiters->merit[row]);
    if (!task->distances) return;
    for (uint64_t set = 0; set < task->sets; set++) *section++ = turns_byte(movers, fold[set]);
    for (uint64_t row = 0; row < task->rows; row++) *section++ = turns_byte(waiters, row);
}

sh_status sh_merit_fit(const sh_merit_task *task, uint8_t *section, sh_error *error) {
    side movers = {0}, waiters = {0};
    uint32_t *fold = malloc(task->sets * sizeof *fold);
    sh_status status = fold ? side_make(&movers, task->sets, error)
                            : sh_fail(error, SH_RESOURCES, "out of memory for a table's merits");
    if (!status) status = side_make(&waiters, task->rows, error);
    if (!status) status = fold_sets(task->game, task->sets, fold, &movers, error);
    if (!status) {
        for (uint64_t row = 0; row < task->rows; row++)
            waiters.merit[row] = first_merit(task->game, task->row_progress[row]);
        newton(&movers, &waiters, fold, task);
        if (task->distances) sum_turns(&movers, &waiters, fold, task->samples, task->count);
        write_section(task, &movers, &waiters, fold, section);
    }
    free(fold);
    free(movers.merit);
    free(waiters.merit);
    return status;
}
