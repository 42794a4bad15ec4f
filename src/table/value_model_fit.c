// SPDX-License-Identifier: MIT
// See value_model_fit.h. Merits need every set a few hundred times, so a fixed number of states of
// every row is drawn; probabilities need the neighbours too, so whole units are drawn, evenly
// spread.
#include "table/value_model_fit.h"

#include <assert.h> // assert
#include <stdlib.h> // calloc

#include "sternhalma/distance.h"
#include "table/merit.h"

static const uint64_t MOST_SAMPLES = 12000000, MOST_TRAINING_STATES = 60000000;

// What the first sweep gathers.
typedef struct survey {
    sh_table_info *sums;      // by worker: wins, losses, draws, illegal, longest
    uint32_t stride, per_row; // of samples
    sh_merit_sample *samples;
    uint16_t *progress; // by row: of the waiter's set
} survey;

static void count_values(const uint16_t *values, uint64_t count, int weight, sh_table_info *sums) {
    uint64_t wins = 0, losses = 0, draws = 0, illegal = 0;
    uint16_t longest = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint16_t value = values[i];
        wins += sh_value_is_win(value);
        losses += sh_value_is_loss(value);
        draws += value == SH_VALUE_DRAW;
        illegal += value == SH_VALUE_ILLEGAL;
        uint16_t plies = value < SH_VALUE_DRAW ? value : 0;
        longest = plies > longest ? plies : longest;
    }
    sums->wins += wins * (uint64_t)weight;
    sums->losses += losses * (uint64_t)weight;
    sums->draws += draws * (uint64_t)weight;
    sums->illegal += illegal * (uint64_t)weight;
    if (longest > sums->longest) sums->longest = longest;
}

// Draws samples from one row: every stride-th column from a start that differs from row to row.
typedef struct sample_drawing {
    const uint8_t *values;
    sh_merit_sample *samples;
    uint32_t stride, next, left;
    uint32_t row;
} sample_drawing;

static void draw_run(void *context, const sh_run *run) {
    sample_drawing *d = context;
    while (d->left > 0 && d->next < run->column + (uint32_t)run->end) {
        int a = (int)(d->next - run->column);
        *d->samples++ =
            (sh_merit_sample){run->rank + run->row->cell[a], d->row, d->values[d->next]};
        d->next += d->stride;
        d->left--;
    }
}

static void draw_samples(survey *s, const sh_writing *w, uint64_t row, const sh_set *waiter,
                         const uint8_t *values) {
    sample_drawing d = {.values = values,
                        .samples = s->samples + row * s->per_row,
                        .stride = s->stride,
                        .next = (uint32_t)row * 0x9e3779b9u % s->stride,
                        .left = s->per_row,
                        .row = (uint32_t)row};
    sh_walk_row walk_row;
    sh_walk_row_make(&walk_row, &w->walk, waiter);
    sh_walk_runs(&walk_row, 0, (uint32_t)w->header.info.columns, draw_run, &d);
    assert(d.left == 0);
}

static void survey_unit(void *context, const sh_unit *unit) {
    survey *s = context;
    const sh_writing *w = unit->writing;
    uint64_t columns = w->header.info.columns;
    for (uint32_t i = 0; i < unit->rows; i++)
        count_values(unit->values + i * columns, columns,
                     sh_pairs_weight(w->pairs, unit->first_row + i), &s->sums[unit->worker]);
    const uint8_t *bytes = sh_unit_bytes(unit);
    for (uint32_t i = 0; i < unit->rows; i++) {
        uint64_t row = unit->first_row + i;
        sh_set waiter = sh_pairs_waiter(w->pairs, row);
        s->progress[row] = (uint16_t)sh_army_progress(w->recipe->game, 0, &waiter);
        draw_samples(s, w, row, &waiter, bytes + i * columns);
    }
}

// Drops the samples that do not say who wins or, with distances, when.
static size_t keep_decided(sh_merit_sample *samples, size_t count, bool distances) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (samples[i].value < SH_BYTE_DRAW && (samples[i].value > 0 || !distances))
            samples[kept++] = samples[i];
    return kept;
}

