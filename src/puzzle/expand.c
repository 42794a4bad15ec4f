// SPDX-License-Identifier: MIT
// See expand.h. Workers take slices of the parents as long as the set surely has room for their
// children, whatever the others do meanwhile; between batches it grows.
#include "puzzle/expand.h"

#include <stdatomic.h> // atomic_fetch_add
#include <stdlib.h>    // aligned_alloc
#include <string.h>    // memset

#include "base/cpu.h"
#include "puzzle/expand_kernel.h"

#define READ_PARENTS ((size_t)1 << 20)
#define SLICE ((size_t)512) // parents, at most

static const sh_expander *of_this_cpu(void) {
#if defined(__x86_64__)
    if (sh_cpu_level_get() >= SH_CPU_AVX512) return sh_expanders_avx512;
    if (sh_cpu_level_get() >= SH_CPU_AVX2) return sh_expanders_avx2;
#endif
    return sh_expanders_portable;
}

// For the narrower or the wider boards.
static const sh_expander *expander_of(const sh_passage *passage) {
    return &of_this_cpu()[passage->puzzle->game.board.width > 128];
}

typedef struct run {
    sh_expansion *e;
    const sh_means *means;
    const sh_expander *kind;
    sh_number_set set;
    char *workers;
    size_t done;
    size_t worst;     // children of one parent
    uint64_t *buffer; // parents of a batch that come from a file
    // The batch: its parents, how many may be at work, how many parents one takes, and the room.
    const uint64_t *parents;
    size_t count, crew, slice, room;
    atomic_size_t next, added;
} run;

static void *worker_of(run *r, int index) { return r->workers + r->kind->size * (size_t)index; }

static void expand_task(void *context, size_t index, int worker) {
    (void)index;
    run *r = context;
    size_t *added = r->kind->added(worker_of(r, worker));
    while (r->added + r->crew * r->slice * r->worst <= r->room) {
        size_t from = atomic_fetch_add(&r->next, r->slice), left = r->count - from;
        if (from >= r->count) return;
        r->kind->slice(worker_of(r, worker), r->parents + from, left < r->slice ? left : r->slice);
        r->added += *added;
        *added = 0;
    }
}

static sh_status start_workers(run *r, sh_error *error) {
    int threads = sh_pool_threads(r->means->pool);
    size_t bytes = r->kind->size * (size_t)threads;
    r->workers = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!r->e->parents->keys) r->buffer = malloc(READ_PARENTS * sizeof *r->buffer);
    if (!r->workers || (!r->e->parents->keys && !r->buffer))
        return sh_fail(error, SH_RESOURCES, "no memory to expand a level");
    memset(r->workers, 0, bytes);
    for (int i = 0; i < threads; i++) r->kind->start(worker_of(r, i), r->e, &r->set);
    return SH_OK;
}

// Gives up the upper half of the tallies that there are children of.
static sh_status give_up_half(run *r, sh_error *error) {
    uint32_t least = r->e->below, most = r->e->least;
    for (size_t i = 0; i < r->set.slots; i++) {
        if (!r->set.slot[i]) continue;
        uint32_t tally = sh_board_tally(r->e->corridor, r->set.slot[i] - 1);
        if (tally < least) least = tally;
        if (tally > most) most = tally;
    }
    uint32_t below = least + (most - least + 1) / 2;
    if (below <= r->e->least || most <= least)
        return sh_fail(error, SH_RESOURCES,
                       "the boards of one tally need more than the memory allowed; give more with "
                       "--memory");
    r->e->below = below;
    sh_number_set_trim(&r->set, (uint64_t)below << r->e->corridor->bits);
    for (int i = 0; i < sh_pool_threads(r->means->pool); i++)
        r->kind->start(worker_of(r, i), r->e, &r->set);
    return SH_OK;
}

// Room for at least one slice a worker.
static sh_status next_batch(run *r, sh_error *error) {
    size_t threads = (size_t)sh_pool_threads(r->means->pool);
    size_t left = r->e->parents->count - r->done, few = 64 * threads < left ? 64 * threads : left;
    for (;;) {
        size_t room = r->set.slots / 5 * 4;
        r->room = room > r->set.count ? room - r->set.count : 0;
        if (r->room / r->worst >= few) {
            size_t most = 64 * SLICE * threads < READ_PARENTS ? 64 * SLICE * threads : READ_PARENTS;
            r->count = left < most ? left : most;
            r->crew = left < threads ? left : threads;
            r->slice = r->room / r->worst / r->crew / 2; // NOLINT: some are left
            r->slice = r->slice < 1 ? 1 : r->slice > SLICE ? SLICE : r->slice;
            r->next = r->added = 0;
            return SH_OK;
        }
        size_t more = few * r->worst + r->set.count / 4 + 4096;
        if (sh_number_set_reserve(&r->set, more, r->means->memory, r->means->pool, NULL) == SH_OK)
            continue;
        if (!r->set.slots)
            return sh_fail(error, SH_RESOURCES, "no memory for a level; give more with --memory");
        sh_status status = give_up_half(r, error);
        if (status) return status;
    }
}

static sh_status expand_all(run *r, sh_error *error) {
    while (r->done < r->e->parents->count) {
        sh_status status = next_batch(r, error);
        if (status) return status;
        status = sh_level_read(r->e->parents, r->done, r->count, r->buffer, &r->parents, error);
        if (status) return status;
        sh_pool_run(r->means->pool, r->crew, expand_task, r);
        r->set.count += r->added;
        r->done += r->next < r->count ? r->next : r->count;
        sh_progress progress = {"level", r->e->time + 1, r->done, r->e->parents->count,
                                sh_clock() - r->means->began};
        sh_report(r->means->monitor, &progress);
        if (sh_stopped(r->means->monitor)) return SH_INTERRUPTED;
    }
    return SH_OK;
}

sh_status sh_level_expand(sh_expansion *expansion, const sh_means *means, sh_level *children,
                          sh_error *error) {
    const sh_passage *passage = expansion->corridor->tallying->passage;
    const sh_game *game = &passage->puzzle->game;
    run r = {.e = expansion, .means = means, .kind = expander_of(passage)};
    r.worst = (size_t)game->pieces * (size_t)(sh_set_count(game->stand[0]) - game->pieces);
    memset(children, 0, sizeof *children);
    sh_status status = start_workers(&r, error);
    if (!status) status = expand_all(&r, error);
    if (!status) status = sh_level_take(children, &r.set, means->pool, error);
    sh_number_set_close(&r.set);
    free(r.workers);
    free(r.buffer);
    return status;
}

void sh_board_neighbours(const sh_passage *passage, const uint16_t subset[SH_MAX_DIAGONALS],
                         sh_neighbour *visit, void *context) {
    expander_of(passage)->neighbours(passage, subset, visit, context);
}
