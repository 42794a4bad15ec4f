// SPDX-License-Identifier: MIT
// See chunks.h. A chunk after one that has failed is not begun: what it would say is not needed.
#include "rank/chunks.h"

#include <pthread.h> // mutex

#include "base/pool.h"

enum { CHUNK = 1024, ALONE = 4 * CHUNK };

typedef struct chunk_run {
    size_t count;
    sh_chunk *chunk;
    void *context;
    pthread_mutex_t mutex;
    size_t failed; // the first chunk that has; SIZE_MAX: none
    sh_status status;
    sh_error error;
} chunk_run;

static bool is_later(chunk_run *run, size_t index) {
    pthread_mutex_lock(&run->mutex);
    bool later = index > run->failed;
    pthread_mutex_unlock(&run->mutex);
    return later;
}

static void note_failure(chunk_run *run, size_t index, sh_status status, const sh_error *error) {
    pthread_mutex_lock(&run->mutex);
    if (index < run->failed) {
        run->failed = index;
        run->status = status;
        run->error = *error;
    }
    pthread_mutex_unlock(&run->mutex);
}

static void run_chunk(void *context, size_t index, int worker) {
    chunk_run *run = context;
    if (is_later(run, index)) return;
    size_t first = index * CHUNK, end = first + CHUNK;
    sh_error error = {SH_OK, ""};
    sh_status status = run->chunk(run->context, first, end < run->count ? end : run->count, &error);
    if (status) note_failure(run, index, status, &error);
}

sh_status sh_chunks_run(size_t count, int threads, sh_chunk *chunk, void *context,
                        sh_error *error) {
    if (count <= ALONE) return count ? chunk(context, 0, count, error) : SH_OK;
    sh_pool *pool;
    sh_status status = sh_pool_open(&pool, threads, error);
    if (status) return status;
    chunk_run run = {
        .count = count, .chunk = chunk, .context = context, .failed = SIZE_MAX, .status = SH_OK};
    pthread_mutex_init(&run.mutex, NULL);
    sh_pool_run(pool, (count + CHUNK - 1) / CHUNK, run_chunk, &run);
    pthread_mutex_destroy(&run.mutex);
    sh_pool_close(pool);
    if (run.status && error) *error = run.error;
    return run.status;
}
