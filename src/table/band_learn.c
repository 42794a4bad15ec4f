// SPDX-License-Identifier: MIT
// See band_writing.h: the first reading of the values, and what is learned from it.
#include <stdlib.h> // calloc
#include <string.h> // memcpy

#include "base/memory.h"
#include "sternhalma/distance.h"
#include "table/band_crew.h"
#include "table/band_movers.h"
#include "table/band_writing.h"
#include "table/patch_fit.h"
#include "table/ratings.h"

static const uint64_t MOST_TRAINING_STATES = 24000000, TRAINING_BANDS = 64;
enum { MERIT_STEPS = 6 };

sh_status sh_band_run(sh_band_writing *w, const char *phase, uint64_t from, uint64_t end,
                      uint64_t batch, sh_task *task, sh_band_flush *flush, sh_error *error) {
    for (w->first = from; w->first < end; w->first += batch) {
        uint64_t now = end - w->first < batch ? end - w->first : batch;
        sh_pool_run(w->pool, now, task, w);
        sh_status status = (sh_status)atomic_load(&w->status);
        if (status)
            sh_error_set(error, status, "the values of the game could not be read or stored");
        else if (sh_stopped(w->monitor))
            status = sh_fail(error, SH_INTERRUPTED, "interrupted while the table was written");
        status = sh_crew_agree(w->source->crew, status, error);
        if (status) return status;
        if (flush) status = sh_crew_agree(w->source->crew, flush(w, now, error), error);
        if (status) return status;
        sh_progress progress = {
            .phase = phase, .done = w->first + now, .total = end, .seconds = sh_clock() - w->began};
        sh_report(w->monitor, &progress);
    }
    return SH_OK;
}

// Bytes of duel.h, summed in pieces short enough for sums of bytes, which vectors do best.
static void count_values(const uint8_t *bytes, uint64_t count, uint64_t weight,
                         sh_table_info *sums) {
    enum { PIECE = 128 };
    uint64_t odd = 0, draws = 0, illegal = 0;
    for (uint64_t i = 0; i < count; i += PIECE) {
        uint64_t end = count - i < PIECE ? count : i + PIECE;
        uint8_t piece_odd = 0, piece_draws = 0, piece_illegal = 0;
        for (uint64_t j = i; j < end; j++) {
            piece_odd += bytes[j] & 1;
            piece_draws += bytes[j] == SH_BYTE_DRAW;
            piece_illegal += bytes[j] == SH_BYTE_ANY;
        }
        odd += piece_odd;
        draws += piece_draws;
        illegal += piece_illegal;
    }
    sums->wins += (odd - illegal) * weight; // SH_BYTE_ANY is odd
    sums->losses += (count - odd - draws) * weight;
    sums->draws += draws * weight;
    sums->illegal += illegal * weight;
}

// Values as bytes; returns the longest distance. `kept` and `of_losses` are the bits that matter,
// of all and of even ones.
static uint16_t pack_values(const uint16_t *values, uint64_t count, uint16_t kept,
                            uint16_t of_losses, uint8_t *bytes) {
    uint16_t longest = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint16_t value = values[i], plies = value >= SH_VALUE_DRAW ? 0 : value & kept;
        plies &= (uint16_t)(of_losses | -(value & 1));
        longest = plies > longest ? plies : longest;
        bytes[i] = (uint8_t)(value >= SH_VALUE_DRAW ? value : plies);
    }
    return longest;
}

// Every stride-th set from a start that differs from row to row; SH_BYTE_ANY is no sample.
static void draw_samples(const sh_band_writing *w, uint64_t row, const uint8_t *line) {
    sh_merit_sample *sample = w->samples + row * w->per_row;
    uint32_t rank = sh_band_first_sample(w, row);
    for (uint32_t i = 0; i < w->per_row; i++, rank += w->stride)
        sample[i] = (sh_merit_sample){rank, (uint32_t)row, line[rank]};
}