static sh_status add_sums(sh_writing *w, const survey *s, sh_error *error) {
    sh_table_info *info = &w->header.info;
    for (int i = 0; i < sh_pool_threads(w->pool); i++) {
        info->wins += s->sums[i].wins;
        info->losses += s->sums[i].losses;
        info->draws += s->sums[i].draws;
        info->illegal += s->sums[i].illegal;
        if (info->metric == SH_DTW && s->sums[i].longest > info->longest)
            info->longest = s->sums[i].longest;
    }
    if (info->longest > SH_BYTE_LONGEST)
        return sh_fail(error, SH_USAGE, "the longest win takes %u plies; tables hold up to %d",
                       info->longest, SH_BYTE_LONGEST);
    return SH_OK;
}

static sh_status survey_open(survey *s, const sh_writing *w, sh_error *error) {
    const sh_table_info *info = &w->header.info;
    uint64_t stride = info->rows * info->columns / MOST_SAMPLES + 1;
    s->stride = (uint32_t)(stride < info->columns ? stride : info->columns);
    s->per_row = (uint32_t)(info->columns / s->stride);
    s->samples = malloc(info->rows * s->per_row * sizeof *s->samples);
    s->progress = malloc(info->rows * sizeof *s->progress);
    s->sums = calloc((size_t)sh_pool_threads(w->pool), sizeof *s->sums);
    if (s->samples && s->progress && s->sums) return SH_OK;
    return sh_fail(error, SH_RESOURCES, "out of memory for samples of a table");
}

sh_status sh_value_model_fit_merits(sh_writing *w, sh_error *error) {
    survey s;
    sh_status status = survey_open(&s, w, error);
    if (!status) status = sh_units_run(w, "count", 1, survey_unit, NULL, &s, error);
    if (!status) status = add_sums(w, &s, error);
    if (!status) {
        size_t count = keep_decided(s.samples, w->header.info.rows * s.per_row, w->model.distances);
        sh_merit_task task = {.game = w->recipe->game,
                              .sets = sh_walk_sets(&w->walk),
                              .rows = w->header.info.rows,
                              .row_progress = s.progress,
                              .samples = s.samples,
                              .count = count,
                              .distances = w->model.distances};
        status = sh_merit_fit(&task, w->ratings, error);
    }
    free(s.samples);
    free(s.progress);
    free(s.sums);
    return status;
}

static void train_unit(void *context, const sh_unit *unit) {
    sh_duel_counts *counts = (sh_duel_counts *)context + unit->worker;
    const sh_writing *w = unit->writing;
    const uint8_t *bytes = sh_unit_bytes(unit);
    uint32_t strips = sh_header_strips(&w->header);
    for (uint64_t number = unit->number * strips; number < (unit->number + 1) * strips; number++) {
        sh_block block = sh_header_block(&w->header, number);
        for (uint32_t i = 0; i < unit->rows; i++) {
            sh_span span = sh_duel_span(w->pairs, &block, i);
            sh_duel_count(&w->model, &w->walk, &span,
                          bytes + i * w->header.info.columns + span.first, unit->scratch, counts);
        }
    }
}

// Adds the counts of all workers to those of the first.
static void add_counts(sh_duel_counts *counts, int threads) {
    uint32_t *sum = (uint32_t *)counts;
    for (int i = 1; i < threads; i++) {
        const uint32_t *more = (const uint32_t *)&counts[i];
        for (size_t j = 0; j < sizeof *counts / sizeof *sum; j++) sum[j] += more[j];
    }
}

sh_status sh_value_model_fit_probabilities(sh_writing *w, sh_error *error) {
    int threads = sh_pool_threads(w->pool);
    uint64_t step = w->header.info.rows * w->header.info.columns / MOST_TRAINING_STATES + 1;
    sh_duel_counts *counts = calloc((size_t)threads, sizeof *counts);
    if (!counts) return sh_fail(error, SH_RESOURCES, "out of memory to learn from a table");
    sh_status status = sh_units_run(w, "train", step, train_unit, NULL, counts, error);
    if (!status) {
        add_counts(counts, threads);
        sh_duel_train(&w->model, counts);
    }
    free(counts);
    return status;
}
