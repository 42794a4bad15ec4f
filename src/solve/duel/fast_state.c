// SPDX-License-Identifier: MIT
// A checkpoint holds the unknown states, the states that are not won and the planes of distances,
// each squeezed block by block (kernel.h). It is taken after odd rounds, when the inbox X is empty;
// the even round that follows a resume asks every subset again, which proves the same.
#include "solve/duel/fast_state.h"

#include <assert.h> // assert
#include <stdlib.h> // malloc
#include <string.h> // memset

static uint64_t stream_words(const sh_fast *fast, uint64_t block) {
    const sh_duel_index *index = &fast->index;
    uint64_t rows = index->canonical - block * SH_LANES;
    if (rows > SH_LANES) rows = SH_LANES;
    return (rows * index->columns + 63) / 64;
}

// The planes of a checkpoint in their order; NULL ends them.
static int list_planes(const sh_fast *fast, sh_line **planes) {
    int count = 0;
    planes[count++] = fast->unknown;
    planes[count++] = fast->not_won;
    for (int j = 0; j < SH_DISTANCE_PLANES && fast->distance[j]; j++)
        planes[count++] = fast->distance[j];
    return count;
}

// Several blocks of a plane at once, one a task.
typedef struct sh_batch {
    sh_fast *fast;
    sh_line *plane;
    uint64_t first, room; // words of a block in `words`
    uint64_t *words;
} sh_batch;

static void squeeze_task(void *context, size_t task, int worker) {
    sh_batch *batch = context;
    sh_fast *fast = batch->fast;
    uint64_t block = batch->first + task;
    sh_bit_stream stream = {batch->words + task * batch->room, 0, 0};
    sh_duel_kernels_get(fast->level)
        ->squeeze(&fast->index, block, batch->plane + block * fast->stride, 0, fast->index.ids,
                  &stream);
    if (stream.fill) *stream.words = stream.held;
}

static uint64_t batch_blocks(const sh_fast *fast, uint64_t first) {
    uint64_t threads = (uint64_t)sh_pool_threads(fast->pool);
    return first + threads <= fast->index.blocks ? threads : fast->index.blocks - first;
}

sh_status sh_fast_save(void *state, sh_saver *saver, sh_error *error) {
    sh_fast *fast = state;
    sh_line *planes[2 + SH_DISTANCE_PLANES];
    uint64_t count = (uint64_t)list_planes(fast, planes);
    sh_batch batch = {.fast = fast, .room = stream_words(fast, 0)};
    batch.words = malloc((size_t)sh_pool_threads(fast->pool) * batch.room * sizeof(uint64_t));
    if (!batch.words) return sh_fail(error, SH_RESOURCES, "no memory to write a checkpoint");
    sh_saver_write(saver, &count, sizeof count);
    for (uint64_t p = 0; p < count; p++)
        for (uint64_t first = 0; first < fast->index.blocks; first += batch_blocks(fast, first)) {
            batch.plane = planes[p];
            batch.first = first;
            uint64_t blocks = batch_blocks(fast, first);
            sh_pool_run(fast->pool, blocks, squeeze_task, &batch);
            for (uint64_t b = 0; b < blocks; b++)
                sh_saver_write(saver, batch.words + b * batch.room,
                               stream_words(fast, first + b) * sizeof(uint64_t));
        }
    free(batch.words);
    return SH_OK;
}

static void find_alive(sh_fast *fast) {
    for (uint64_t block = 0; block < fast->index.blocks; block++)
        for (uint64_t id = 0; id < fast->index.ids; id++)
            if (sh_line_any(&fast->unknown[block * fast->stride + id]) &&
                (id < fast->index.half ||
                 !sh_bit_get(fast->index.own_mirror, id - fast->index.half)))
                sh_bit_set(fast->alive + block * fast->bit_words, id);
}

sh_status sh_fast_load(void *state, sh_loader *loader, sh_error *error) {
    sh_fast *fast = state;
    const uint64_t *count = sh_loader_read(loader, sizeof *count);
    if (!count || *count < 2 || *count > 2 + SH_DISTANCE_PLANES)
        return sh_fail(error, SH_DATA, "the checkpoint does not fit the game");
    for (int j = 0; j < (int)*count - 2; j++) {
        sh_status status = sh_fast_add_plane(fast, j, error);
        if (status) return status;
    }
    sh_line *planes[2 + SH_DISTANCE_PLANES];
    list_planes(fast, planes);
    for (uint64_t p = 0; p < *count; p++)
        for (uint64_t block = 0; block < fast->index.blocks; block++) {
            const void *words = sh_loader_read(loader, stream_words(fast, block) * sizeof(uint64_t));
            if (!words) return sh_fail(error, SH_DATA, "the checkpoint ends too early");
            sh_bit_stream stream = {(uint64_t *)words, 0, 0};
            sh_duel_kernels_get(fast->level)
                ->expand(&fast->index, block, &stream, 0, fast->index.ids,
                         planes[p] + block * fast->stride);
        }
    find_alive(fast);
    fast->ask_all = true;
    return SH_OK;
}

