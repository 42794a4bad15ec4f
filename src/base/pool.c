// SPDX-License-Identifier: MIT
// Workers sleep on a condition variable between runs and claim indices from an atomic counter
// during one. A run is identified by its generation, so a worker never joins the same run twice.
#include "base/pool.h"

#include <errno.h>     // errno
#include <pthread.h>   // threads
#include <sched.h>     // sched_getaffinity
#include <stdatomic.h> // atomic_size_t
#include <stdbool.h>   // bool
#include <stdlib.h>    // calloc

#include "base/group_limits.h"

typedef struct sh_worker {
    sh_pool *pool;
    int number;
    pthread_t thread;
} sh_worker;

struct sh_pool {
    int threads;
    sh_worker *workers; // 1 … threads-1; the caller is worker 0
    pthread_mutex_t mutex;
    pthread_cond_t begin, end;
    unsigned long generation;
    int busy; // workers that have not finished this generation
    bool closing;
    sh_task *task;
    void *context;
    size_t count;
    atomic_size_t next;
};

// CPUs that this process may run on. The kernel refuses a set that is too small for its CPUs.
static int count_allowed(void) {
    for (int room = CPU_SETSIZE; room <= 1 << 20; room *= 2) {
        cpu_set_t *set = CPU_ALLOC(room);
        if (!set) break;
        int failed = sched_getaffinity(0, CPU_ALLOC_SIZE(room), set) ? errno : 0;
        int count = failed ? 0 : CPU_COUNT_S(CPU_ALLOC_SIZE(room), set);
        CPU_FREE(set);
        if (!failed) return count;
        if (failed != EINVAL) break;
    }
    return 1;
}

int sh_cpu_count(void) {
    sh_group_limits limits;
    sh_group_limits_read(&limits, "");
    int count = count_allowed();
    if (limits.cpus < count) count = limits.cpus;
    return count < SH_POOL_MOST ? count : SH_POOL_MOST;
}

static void work(sh_pool *pool, int worker) {
    size_t index;
    while ((index = atomic_fetch_add_explicit(&pool->next, 1, memory_order_relaxed)) < pool->count)
        pool->task(pool->context, index, worker);
}

static void *worker_main(void *argument) {
    sh_worker *worker = argument;
    sh_pool *pool = worker->pool;
    unsigned long seen = 0;
    pthread_mutex_lock(&pool->mutex);
    for (;;) {
        while (pool->generation == seen && !pool->closing)
            pthread_cond_wait(&pool->begin, &pool->mutex);
        if (pool->closing) break;
        seen = pool->generation;
        pthread_mutex_unlock(&pool->mutex);
        work(pool, worker->number);
        pthread_mutex_lock(&pool->mutex);
        if (--pool->busy == 0) pthread_cond_signal(&pool->end);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

sh_status sh_pool_open(sh_pool **out, int threads, sh_error *error) {
    if (threads < 0 || threads > SH_POOL_MOST)
        return sh_fail(error, SH_USAGE, "threads must be 0 (all) to %d, not %d", SH_POOL_MOST,
                       threads);
    if (threads == 0) threads = sh_cpu_count();
    sh_pool *pool = calloc(1, sizeof *pool);
    sh_worker *workers = calloc((size_t)threads, sizeof *workers);
    if (!pool || !workers) {
        free(pool);
        free(workers);
        return sh_fail(error, SH_RESOURCES, "out of memory for %d threads", threads);
    }
    pool->workers = workers;
    pool->threads = 1;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->begin, NULL);
    pthread_cond_init(&pool->end, NULL);
    for (int i = 1; i < threads; i++) {
        workers[i] = (sh_worker){.pool = pool, .number = i};
        if (pthread_create(&workers[i].thread, NULL, worker_main, &workers[i])) {
            sh_pool_close(pool);
            return sh_fail(error, SH_RESOURCES, "cannot start thread %d of %d", i + 1, threads);
        }
        pool->threads = i + 1;
    }
    *out = pool;
    return SH_OK;
}

void sh_pool_close(sh_pool *pool) {
    if (!pool) return;
    pthread_mutex_lock(&pool->mutex);
    pool->closing = true;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->mutex);
    for (int i = 1; i < pool->threads; i++) pthread_join(pool->workers[i].thread, NULL);
    pthread_mutex_destroy(&pool->mutex);
    pthread_cond_destroy(&pool->begin);
    pthread_cond_destroy(&pool->end);
    free(pool->workers);
    free(pool);
}

int sh_pool_threads(const sh_pool *pool) { return pool ? pool->threads : 1; }

void sh_pool_run(sh_pool *pool, size_t count, sh_task *task, void *context) {
    if (!pool || count <= 1) { // nobody need be woken
        for (size_t index = 0; index < count; index++) task(context, index, 0);
        return;
    }
    pthread_mutex_lock(&pool->mutex);
    pool->task = task;
    pool->context = context;
    pool->count = count;
    atomic_store_explicit(&pool->next, 0, memory_order_relaxed);
    pool->busy = pool->threads - 1;
    pool->generation++;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->mutex);
    work(pool, 0);
    pthread_mutex_lock(&pool->mutex);
    while (pool->busy > 0) pthread_cond_wait(&pool->end, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
}