// A sh_task.
static void read_rows(void *context, size_t index, int number) {
    sh_band_writing *w = context;
    sh_band_worker *own = &w->workers[number];
    uint64_t first = (w->first + index) * w->at_once, columns = w->source->column_count;
    uint64_t left = w->source->row_count - first;
    uint32_t count = left < w->at_once ? (uint32_t)left : w->at_once;
    if (w->learning) sh_band_note_progress(w, first, count);
    sh_status status = w->source->rows(w->source->context, first, count, own->rows);
    sh_band_note(w, status);
    for (uint32_t i = 0; !status && i < count; i++) {
        const uint16_t *values = own->rows + i * columns;
        uint64_t row = first + i;
        uint16_t longest = pack_values(values, columns, sh_band_distances(w) ? 0xffff : 1,
                                       w->recipe->only_wins ? 0 : 0xffff, own->bytes);
        sh_flat_put_row(&w->flat, row, own->bytes, own->line);
        if (!w->learning) continue;
        draw_samples(w, row, own->line);
        if (longest > own->sums.longest) own->sums.longest = longest;
        count_values(own->bytes, columns, (uint64_t)sh_pairs_weight(w->pairs, row), &own->sums);
    }
}

void sh_band_note_progress(const sh_band_writing *w, uint64_t first, uint64_t count) {
    for (uint64_t row = first; row < first + count && row < w->source->row_count; row++) {
        sh_set waiter = sh_pairs_waiter(w->pairs, row);
        w->progress[row] = (uint16_t)sh_army_progress(w->recipe->game, 0, &waiter);
    }
}

sh_status sh_band_read(sh_band_writing *w, sh_error *error) {
    if (w->source->by_mover) return sh_band_read_movers(w, error);
    uint64_t tasks = (w->source->row_count + w->at_once - 1) / w->at_once;
    return sh_band_run(w, sh_band_reading(w), 0, tasks, w->batch, read_rows, NULL, error);
}

static sh_status add_sums(sh_band_writing *w, sh_error *error) {
    sh_table_info *info = &w->header->info;
    for (int i = 0; i < sh_pool_threads(w->pool); i++) {
        const sh_table_info *sums = &w->workers[i].sums;
        info->wins += sums->wins;
        info->losses += sums->losses;
        info->draws += sums->draws;
        info->illegal += sums->illegal;
        if (sh_band_distances(w) && sums->longest > info->longest) info->longest = sums->longest;
    }
    sh_status status = sh_band_join_sums(w, error);
    if (status) return status;
    if (info->longest > SH_BYTE_LONGEST)
        return sh_fail(error, SH_USAGE, "the longest win takes %u plies; tables hold up to %d",
                       info->longest, SH_BYTE_LONGEST);
    return SH_OK;
}

// Drops the samples that do not say who wins or, with distances, when.
static size_t keep_decided(const sh_band_writing *w) {
    size_t kept = 0, count = w->header->info.rows * w->per_row;
    for (size_t i = 0; i < count; i++)
        if (w->samples[i].value < SH_BYTE_DRAW &&
            (w->samples[i].value > 0 || !sh_band_distances(w) || w->recipe->only_wins))
            w->samples[kept++] = w->samples[i];
    return kept;
}

// Merits and turns, fitted by rank and row, in the order of movers and of sets.
static void order_ratings(const sh_band_writing *w, const uint8_t *fitted) {
    uint64_t sets = w->flat.sets, rows = w->header->info.rows;
    uint8_t *to = w->ratings;
    for (int kind = 0; kind < (sh_band_distances(w) ? 2 : 1); kind++, fitted += sets + rows) {
        for (uint64_t mover = 0; mover < rows; mover++) *to++ = fitted[w->flat.rank[0][mover]];
        for (uint64_t row = 0; row < rows; row++) {
            uint32_t number[2];
            sh_flat_numbers(&w->flat, row, number);
            to[number[0]] = to[number[1]] = fitted[sets + row];
        }
        to += sets;
    }
}

