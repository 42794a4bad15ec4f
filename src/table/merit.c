// SPDX-License-Identifier: MIT
// See merit.h. One Newton step: for every set the gradient Σ (win - p) and the curvature Σ p(1-p)
// of the log-likelihood over its samples; movers and waiters step at once, so the steps are damped.
// Both depend on the difference of two merits alone and are looked up, to the nearest 1/32.
#include "table/merit.h"

#include <assert.h> // assert
#include <math.h>   // exp
#include <stdlib.h> // calloc

#include "board/symmetry.h"
#include "rank/binomial.h"
#include "rank/subset.h"
#include "table/value_model.h"

static const float DAMPING = 0.7F, LONGEST_STEP = 2, PRIOR = 2, PROGRESS = 0.8F, UNITS = 4;
enum { PARTS = 32, FURTHEST = 20, ODDS = 2 * FURTHEST * PARTS + 1 };

// A set in the fit.
typedef struct player {
    float merit, gradient, curvature;
    uint32_t games; // among the samples, that it has won
    uint64_t turns; // of those
} player;

// One side of the fit: movers by canonical rank, or waiters by row.
typedef struct side {
    player *players;
    uint64_t count;
} side;

// By the difference of two merits.
typedef struct odds {
    float win, curvature;
} odds;

static sh_status side_make(side *s, uint64_t count, sh_error *error) {
    s->count = count;
    s->players = calloc(count, sizeof *s->players);
    if (s->players) return SH_OK;
    return sh_fail(error, SH_RESOURCES, "out of memory for a table's merits");
}

static void side_step(side *s, float direction) {
    for (uint64_t i = 0; i < s->count; i++) {
        player *p = &s->players[i];
        float step = DAMPING * p->gradient / (p->curvature + PRIOR);
        p->merit += direction * fmaxf(-LONGEST_STEP, fminf(LONGEST_STEP, step));
        p->gradient = p->curvature = 0;
    }
}

static int8_t merit_byte(const player *p) {
    return (int8_t)sh_clamp((int)lrintf(p->merit * UNITS), INT8_MIN, INT8_MAX);
}

static uint8_t turns_byte(const player *p) {
    return p->games > 0 ? (uint8_t)lrint((double)p->turns / p->games) : 0;
}

// Where the fit starts: the progress of a set, counted from the middle of the board.
static float first_merit(const sh_game *game, int progress) {
    return PROGRESS * (float)(progress - game->pieces * (game->board.size - 1));
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
        movers->players[rank].merit = first_merit(game, progress);
    }
    free(binomials);
    return SH_OK;
}

static void make_odds(odds *table) {
    for (int i = 0; i < ODDS; i++) {
        double win = 1 / (1 + exp(FURTHEST - (double)i / PARTS));
        table[i] = (odds){(float)win, (float)(win * (1 - win))};
    }
}

static const odds *odds_of(const odds *table, float difference) {
    float at = fminf(fmaxf(difference + FURTHEST, 0), 2 * FURTHEST);
    return &table[(int)(at * PARTS + 0.5F)];
}

// Samples go row by row: what a row adds up stays in registers.
static void newton(side *movers, side *waiters, const uint32_t *fold, const sh_merit_task *task) {
    odds table[ODDS];
    make_odds(table);
    for (int step = 0; step < task->steps; step++) {
        for (size_t i = 0; i < task->count;) {
            uint32_t row = task->samples[i].row;
            player *waiter = &waiters->players[row];
            float merit = waiter->merit, gradient = 0, curvature = 0;
            for (; i < task->count && task->samples[i].row == row; i++) {
                player *mover = &movers->players[fold[task->samples[i].mover]];
                const odds *o = odds_of(table, mover->merit - merit);
                float surprise = (float)(task->samples[i].value & 1) - o->win;
                mover->gradient += surprise;
                mover->curvature += o->curvature;
                gradient += surprise;
                curvature += o->curvature;
            }
            waiter->gradient += gradient;
            waiter->curvature += curvature;
        }
        side_step(movers, 1);
        side_step(waiters, -1);
    }
}

static void sum_turns(side *movers, side *waiters, const uint32_t *fold,
                      const sh_merit_sample *samples, size_t count) {
    for (size_t i = 0; i < count; i++) {
        bool win = samples[i].value & 1;
        player *winner =
            win ? &movers->players[fold[samples[i].mover]] : &waiters->players[samples[i].row];
        winner->turns += samples[i].value / 2;
        winner->games++;
    }
}

// The section: merits of movers and waiters, then their typical turns.
static void write_section(const sh_merit_task *task, const side *movers, const side *waiters,
                          const uint32_t *fold, uint8_t *section) {
    for (uint64_t set = 0; set < task->sets; set++)
        *section++ = (uint8_t)merit_byte(&movers->players[fold[set]]);
    for (uint64_t row = 0; row < task->rows; row++)
        *section++ = (uint8_t)merit_byte(&waiters->players[row]);
    if (!task->distances) return;
    for (uint64_t set = 0; set < task->sets; set++)
        *section++ = turns_byte(&movers->players[fold[set]]);
    for (uint64_t row = 0; row < task->rows; row++) *section++ = turns_byte(&waiters->players[row]);
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
            waiters.players[row].merit = first_merit(task->game, task->row_progress[row]);
        newton(&movers, &waiters, fold, task);
        if (task->distances) sum_turns(&movers, &waiters, fold, task->samples, task->count);
        write_section(task, &movers, &waiters, fold, section);
    }
    free(fold);
    free(movers.players);
    free(waiters.players);
    return status;
}
