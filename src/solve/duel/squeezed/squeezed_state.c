// SPDX-License-Identifier: MIT
// The squeezed layout when it is not solving: checkpoints, and the values in the end.
//
// Checkpoints are those of the fast layout (fast_state.c), taken after odd rounds; wins on their
// way to N are applied while it is written.
//
// For values the rows of N are needed, which is its transposition: once the solve is over, every
// block sends all its tiles of N and of U, and N is replaced by what arrives, the U of the other
// turn being used to count mutual zugzwang on the way. Where ids begin in the streams is noted, so
// that a single value takes one word of each plane and not the whole block.
#include <stdlib.h> // aligned_alloc
#include <string.h> // memcpy

#include "solve/duel/squeezed/squeezed.h"

static uint64_t words_of_rows(const sh_squeezed *squeezed, uint64_t block) {
    uint64_t rows = squeezed->index.canonical - block * SH_LANES;
    if (rows > SH_LANES) rows = SH_LANES;
    return (rows * squeezed->index.columns + 63) / 64;
}

static int planes_of(const sh_squeezed *squeezed) {
    int planes = SH_PLANE_DISTANCE;
    for (int j = 0; squeezed->metric == SH_DTW && squeezed->round >> (j + 1); j++) planes++;
    return planes;
}

// The words of a block as they belong into a checkpoint.
static sh_status current_words(sh_squeezed *squeezed, int plane, uint64_t block, uint64_t *words,
                               sh_error *error) {
    if (plane == SH_PLANE_NOT_WON && squeezed->kind->waiting(squeezed->store, block)) {
        sh_squeezed_worker *worker = &squeezed->workers[0];
        sh_status status = sh_squeezed_read(squeezed, plane, block, worker->targets, error);
        if (!status)
            status =
                sh_tile_apply(squeezed, block, plane, worker->targets, worker->dirty, true, error);
        if (!status) sh_squeezed_squeeze(squeezed, block, worker->targets, words);
        return status;
    }
    uint64_t *stored;
    sh_status status = squeezed->kind->borrow(squeezed->store, plane, block, &stored, error);
    if (status) return status;
    memcpy(words, stored, squeezed->block_words * sizeof *words);
    return squeezed->kind->give_back(squeezed->store, plane, block, stored, false, error);
}

sh_status sh_squeezed_save(void *state, sh_saver *saver, sh_error *error) {
    sh_squeezed *squeezed = state;
    uint64_t planes = (uint64_t)planes_of(squeezed);
    uint64_t *words = squeezed->workers[0].stream;
    sh_saver_write(saver, &planes, sizeof planes);
    for (uint64_t plane = 0; plane < planes; plane++)
        for (uint64_t block = 0; block < squeezed->index.blocks; block++) {
            sh_status status = current_words(squeezed, (int)plane, block, words, error);
            if (status) return status;
            sh_saver_write(saver, words, words_of_rows(squeezed, block) * sizeof *words);
        }
    return SH_OK;
}

sh_status sh_squeezed_load(void *state, sh_loader *loader, sh_error *error) {
    sh_squeezed *squeezed = state;
    const uint64_t *first = sh_loader_read(loader, sizeof *first);
    uint64_t planes = first ? *first : 0;
    uint64_t most = SH_PLANE_DISTANCE + (squeezed->metric == SH_DTW ? SH_DISTANCE_PLANES : 0);
    if (planes < SH_PLANE_DISTANCE || planes > most)
        return sh_fail(error, SH_DATA, "the checkpoint does not fit the game");
    for (uint64_t plane = 0; plane < planes; plane++)
        for (uint64_t block = 0; block < squeezed->index.blocks; block++) {
            size_t bytes = words_of_rows(squeezed, block) * sizeof(uint64_t);
            const void *saved = sh_loader_read(loader, bytes);
            if (!saved) return sh_fail(error, SH_DATA, "the checkpoint ends too early");
            uint64_t *words;
            sh_status status =
                squeezed->kind->borrow(squeezed->store, (int)plane, block, &words, error);
            if (status) return status;
            memcpy(words, saved, bytes);
            status =
                squeezed->kind->give_back(squeezed->store, (int)plane, block, words, true, error);
            if (status) return status;
        }
    squeezed->round = 1 << (planes - SH_PLANE_DISTANCE); // one with as many planes
    squeezed->ask_all = true;
    return SH_OK;
}

