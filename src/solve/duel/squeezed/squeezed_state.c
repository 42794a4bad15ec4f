// SPDX-License-Identifier: MIT
// The squeezed layout when the solve is over: values. What it saves is in squeezed_save.c.
//
// For values the rows of N are needed, which is its transposition: once the solve is over, every
// block sends all its tiles of N and of U, and N is replaced by what arrives, the U of the other
// turn being used to count mutual zugzwang on the way. Where ids begin in the streams is noted, so
// that a single value takes one word of each plane and not the whole block.
//
// A crew has the values by mover instead, as tables have them: N stays as it is, and the columns of
// U and of the distances take the place of their rows. Rank 0 asks the others for single values.
#include <stdlib.h> // aligned_alloc
#include <string.h> // memset

#include "solve/duel/squeezed/squeezed.h"

// Sends the states of a plane, all of them.
static sh_status send_plane(sh_squeezed *squeezed, sh_squeezed_worker *worker, uint64_t block,
                            int plane) {
    sh_status status = sh_squeezed_read(squeezed, plane, block, worker->targets, &worker->error);
    for (uint64_t id = 0; !status && id < squeezed->index.ids; id++)
        worker->proven += (uint64_t)sh_strip_count(&worker->targets[id]);
    for (uint64_t group = 0; !status && group < squeezed->index.groups; group++)
        status = sh_tile_post(squeezed, worker, block, group, plane, worker->targets);
    return status;
}

// A task: U and N.
static void send_task(void *context, size_t index, int number) {
    sh_squeezed *squeezed = context;
    sh_squeezed_worker *worker = &squeezed->workers[number];
    uint64_t block = sh_squeezed_block(squeezed, index);
    for (int plane = SH_PLANE_UNKNOWN; !worker->status && plane <= SH_PLANE_NOT_WON; plane++)
        worker->status = send_plane(squeezed, worker, block, plane);
    if (!worker->status) worker->status = sh_tile_send_all(squeezed, worker);
}

static uint32_t *starts_of(const sh_squeezed *squeezed, uint64_t block) {
    return squeezed->starts +
           block / (uint64_t)sh_crew_ranks(squeezed->crew) * sh_squeezed_starts(&squeezed->index);
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
    if (squeezed->by_mover)
        return sh_squeezed_write(squeezed, SH_PLANE_UNKNOWN, block, column_unknown, error);
    return sh_squeezed_write(squeezed, SH_PLANE_NOT_WON, block, row_not_won, error);
}

static void turn_task(void *context, size_t index, int number) {
    sh_squeezed *squeezed = context;
    sh_squeezed_worker *worker = &squeezed->workers[number];
    uint64_t block = sh_squeezed_block(squeezed, index);
    if (worker->status) return;
    sh_strip *strips = aligned_alloc(64, squeezed->index.ids * sizeof *strips);
    worker->status = strips ? turn_block(squeezed, worker, block, strips)
                            : sh_fail(&worker->error, SH_RESOURCES, "out of memory");
    free(strips);
    squeezed->kind->forget(squeezed->store, block);
}

// Tasks: a plane of distances is sent, and replaced by what arrives.
static void send_distance(void *context, size_t index, int number) {
    sh_squeezed *squeezed = context;
    sh_squeezed_worker *worker = &squeezed->workers[number];
    uint64_t block = sh_squeezed_block(squeezed, index);
    if (!worker->status)
        worker->status = send_plane(squeezed, worker, block, squeezed->distance_plane);
    if (!worker->status) worker->status = sh_tile_send_all(squeezed, worker);
}

static void turn_distance(void *context, size_t index, int number) {
    sh_squeezed *squeezed = context;
    sh_squeezed_worker *worker = &squeezed->workers[number];
    uint64_t block = sh_squeezed_block(squeezed, index);
    int plane = squeezed->distance_plane;
    memset(worker->targets, 0, squeezed->index.ids * sizeof *worker->targets);
    if (!worker->status)
        worker->status = sh_tile_apply(squeezed, block, plane, worker->targets, worker->dirty,
                                       false, &worker->error);
    if (!worker->status)
        worker->status = sh_squeezed_write(squeezed, plane, block, worker->targets, &worker->error);
    squeezed->kind->forget(squeezed->store, block);
}

static sh_status send_and_turn(sh_squeezed *squeezed, sh_task *send, sh_task *turn,
                               sh_error *error) {
    sh_round ignored = {0};
    sh_status status = sh_squeezed_run(squeezed, send, &ignored, error);
    if (!status) status = sh_squeezed_turn(squeezed, &ignored, error);
    return status ? status : sh_squeezed_run(squeezed, turn, &ignored, error);
}