// Scratch of one call of sh_fast_rows.
typedef struct sh_row_scratch {
    sh_line *illegal;                             // [ids]
    uint64_t *rows[2 + SH_DISTANCE_PLANES];       // [64 rows][ids / 64]: unknown, illegal, distances
    uint64_t *not_won;                            // [ids / 64]
    uint16_t *by_id;
} sh_row_scratch;

static void free_scratch(sh_row_scratch *scratch) {
    free(scratch->illegal);
    for (int p = 0; p < 2 + SH_DISTANCE_PLANES; p++) free(scratch->rows[p]);
    free(scratch->not_won);
    free(scratch->by_id);
}

static bool make_scratch(const sh_fast *fast, sh_row_scratch *scratch) {
    memset(scratch, 0, sizeof *scratch);
    uint64_t ids = fast->index.ids;
    scratch->illegal = aligned_alloc(64, ids * sizeof(sh_line));
    scratch->not_won = malloc(ids / 8);
    scratch->by_id = malloc(ids * sizeof(uint16_t));
    bool whole = scratch->illegal && scratch->not_won && scratch->by_id;
    for (int p = 0; p < 2 + SH_DISTANCE_PLANES; p++)
        if (p < 2 || fast->distance[p - 2])
            whole = (scratch->rows[p] = malloc(64 * ids / 8)) && whole;
    return whole;
}

static void find_illegal(const sh_fast *fast, uint64_t number, sh_line *illegal) {
    sh_initial_block block;
    sh_initial_block_make(&block, &fast->rules, &fast->index, number);
    for (uint64_t id = 0; id < fast->index.ids; id++) {
        sh_initial_lines lines;
        sh_initial_verdict(&block, fast->index.set[id], &lines);
        illegal[id] = lines.row_illegal;
    }
}

// The lines of N at a row's id, one a block, are the row by id: T[R][A] for canonical A, and at the id
// of R's mirror image for the others.
static void gather_not_won(const sh_fast *fast, uint64_t row, uint64_t *words) {
    for (uint64_t block = 0; block < fast->index.blocks; block++) {
        const sh_line *lines = fast->not_won + block * fast->stride;
        memcpy(words + block * SH_LINE_WORDS, &lines[row], sizeof *lines);
        if (fast->index.mirrored)
            memcpy(words + fast->index.half / 64 + block * SH_LINE_WORDS,
                   &lines[fast->index.half + row], sizeof *lines);
    }
}

sh_status sh_fast_rows(void *state, uint64_t first, uint32_t count, uint16_t *values) {
    sh_fast *fast = state;
    const sh_duel_index *index = &fast->index;
    assert(first + count <= index->canonical);
    sh_row_scratch scratch;
    if (!make_scratch(fast, &scratch)) {
        free_scratch(&scratch);
        return SH_RESOURCES;
    }
    uint64_t illegal_of = UINT64_MAX, words_of = UINT64_MAX, words = index->ids / 64;
    for (uint64_t row = first; row < first + count; row++, values += index->columns) {
        uint64_t block = row / SH_LANES;
        if (block != illegal_of) find_illegal(fast, block, scratch.illegal);
        illegal_of = block;
        if (row / 64 != words_of) {
            int word = (int)(row % SH_LANES / 64);
            sh_rows_of_lines(index, fast->unknown + block * fast->stride, word, scratch.rows[0]);
            sh_rows_of_lines(index, scratch.illegal, word, scratch.rows[1]);
            for (int j = 0; j < SH_DISTANCE_PLANES; j++)
                if (fast->distance[j])
                    sh_rows_of_lines(index, fast->distance[j] + block * fast->stride, word,
                                     scratch.rows[2 + j]);
        }
        words_of = row / 64;
        gather_not_won(fast, row, scratch.not_won);
        uint64_t at = row % 64 * words;
        sh_row_bits bits = {.not_won = scratch.not_won,
                            .unknown = scratch.rows[0] + at,
                            .illegal = scratch.rows[1] + at};
        for (int j = 0; j < SH_DISTANCE_PLANES; j++)
            if (fast->distance[j]) bits.distance[j] = scratch.rows[2 + j] + at;
        sh_row_values(index, row, &bits, scratch.by_id, values);
    }
    free_scratch(&scratch);
    return SH_OK;
}
