// SPDX-License-Identifier: MIT
// A crew whose ranks are threads of the test, so that solvers of several processes can be tested
// without any, and what crosses can be spoiled on its way.
#pragma once

#include "test.h"

#include <pthread.h> // pthread_barrier_t

#include "base/crew.h"

enum { CREWS_MOST = 8 };

typedef struct crews {
    pthread_barrier_t barrier;
    int ranks;
    const sh_crew_bytes *sent[CREWS_MOST]; // by rank, during an exchange
    void *shared[CREWS_MOST];              // by rank, during a sum or a broadcast
    sh_crew crew[CREWS_MOST];
    // What is done to the chunks that rank 0 receives: none where it is NULL.
    void (*spoil)(struct crews *crews, int from, uint8_t *bytes, uint32_t count);
    int spoiled;
} crews;

static inline void crews_exchange(sh_crew *crew, const sh_crew_bytes *send,
                                  const sh_crew_bytes *receive) {
    crews *all = crew->context;
    all->sent[crew->rank] = send;
    pthread_barrier_wait(&all->barrier);
    for (int from = 0; from < all->ranks; from++) {
        if (from == crew->rank || !receive[from].count) continue;
        memcpy(receive[from].bytes, all->sent[from][crew->rank].bytes, receive[from].count);
        if (all->spoil && crew->rank == 0)
            all->spoil(all, from, receive[from].bytes, receive[from].count);
    }
    pthread_barrier_wait(&all->barrier);
}

static inline void crews_sum(sh_crew *crew, uint64_t *numbers, uint32_t count) {
    crews *all = crew->context;
    uint64_t *sums = calloc(count, sizeof *sums);
    all->shared[crew->rank] = numbers;
    pthread_barrier_wait(&all->barrier);
    for (int rank = 0; rank < all->ranks; rank++)
        for (uint32_t i = 0; i < count; i++) sums[i] += ((const uint64_t *)all->shared[rank])[i];
    pthread_barrier_wait(&all->barrier);
    memcpy(numbers, sums, count * sizeof *sums);
    free(sums);
}

static inline void crews_broadcast(sh_crew *crew, int root, void *bytes, uint32_t count) {
    crews *all = crew->context;
    all->shared[crew->rank] = bytes;
    pthread_barrier_wait(&all->barrier);
    if (crew->rank != root) memcpy(bytes, all->shared[root], count);
    pthread_barrier_wait(&all->barrier);
}

static inline void crews_open(crews *all, int ranks) {
    *all = (crews){.ranks = ranks};
    assert_true(ranks <= CREWS_MOST);
    pthread_barrier_init(&all->barrier, NULL, (unsigned)ranks);
    for (int rank = 0; rank < ranks; rank++)
        all->crew[rank] = (sh_crew){.rank = rank,
                                    .ranks = ranks,
                                    .here = ranks,
                                    .context = all,
                                    .exchange = crews_exchange,
                                    .sum = crews_sum,
                                    .broadcast = crews_broadcast};
}

static inline void crews_close(crews *all) { pthread_barrier_destroy(&all->barrier); }

// Runs a function on a thread for every rank, with the context of that rank.
static inline void crews_run(crews *all, void *(*function)(void *), void *const *contexts) {
    pthread_t threads[CREWS_MOST];
    for (int rank = 0; rank < all->ranks; rank++)
        assert_int_equal(pthread_create(&threads[rank], NULL, function, contexts[rank]), 0);
    for (int rank = 0; rank < all->ranks; rank++) pthread_join(threads[rank], NULL);
}