static sh_status fit_merits(sh_band_writing *w, sh_error *error) {
    sh_merit_task task = {.game = w->recipe->game,
                          .sets = w->flat.sets,
                          .rows = w->header->info.rows,
                          .row_progress = w->progress,
                          .samples = w->samples,
                          .count = keep_decided(w),
                          .distances = sh_band_distances(w),
                          .steps = MERIT_STEPS};
    uint8_t *fitted = malloc(w->header->ratings_bytes);
    if (!fitted) return sh_fail(error, SH_RESOURCES, "out of memory to write a table");
    sh_status status = sh_merit_fit(&task, fitted, error);
    if (!status) {
        order_ratings(w, fitted);
        int8_t *merit = (int8_t *)w->ratings;
        for (uint64_t i = 0; i < w->flat.sets + task.rows; i++)
            merit[i] = (int8_t)sh_clamp(merit[i], -SH_MOST_MERIT, SH_MOST_MERIT);
    }
    free(fitted);
    return status;
}

sh_status sh_band_open_patch(const sh_band_writing *w, sh_band_worker *own, const sh_band *band,
                             uint32_t group, sh_patch *patch) {
    sh_status status = sh_patch_shape_make(&own->shape, &w->regions, band, group, NULL);
    if (status) return status;
    uint64_t rows = w->header->info.rows, first = band->number * SH_BAND_LANES;
    sh_ratings ratings = sh_ratings_view(w->ratings, rows, w->flat.sets, sh_band_distances(w));
    *patch = (sh_patch){.model = w->model,
                        .shape = &own->shape,
                        .waiter_merit = ratings.waiter_merit,
                        .waiter_turns = ratings.waiter_turns};
    memcpy(patch->mover_merit, ratings.mover_merit + first, (size_t)band->lanes);
    if (sh_band_distances(w))
        memcpy(patch->mover_turns, ratings.mover_turns + first, (size_t)band->lanes);
    sh_flat_get_patch(&w->flat, band->number, &own->shape, own->values);
    return SH_OK;
}

// A sh_task: one of the bands to train on.
static void count_band(void *context, size_t index, int number) {
    sh_band_writing *w = context;
    sh_band_worker *own = &w->workers[number];
    sh_band band;
    uint64_t place = w->first + index;
    if (!sh_band_here(w, place * w->step)) return;
    sh_band_make(&band, w->pairs, w->regions.cells, place * w->step);
    for (uint32_t group = (uint32_t)(place % w->every); group < w->regions.groups;
         group += w->every) {
        sh_patch patch;
        sh_status status = sh_band_open_patch(w, own, &band, group, &patch);
        sh_band_note(w, status);
        if (status) return;
        if (w->fellows)
            w->coder->count_fellows(&patch, own->values, &own->scratch, own->fellow_counts);
        else
            w->coder->count(&patch, own->values, &own->scratch, own->counts);
    }
}

// What a worker counts now, and how many numbers these are.
static uint32_t *counts_of(const sh_band_writing *w, int worker, size_t *count) {
    const sh_band_worker *own = &w->workers[worker];
    *count = (w->fellows ? sizeof *own->fellow_counts : sizeof *own->counts) / sizeof(uint32_t);
    return w->fellows ? (uint32_t *)own->fellow_counts : (uint32_t *)own->counts;
}

// Adds the counts of all workers to those of the first.
static void add_counts(const sh_band_writing *w) {
    size_t count;
    uint32_t *sum = counts_of(w, 0, &count);
    for (int i = 1; i < sh_pool_threads(w->pool); i++) {
        const uint32_t *more = counts_of(w, i, &count);
        for (size_t j = 0; j < count; j++) sum[j] += more[j];
    }
}

