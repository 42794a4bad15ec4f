// SPDX-License-Identifier: MIT
// The squeezed layout when the solve is over: values. What it saves is in squeezed_save.c.
//
// For values the rows of N are needed, which is its transposition: once the solve is over, every
// block sends all its tiles of N and of U, and N is replaced by what arrives, the U of the other
// turn being used to count mutual zugzwang on the way. Where ids begin in the streams is noted, so
// that a single value takes one word of each plane and not the whole block.
//
// For a table, and with a crew, the values are by mover instead, as tables have them: N stays as it
// is, and the columns of U and of the distances take the place of their rows. Rank 0 of a crew asks
// the others for single values.
#include <assert.h> // assert
#include <stddef.h> // offsetof
#include <stdlib.h> // qsort
#include <string.h> // memcpy

#include "base/memory.h"
#include "solve/duel/squeezed/squeezed.h"

enum { CREW_QUERIES = 8192, FIRST_QUERIES = 63 }; // at once, and in one message with their number

// Reads a plane and counts its states, which are to be sent.
static sh_status read_plane(sh_squeezed *squeezed, sh_squeezed_worker *worker, uint64_t block,
                            const sh_posting *posting, sh_strip *strips) {
    sh_status status =
        sh_squeezed_read(squeezed, worker->team, posting->plane, block, strips, &worker->error);
    for (uint64_t id = 0; !status && id < squeezed->index.ids; id++)
        worker->proven += (uint64_t)sh_strip_count(&strips[id]);
    return status;
}

// A task: U and N.
static void send_task(void *context, size_t index, int number) {
    sh_squeezed *squeezed = context;
    sh_squeezed_worker *worker = &squeezed->workers[number];
    uint64_t block = sh_squeezed_block(squeezed, index);
    sh_posting both[] = {{SH_PLANE_UNKNOWN, worker->unknown}, {SH_PLANE_NOT_WON, worker->targets}};
    if (!worker->status)
        worker->status = read_plane(squeezed, worker, block, &both[0], worker->unknown);
    if (!worker->status)
        worker->status = read_plane(squeezed, worker, block, &both[1], worker->targets);
    if (!worker->status) worker->status = sh_tile_send(squeezed, worker, block, both, 2, NULL);
}

// Puts together the rows of N and the columns of U, and counts with both.
static sh_status turn_block(sh_squeezed *squeezed, sh_squeezed_worker *worker, uint64_t block,
                            sh_strip *column_unknown) {
    const sh_duel_index *index = &squeezed->index;
    sh_strip *row_not_won = worker->news.found;
    sh_pool *team = worker->team;
    sh_squeezed_clear(squeezed, team, column_unknown);
    sh_squeezed_clear(squeezed, team, row_not_won);
    sh_error *error = &worker->error;
    sh_status status =
        sh_squeezed_read(squeezed, team, SH_PLANE_UNKNOWN, block, worker->unknown, error);
    if (!status)
        status = sh_squeezed_read(squeezed, team, SH_PLANE_NOT_WON, block, worker->targets, error);
    if (!status)
        status = sh_tile_apply(squeezed, team, block, SH_PLANE_UNKNOWN, column_unknown,
                               worker->dirty, false, error);
    if (!status)
        status = sh_tile_apply(squeezed, team, block, SH_PLANE_NOT_WON, row_not_won, worker->dirty,
                               false, error);
    if (status) return status;
    sh_block_zugzwang(index, block, 0, index->ids, row_not_won, worker->unknown, worker->targets,
                      column_unknown, &worker->zugzwang);
    if (squeezed->by_mover)
        return sh_squeezed_write(squeezed, team, SH_PLANE_UNKNOWN, block, column_unknown, error);
    return sh_squeezed_write(squeezed, team, SH_PLANE_NOT_WON, block, row_not_won, error);
}

static void turn_task(void *context, size_t index, int number) {
    sh_squeezed *squeezed = context;
    sh_squeezed_worker *worker = &squeezed->workers[number];
    uint64_t block = sh_squeezed_block(squeezed, index);
    if (worker->status) return;
    size_t bytes = squeezed->index.ids * sizeof(sh_strip);
    sh_strip *strips = sh_memory_map(bytes);
    worker->status = strips ? turn_block(squeezed, worker, block, strips)
                            : sh_fail(&worker->error, SH_RESOURCES, "out of memory");
    sh_memory_unmap(strips, bytes);
    squeezed->kind->forget(squeezed->store, block);
}

// Tasks: a plane of distances is sent, and replaced by what arrives.
static void send_distance(void *context, size_t index, int number) {
    sh_squeezed *squeezed = context;
    sh_squeezed_worker *worker = &squeezed->workers[number];
    uint64_t block = sh_squeezed_block(squeezed, index);
    sh_posting one = {squeezed->distance_plane, worker->targets};
    if (!worker->status)
        worker->status = read_plane(squeezed, worker, block, &one, worker->targets);
    if (!worker->status) worker->status = sh_tile_send(squeezed, worker, block, &one, 1, NULL);
}