static sh_status send_planes(sh_squeezed *squeezed, sh_squeezed_worker *worker, uint64_t block) {
    sh_status status = SH_OK;
    for (int plane = SH_PLANE_UNKNOWN; !status && plane <= SH_PLANE_NOT_WON; plane++) {
        status = sh_squeezed_read(squeezed, plane, block, worker->targets, &worker->error);
        for (uint64_t group = 0; !status && group < squeezed->index.groups; group++)
            status = sh_tile_post(squeezed, worker, block, group, plane, worker->targets);
    }
    return status ? status : sh_tile_send_all(squeezed, worker);
}

static void send_task(void *context, size_t block, int number) {
    sh_squeezed *squeezed = context;
    sh_squeezed_worker *worker = &squeezed->workers[number];
    if (!worker->status) worker->status = send_planes(squeezed, worker, block);
}

static uint32_t *starts_of(const sh_squeezed *squeezed, uint64_t block) {
    return squeezed->starts + block * sh_squeezed_starts(&squeezed->index);
}

// Puts together the rows of N and the columns of U, and counts with both.
static sh_status turn_block(sh_squeezed *squeezed, sh_squeezed_worker *worker, uint64_t block,
                            sh_strip *column_unknown) {
    const sh_duel_index *index = &squeezed->index;
    sh_strip *row_not_won = worker->news.found;
    memset(column_unknown, 0, index->ids * sizeof *column_unknown);
    memset(row_not_won, 0, index->ids * sizeof *row_not_won);
    sh_error *error = &worker->error;
    sh_status status = sh_squeezed_read(squeezed, SH_PLANE_UNKNOWN, block, worker->unknown, error);
    if (!status)
        status = sh_squeezed_read(squeezed, SH_PLANE_NOT_WON, block, worker->targets, error);
    if (!status)
        status = sh_tile_apply(squeezed, block, SH_PLANE_UNKNOWN, column_unknown, worker->dirty,
                               false, error);
    if (!status)
        status = sh_tile_apply(squeezed, block, SH_PLANE_NOT_WON, row_not_won, worker->dirty, false,
                               error);
    if (status) return status;
    squeezed->kernels->measure(index, block, starts_of(squeezed, block));
    sh_block_zugzwang(index, block, 0, index->ids, row_not_won, worker->unknown, worker->targets,
                      column_unknown, &worker->zugzwang);
    return sh_squeezed_write(squeezed, SH_PLANE_NOT_WON, block, row_not_won, error);
}

static void turn_task(void *context, size_t block, int number) {
    sh_squeezed *squeezed = context;
    sh_squeezed_worker *worker = &squeezed->workers[number];
    if (worker->status) return;
    sh_strip *strips = aligned_alloc(64, squeezed->index.ids * sizeof *strips);
    worker->status = strips ? turn_block(squeezed, worker, block, strips)
                            : sh_fail(&worker->error, SH_RESOURCES, "out of memory");
    free(strips);
}