sh_status sh_squeezed_finish(void *state, sh_error *error) {
    sh_squeezed *squeezed = state;
    uint64_t starts = sh_squeezed_blocks(squeezed) * sh_squeezed_starts(&squeezed->index);
    if (!squeezed->starts) squeezed->starts = calloc(starts + 1, sizeof *squeezed->starts);
    sh_status status =
        squeezed->starts ? SH_OK : sh_fail(error, SH_RESOURCES, "out of memory to give values");
    status = sh_crew_agree(squeezed->crew, status, error);
    if (!status) status = send_and_turn(squeezed, send_task, turn_task, error);
    int planes = squeezed->by_mover ? sh_squeezed_planes(squeezed) : 0;
    for (int plane = SH_PLANE_DISTANCE; !status && plane < planes; plane++) {
        squeezed->distance_plane = plane;
        status = send_and_turn(squeezed, send_distance, turn_distance, error);
    }
    uint64_t counts[2] = {0, 0};
    for (int t = 0; t < sh_pool_threads(squeezed->pool); t++) {
        counts[0] += squeezed->workers[t].zugzwang.both_lose;
        counts[1] += 2 * squeezed->workers[t].zugzwang.one_draws;
    }
    if (!status) sh_crew_sum(squeezed->crew, counts, 2);
    squeezed->zugzwang = (sh_zugzwang){counts[0], counts[1]};
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
    int planes = sh_squeezed_planes(squeezed);
    for (int plane = 0; plane < planes; plane++) {
        sh_status status =
            sh_squeezed_read(squeezed, plane, first / SH_LANES, reading->strips[plane], NULL);
        if (status) return status;
    }
    sh_block_strips block = {.not_won = reading->strips[SH_PLANE_NOT_WON],
                             .unknown = reading->strips[SH_PLANE_UNKNOWN],
                             .by_mover = squeezed->by_mover};
    for (int plane = SH_PLANE_DISTANCE; plane < planes; plane++)
        block.distance[plane - SH_PLANE_DISTANCE] = reading->strips[plane];
    return sh_block_values(&squeezed->index, &squeezed->rules, &block, first, count, values);
}

sh_status sh_squeezed_rows(void *state, uint64_t first, uint32_t count, uint16_t *values) {
    sh_squeezed *squeezed = state;
    sh_squeezed_reading reading = {.squeezed = squeezed};
    sh_status status = SH_OK;
    int planes = sh_squeezed_planes(squeezed);
    for (int plane = 0; plane < planes; plane++) {
        reading.strips[plane] = aligned_alloc(64, (squeezed->index.ids + 1) * sizeof(sh_strip));
        if (!reading.strips[plane]) status = SH_RESOURCES;
    }
    if (!status)
        status = sh_values_by_block(&squeezed->index, first, count, block_rows, &reading, values);
    for (int plane = 0; plane < planes; plane++) free(reading.strips[plane]);
    return status;
}

// Where a state is in the planes: its block, id and lane. By mover the state lies as its mirror
// image does where the mover's set is not canonical.
typedef struct sh_state_place {
    uint64_t block, id;
    int lane;
} sh_state_place;

static sh_state_place place_of(const sh_squeezed *squeezed, uint64_t row, uint64_t set) {
    const sh_duel_index *index = &squeezed->index;
    uint64_t id = index->id[sh_duel_rank(index, set)], lane = row;
    if (squeezed->by_mover) {
        bool image = id >= index->half;
        lane = image ? id - index->half : id;
        id = image && !sh_duel_is_copy(index, index->half + row) ? index->half + row : row;
    }
    return (sh_state_place){lane / SH_LANES, id, (int)(lane % SH_LANES)};
}

// Of a state of this rank.
static sh_status own_value(sh_squeezed *squeezed, const sh_state_place *at, uint16_t *value) {
    uint64_t block = at->block;
    uint64_t place = squeezed->kernels->locate(&squeezed->index, block, starts_of(squeezed, block),
                                               at->id, at->lane);
    bool bits[SH_PLANE_DISTANCE + SH_DISTANCE_PLANES] = {false};
    int planes = sh_squeezed_planes(squeezed);
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

// Rank 0's question, and its answer.
typedef struct sh_crew_question {
    uint64_t row, set; // a row that there is not: no more questions
    uint64_t status, value;
} sh_crew_question;

static void answer(sh_squeezed *squeezed, sh_crew_question *question) {
    sh_state_place at = place_of(squeezed, question->row, question->set);
    uint64_t owner = at.block % (uint64_t)sh_crew_ranks(squeezed->crew);
    if (owner == (uint64_t)sh_crew_rank(squeezed->crew)) {
        uint16_t value = 0;
        question->status = (uint64_t)own_value(squeezed, &at, &value);
        question->value = value;
    }
    if (owner) sh_crew_broadcast(squeezed->crew, (int)owner, question, sizeof *question);
}

sh_status sh_squeezed_value(void *state, uint64_t row, uint64_t set, uint16_t *value) {
    sh_squeezed *squeezed = state;
    sh_crew_question question = {.row = row, .set = set};
    sh_crew_broadcast(squeezed->crew, 0, &question, sizeof question);
    answer(squeezed, &question);
    *value = (uint16_t)question.value;
    return (sh_status)question.status;
}

void sh_squeezed_serve(void *state) {
    sh_squeezed *squeezed = state;
    for (bool more = true; more;) {
        sh_crew_question question = {.row = UINT64_MAX};
        sh_crew_broadcast(squeezed->crew, 0, &question, sizeof question);
        more = question.row != UINT64_MAX && squeezed->crew->rank != 0;
        if (more) answer(squeezed, &question);
    }
}
