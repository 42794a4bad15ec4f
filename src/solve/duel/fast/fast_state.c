// SPDX-License-Identifier: MIT
// A checkpoint holds the unknown states, the states that are not won and the planes of distances,
// each squeezed block by block (kernel.h). It is taken after odd rounds, when the inbox X is empty;
// the even round that follows a resume asks every subset again, which proves the same.
#include <assert.h> // static_assert
#include <stdlib.h> // malloc
#include <string.h> // memcpy

#include "solve/duel/fast/fast.h"

static uint64_t stream_words(const sh_fast *fast, uint64_t block) {
    const sh_duel_index *index = &fast->index;
    uint64_t rows = index->canonical - block * SH_LANES;
    if (rows > SH_LANES) rows = SH_LANES;
    return (rows * index->columns + 63) / 64;
}

// The planes of a checkpoint in their order; NULL ends them.
static int list_planes(const sh_fast *fast, sh_strip **planes) {
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
    sh_strip *plane;
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
    sh_strip *planes[2 + SH_DISTANCE_PLANES];
    uint64_t count = (uint64_t)list_planes(fast, planes);
    sh_batch batch = {.fast = fast, .room = stream_words(fast, 0)};
    batch.words = malloc((size_t)sh_pool_threads(fast->pool) * batch.room * sizeof(uint64_t));
    if (!batch.words) return sh_fail(error, SH_RESOURCES, "no memory to write a checkpoint");
    sh_saver_write(saver, &count, sizeof count);
    sh_status status = SH_OK;
    for (uint64_t p = 0; !status && p < count; p++)
        for (uint64_t first = 0; !status && first < fast->index.blocks;
             first += batch_blocks(fast, first)) {
            batch.plane = planes[p];
            batch.first = first;
            uint64_t blocks = batch_blocks(fast, first);
            sh_pool_run(fast->pool, blocks, squeeze_task, &batch);
            for (uint64_t b = 0; b < blocks; b++)
                sh_saver_write(saver, batch.words + b * batch.room,
                               stream_words(fast, first + b) * sizeof(uint64_t));
            status = sh_saver_status(saver, error);
        }
    free(batch.words);
    return status;
}

static void find_alive(sh_fast *fast) {
    for (uint64_t block = 0; block < fast->index.blocks; block++)
        for (uint64_t id = 0; id < fast->index.ids; id++)
            if (!sh_duel_is_copy(&fast->index, id) &&
                sh_strip_any(&fast->unknown[block * fast->stride + id]))
                sh_bit_set(fast->alive + block * fast->bit_words, id);
}

sh_status sh_fast_load(void *state, sh_loader *loader, sh_error *error) {
    sh_fast *fast = state;
    const void *saved;
    uint64_t count;
    sh_status read = sh_loader_read(loader, sizeof count, &saved, error);
    if (read) return read;
    memcpy(&count, saved, sizeof count);
    if (count < 2 || count > 2 + SH_DISTANCE_PLANES)
        return sh_fail(error, SH_DATA, "the checkpoint does not fit the game");
    for (int j = 0; j < (int)count - 2; j++) {
        sh_status status = sh_fast_add_plane(fast, j, error);
        if (status) return status;
    }
    sh_strip *planes[2 + SH_DISTANCE_PLANES];
    list_planes(fast, planes);
    static_assert(SH_LOADER_AHEAD >= SH_STREAM_AHEAD * sizeof(uint64_t), "streams are read ahead");
    for (uint64_t p = 0; p < count; p++)
        for (uint64_t block = 0; block < fast->index.blocks; block++) {
            const void *words;
            read =
                sh_loader_read(loader, stream_words(fast, block) * sizeof(uint64_t), &words, error);
            if (read) return read;
            sh_bit_stream stream = {(uint64_t *)words, 0, 0};
            sh_duel_kernels_get(fast->level)
                ->expand(&fast->index, block, &stream, 0, fast->index.ids,
                         planes[p] + block * fast->stride);
        }
    find_alive(fast);
    fast->ask_all = true;
    return SH_OK;
}