// Turns N into rows.
sh_status sh_squeezed_finish(void *state, sh_error *error) {
    sh_squeezed *squeezed = state;
    sh_round ignored = {0};
    uint64_t starts = squeezed->index.blocks * sh_squeezed_starts(&squeezed->index);
    if (!squeezed->starts) squeezed->starts = calloc(starts, sizeof *squeezed->starts);
    if (!squeezed->starts) return sh_fail(error, SH_RESOURCES, "out of memory");
    sh_status status = sh_squeezed_run(squeezed, send_task, &ignored, error);
    squeezed->kind->turn(squeezed->store);
    if (!status) status = sh_squeezed_run(squeezed, turn_task, &ignored, error);
    squeezed->kind->turn(squeezed->store);
    squeezed->zugzwang = (sh_zugzwang){0, 0};
    for (int t = 0; t < sh_pool_threads(squeezed->pool); t++) {
        squeezed->zugzwang.both_lose += squeezed->workers[t].zugzwang.both_lose;
        squeezed->zugzwang.one_draws += 2 * squeezed->workers[t].zugzwang.one_draws;
    }
    return status;
}

sh_status sh_squeezed_zugzwang(void *state, sh_zugzwang *count, sh_error *error) {
    *count = ((const sh_squeezed *)state)->zugzwang;
    return SH_OK;
}

// A block's strips of the planes that values come from.
typedef struct sh_squeezed_reading {
    sh_squeezed *squeezed;
    sh_strip *strips[SH_PLANE_DISTANCE + SH_DISTANCE_PLANES];
} sh_squeezed_reading;

static sh_status block_rows(void *context, uint64_t first, uint64_t count, uint16_t *values) {
    const sh_squeezed_reading *reading = context;
    sh_squeezed *squeezed = reading->squeezed;
    int planes = planes_of(squeezed);
    for (int plane = 0; plane < planes; plane++) {
        sh_status status =
            sh_squeezed_read(squeezed, plane, first / SH_LANES, reading->strips[plane], NULL);
        if (status) return status;
    }
    sh_block_strips block = {.not_won = reading->strips[SH_PLANE_NOT_WON],
                             .unknown = reading->strips[SH_PLANE_UNKNOWN]};
    for (int plane = SH_PLANE_DISTANCE; plane < planes; plane++)
        block.distance[plane - SH_PLANE_DISTANCE] = reading->strips[plane];
    return sh_block_values(&squeezed->index, &squeezed->rules, &block, first, count, values);
}

sh_status sh_squeezed_rows(void *state, uint64_t first, uint32_t count, uint16_t *values) {
    sh_squeezed *squeezed = state;
    sh_squeezed_reading reading = {.squeezed = squeezed};
    sh_status status = SH_OK;
    int planes = planes_of(squeezed);
    for (int plane = 0; plane < planes; plane++) {
        reading.strips[plane] = aligned_alloc(64, (squeezed->index.ids + 1) * sizeof(sh_strip));
        if (!reading.strips[plane]) status = SH_RESOURCES;
    }
    if (!status)
        status = sh_values_by_block(&squeezed->index, first, count, block_rows, &reading, values);
    for (int plane = 0; plane < planes; plane++) free(reading.strips[plane]);
    return status;
}

sh_status sh_squeezed_value(void *state, uint64_t row, uint64_t set, uint16_t *value) {
    sh_squeezed *squeezed = state;
    const sh_duel_index *index = &squeezed->index;
    uint64_t block = row / SH_LANES, id = index->id[sh_duel_rank(index, set)];
    uint64_t place = squeezed->kernels->locate(index, block, starts_of(squeezed, block), id,
                                               (int)(row % SH_LANES));
    bool bits[SH_PLANE_DISTANCE + SH_DISTANCE_PLANES] = {false};
    int planes = planes_of(squeezed);
    for (int plane = 0; plane < planes; plane++) {
        uint64_t word;
        sh_status status =
            squeezed->kind->peek(squeezed->store, plane, block, place / 64, &word, NULL);
        if (status) return status;
        bits[plane] = word >> place % 64 & 1;
    }
    *value = !bits[SH_PLANE_NOT_WON];
    for (int plane = SH_PLANE_DISTANCE; plane < planes; plane++)
        *value |= (uint16_t)(bits[plane] << (plane - SH_PLANE_DISTANCE + 1));
    if (bits[SH_PLANE_UNKNOWN]) *value = SH_VALUE_DRAW;
    return SH_OK;
}