static sh_status count_bands(sh_band_writing *w, sh_error *error) {
    size_t count;
    for (int i = 0; i < sh_pool_threads(w->pool); i++) {
        uint32_t *counts = counts_of(w, i, &count);
        memset(counts, 0, count * sizeof *counts);
    }
    uint64_t bands = (w->flat.bands + w->step - 1) / w->step;
    sh_status status = sh_band_run(w, "train", 0, bands, w->batch, count_band, NULL, error);
    add_counts(w);
    if (status || !w->source->crew) return status;
    uint32_t *counts = counts_of(w, 0, &count);
    return sh_band_join_counts(w, counts, count, error);
}

// First on fewer states, without distances and with nothing sure, then again with both; on crowded
// boards distances once more.
static sh_status train(sh_band_writing *w, sh_error *error) {
    enum { FEWER = 4 };
    sh_distance_model *distance = w->model->distance;
    sh_patch_model_finish(w->model);
    sh_patch_fit_start(w->model);
    w->model->distance = NULL;
    w->every *= FEWER;
    sh_status status = count_bands(w, error);
    w->every /= FEWER;
    w->model->distance = distance;
    if (!status) sh_patch_fit_levels(w->model, w->workers[0].counts);
    if (!status) status = count_bands(w, error);
    if (!status) status = sh_patch_fit(w->model, w->workers[0].counts, error);
    w->fellows = distance && distance->fellow;
    if (status || !w->fellows) return status;
    status = count_bands(w, error);
    if (!status) status = sh_patch_fit_fellows(w->model, w->workers[0].fellow_counts, error);
    return status;
}

// Which bands the first reading keeps: those to train on, and as many from the first on as there is
// memory for, which are then encoded without another reading.
static void choose_bands(sh_band_writing *w, uint64_t *wanted) {
    uint64_t bytes = 0, room = w->memory * (uint64_t)sh_crew_ranks(w->source->crew);
    for (uint64_t band = 0; band < w->flat.bands; band += w->step) {
        wanted[band / 64] |= 1ULL << band % 64;
        bytes += sh_flat_band_bytes(&w->flat, band);
    }
    for (w->ready = 0; w->ready < w->flat.bands; w->ready++) {
        if (w->ready % w->step == 0) continue;
        bytes += sh_flat_band_bytes(&w->flat, w->ready);
        if (bytes > room) break;
        wanted[w->ready / 64] |= 1ULL << w->ready % 64;
    }
}

// Some groups of bands from all over the table.
static void choose_training(sh_band_writing *w) {
    uint64_t states = w->header->info.rows * w->header->info.columns;
    uint64_t share = states / MOST_TRAINING_STATES + 1;
    w->step = w->flat.bands / TRAINING_BANDS + 1;
    if (w->step > share) w->step = share;
    w->every = (uint32_t)(share / w->step);
}

sh_status sh_band_learn(sh_band_writing *w, sh_error *error) {
    choose_training(w);
    w->memory = w->recipe->memory ? w->recipe->memory : sh_memory_available() / 4 * 3;
    if (w->source->crew) w->memory /= (uint64_t)w->source->crew->here;
    w->memory = sh_band_least(w, w->memory);
    uint64_t *wanted = calloc(w->flat.words, sizeof *wanted);
    sh_status status = SH_OK;
    if (!wanted) status = sh_fail(error, SH_RESOURCES, "out of memory to write a table");
    if (!status) {
        choose_bands(w, wanted);
        sh_band_keep_own(w, wanted);
        status = sh_flat_keep(&w->flat, wanted, error);
    }
    free(wanted);
    status = sh_crew_agree(w->source->crew, status, error);
    w->learning = true;
    if (!status && w->source->by_mover) status = sh_band_sort_rows(w, error);
    status = sh_crew_agree(w->source->crew, status, error);
    if (!status) status = sh_band_read(w, error);
    w->learning = false;
    if (!status) status = add_sums(w, error);
    if (!status && w->source->crew) status = sh_band_join_samples(w, error);
    if (!status) status = fit_merits(w, error);
    if (!status) status = train(w, error);
    return status;
}