static void turn_distance(void *context, size_t index, int number) {
    sh_squeezed *squeezed = context;
    sh_squeezed_worker *worker = &squeezed->workers[number];
    uint64_t block = sh_squeezed_block(squeezed, index);
    int plane = squeezed->distance_plane;
    sh_squeezed_clear(squeezed, worker->team, worker->targets);
    if (!worker->status)
        worker->status = sh_tile_apply(squeezed, worker->team, block, plane, worker->targets,
                                       worker->dirty, false, &worker->error);
    if (!worker->status)
        worker->status = sh_squeezed_write(squeezed, worker->team, plane, block, worker->targets,
                                           &worker->error);
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
    sh_squeezed_measure(squeezed, squeezed->pool);
    squeezed->finishing = true;
    sh_status status = send_and_turn(squeezed, send_task, turn_task, error);
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

// A block's strips of the planes that values come from: those of a worker, and more for distances.
typedef struct sh_squeezed_reading {
    sh_squeezed *squeezed;
    sh_squeezed_worker *worker;
    sh_strip *strips[SH_PLANE_DISTANCE + SH_DISTANCE_PLANES];
} sh_squeezed_reading;

static sh_status read_block(const sh_squeezed_reading *reading, uint64_t block,
                            sh_block_strips *strips) {
    sh_squeezed *squeezed = reading->squeezed;
    int planes = sh_squeezed_planes(squeezed);
    for (int plane = 0; plane < planes; plane++) {
        sh_status status =
            sh_squeezed_read(squeezed, NULL, plane, block, reading->strips[plane], NULL);
        if (status) return status;
    }
    *strips = (sh_block_strips){.not_won = reading->strips[SH_PLANE_NOT_WON],
                                .unknown = reading->strips[SH_PLANE_UNKNOWN]};
    for (int plane = SH_PLANE_DISTANCE; plane < planes; plane++)
        strips->distance[plane - SH_PLANE_DISTANCE] = reading->strips[plane];
    return SH_OK;
}

static sh_status block_rows(void *context, uint64_t first, uint64_t count, uint16_t *values) {
    const sh_squeezed_reading *reading = context;
    const sh_squeezed *squeezed = reading->squeezed;
    sh_block_strips strips;
    sh_status status = read_block(reading, first / SH_LANES, &strips);
    if (status) return status;
    return sh_block_values(&squeezed->index, &squeezed->rules, &strips, first, count, values);
}

// The strips of a worker that no other call has, waiting for one where all are taken.
static sh_squeezed_worker *take_worker(sh_squeezed *squeezed) {
    pthread_mutex_lock(&squeezed->mutex);
    for (;; pthread_cond_wait(&squeezed->given_back, &squeezed->mutex))
        for (int t = 0; t < sh_pool_threads(squeezed->pool); t++)
            if (!squeezed->workers[t].reading) {
                squeezed->workers[t].reading = true;
                pthread_mutex_unlock(&squeezed->mutex);
                return &squeezed->workers[t];
            }
}

static void give_worker_back(sh_squeezed *squeezed, sh_squeezed_worker *worker) {
    pthread_mutex_lock(&squeezed->mutex);
    worker->reading = false;
    pthread_cond_signal(&squeezed->given_back);
    pthread_mutex_unlock(&squeezed->mutex);
}

static void close_reading(const sh_squeezed_reading *reading) {
    size_t bytes = reading->squeezed->index.ids * sizeof(sh_strip);
    for (int plane = SH_PLANE_DISTANCE; plane < sh_squeezed_planes(reading->squeezed); plane++)
        sh_memory_unmap(reading->strips[plane], bytes);
    give_worker_back(reading->squeezed, reading->worker);
}

// To be closed either way.
static sh_status open_reading(sh_squeezed_reading *reading, sh_squeezed *squeezed) {
    sh_squeezed_worker *worker = take_worker(squeezed);
    *reading = (sh_squeezed_reading){squeezed, worker, {worker->unknown, worker->targets}};
    sh_status status = SH_OK;
    for (int plane = SH_PLANE_DISTANCE; plane < sh_squeezed_planes(squeezed); plane++) {
        reading->strips[plane] = sh_memory_map(squeezed->index.ids * sizeof(sh_strip));
        if (!reading->strips[plane]) status = SH_RESOURCES;
    }
    return status;
}

sh_status sh_squeezed_rows(void *state, uint64_t first, uint32_t count, uint16_t *values) {
    sh_squeezed *squeezed = state;
    sh_squeezed_reading reading;
    assert(!squeezed->by_mover);
    sh_status status = open_reading(&reading, squeezed);
    if (!status)
        status = sh_values_by_block(&squeezed->index, first, count, block_rows, &reading, values);
    close_reading(&reading);
    return status;
}

sh_status sh_squeezed_movers(void *state, uint64_t number, sh_mover_use *use, void *user) {
    sh_squeezed *squeezed = state;
    sh_squeezed_reading reading;
    sh_block_strips strips;
    sh_strip_movers movers;
    assert(squeezed->by_mover);
    sh_status status = open_reading(&reading, squeezed);
    if (!status) status = read_block(&reading, number, &strips);
    if (!status) {
        sh_strip_movers_make(&movers, &squeezed->index, &squeezed->rules, &strips, number);
        use(user, &movers.block);
    }
    close_reading(&reading);
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
    uint64_t place = squeezed->kernels->locate(
        &squeezed->index, block, sh_squeezed_starts_of(squeezed, block), at->id, at->lane);
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

// A question of rank 0 about a state of this rank.
typedef struct own_query {
    sh_state_place at;
    uint64_t number;
} own_query;

static int compare_queries(const void *a, const void *b) {
    const sh_state_place *x = &((const own_query *)a)->at, *y = &((const own_query *)b)->at;
    if (x->block != y->block) return x->block < y->block ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

// What rank 0 asks of all.
typedef struct crew_question {
    uint64_t count;
    sh_state_query query[CREW_QUERIES];
} crew_question;

static void spread_question(sh_crew *crew, crew_question *question) {
    const size_t first = offsetof(crew_question, query) + FIRST_QUERIES * sizeof *question->query;
    sh_crew_broadcast(crew, 0, question, (uint32_t)first);
    if (question->count > FIRST_QUERIES)
        sh_crew_broadcast(crew, 0, question->query + FIRST_QUERIES,
                          (uint32_t)((question->count - FIRST_QUERIES) * sizeof *question->query));
}

// Answers rank 0: every rank has the values of its own states, and zero for the others; behind them
// whether it failed. They are looked up in the order of their places: neighbours lie in one piece
// of compressed planes.
static sh_status answer(sh_squeezed *squeezed, const crew_question *question, uint64_t *values) {
    uint64_t count = question->count;
    uint64_t ranks = (uint64_t)sh_crew_ranks(squeezed->crew);
    uint64_t rank = (uint64_t)sh_crew_rank(squeezed->crew), own = 0;
    own_query mine[CREW_QUERIES];
    sh_status status = SH_OK;
    for (uint64_t i = 0; i < count; i++) {
        sh_state_place at = place_of(squeezed, question->query[i].row, question->query[i].set);
        values[i] = 0;
        if (at.block % ranks == rank) mine[own++] = (own_query){at, i};
    }
    qsort(mine, own, sizeof *mine, compare_queries);
    for (uint64_t i = 0; !status && i < own; i++) {
        uint16_t value = 0;
        status = own_value(squeezed, &mine[i].at, &value);
        values[mine[i].number] = value;
    }
    values[count] = status != SH_OK;
    sh_crew_sum(squeezed->crew, values, (uint32_t)count + 1);
    return values[count] ? sh_crew_agree(squeezed->crew, status, NULL) : SH_OK;
}

// At most CREW_QUERIES of them.
static sh_status ask(sh_squeezed *squeezed, const sh_state_query *queries, uint64_t count,
                     uint16_t *values) {
    crew_question question = {.count = count};
    uint64_t answers[CREW_QUERIES + 1];
    memcpy(question.query, queries, count * sizeof *queries);
    spread_question(squeezed->crew, &question);
    sh_status status = answer(squeezed, &question, answers);
    for (uint64_t i = 0; i < count; i++) values[i] = (uint16_t)answers[i];
    return status;
}

sh_status sh_squeezed_probe(void *state, const sh_state_query *queries, uint64_t count,
                            uint16_t *values) {
    sh_status status = SH_OK;
    for (uint64_t at = 0; !status && at < count; at += CREW_QUERIES)
        status = ask(state, queries + at, count - at < CREW_QUERIES ? count - at : CREW_QUERIES,
                     values + at);
    return status;
}

sh_status sh_squeezed_value(void *state, uint64_t row, uint64_t set, uint16_t *value) {
    sh_squeezed *squeezed = state;
    if (squeezed->crew) return sh_squeezed_probe(state, &(sh_state_query){row, set}, 1, value);
    sh_state_place at = place_of(squeezed, row, set);
    return own_value(squeezed, &at, value);
}

// No queries: there are no more.
void sh_squeezed_serve(void *state) {
    sh_squeezed *squeezed = state;
    for (;;) {
        crew_question question = {.count = 0};
        uint64_t answers[CREW_QUERIES + 1];
        spread_question(squeezed->crew, &question);
        if (!question.count || squeezed->crew->rank == 0) return;
        (void)!answer(squeezed, &question, answers); // rank 0 says what went wrong
    }
}
