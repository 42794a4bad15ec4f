// SPDX-License-Identifier: MIT
// The rounds of the squeezed layout. Each task is one block, whole, in the workspace of its thread.
#include <assert.h> // assert
#include <string.h> // memset

#include "solve/duel/squeezed/squeezed.h"

// States that the sets of a block's news that are their own mirrors are sent for once more.
static uint64_t count_copies(const sh_duel_news *news) {
    const sh_duel_index *index = news->index;
    uint64_t states = 0;
    for (uint64_t w = 0; index->mirrored && w < index->half / 64; w++)
        for (uint64_t left = news->changed[w] & index->own_mirror[w]; left; left &= left - 1)
            states += (uint64_t)sh_strip_count(
                &news->found[index->half + w * 64 + (uint64_t)__builtin_ctzll(left)]);
    return states;
}

// Adds what a block has proven to the planes of distances of the round.
static sh_status note_distance(sh_squeezed *squeezed, sh_squeezed_worker *worker, uint64_t block) {
    if (squeezed->metric != SH_DTW || squeezed->round < 2) return SH_OK;
    sh_status status = sh_squeezed_squeeze(squeezed, worker->team, block, worker->news.found,
                                           worker->stream, &worker->error);
    for (int j = 0; !status && squeezed->round >> (j + 1); j++)
        if (squeezed->round >> (j + 1) & 1)
            status = sh_squeezed_add(squeezed, worker->team, SH_PLANE_DISTANCE + j, block,
                                     worker->stream, &worker->error);
    return status;
}

// Records what a block has proven and sends it to where it matters. The rounds have taken it out of
// the strips of U.
static sh_status publish(sh_squeezed *squeezed, sh_squeezed_worker *worker, uint64_t block) {
    sh_duel_news *news = &worker->news;
    sh_posting posting = {squeezed->round & 1 ? SH_PLANE_NOT_WON : SH_PLANE_UNKNOWN, news->found};
    if (!worker->sum.states)
        sh_duel_example(news, block, &worker->sum.example_row, &worker->sum.example_set);
    worker->sum.states += news->states;
    worker->sum.positions += news->positions;
    worker->sum.strips += news->strips;
    worker->proven += news->states + count_copies(news);
    sh_status status = sh_squeezed_write(squeezed, worker->team, SH_PLANE_UNKNOWN, block,
                                         worker->unknown, &worker->error);
    if (!status) status = note_distance(squeezed, worker, block);
    return status ? status : sh_tile_send(squeezed, worker, block, &posting, 1, news);
}

// X of a block are the losses sent to it; N is what it was without the wins sent to it.
static sh_status fetch_targets(sh_squeezed *squeezed, sh_squeezed_worker *worker, uint64_t block,
                               bool wins) {
    sh_pool *team = worker->team;
    sh_error *error = &worker->error;
    if (wins) {
        sh_squeezed_clear(squeezed, team, worker->targets);
        return sh_tile_apply(squeezed, team, block, SH_PLANE_UNKNOWN, worker->targets,
                             worker->dirty, false, error);
    }
    sh_status status =
        sh_squeezed_read(squeezed, team, SH_PLANE_NOT_WON, block, worker->targets, error);
    if (status || !squeezed->kind->waiting(squeezed->store, block)) return status;
    status = sh_tile_apply(squeezed, team, block, SH_PLANE_NOT_WON, worker->targets, worker->dirty,
                           true, error);
    if (status) return status;
    return sh_squeezed_write(squeezed, team, SH_PLANE_NOT_WON, block, worker->targets, error);
}

static sh_status run_block(sh_squeezed *squeezed, sh_squeezed_worker *worker, uint64_t block) {
    bool wins = squeezed->round & 1, all = !wins && squeezed->ask_all;
    if (!all && !squeezed->kind->waiting(squeezed->store, block)) return SH_OK;
    sh_status status = fetch_targets(squeezed, worker, block, wins);
    if (!status)
        status = sh_squeezed_read(squeezed, worker->team, SH_PLANE_UNKNOWN, block, worker->unknown,
                                  &worker->error);
    if (status) return status;
    sh_squeezed_alive(squeezed, worker->team, worker->unknown, worker->alive);
    sh_duel_block view = {.number = block,
                          .targets = worker->targets,
                          .dirty = all ? NULL : worker->dirty,
                          .unknown = worker->unknown,
                          .alive = worker->alive};
    (wins ? squeezed->kernels->wins : squeezed->kernels->losses)(&worker->news, &view);
    if (worker->news.states) status = publish(squeezed, worker, block);
    squeezed->kernels->clear(&worker->news);
    return status;
}

// Whether a worker is to begin another block.
static bool goes_on(const sh_squeezed *squeezed, sh_squeezed_worker *worker) {
    if (!worker->status && sh_patience_over(squeezed->patience))
        worker->status = sh_fail(&worker->error, SH_INTERRUPTED, "stopped");
    return !worker->status;
}

static void round_task(void *context, size_t index, int number) {
    sh_squeezed *squeezed = context;
    sh_squeezed_worker *worker = &squeezed->workers[number];
    uint64_t block = sh_squeezed_block(squeezed, index);
    if (goes_on(squeezed, worker)) worker->status = run_block(squeezed, worker, block);
    squeezed->kind->forget(squeezed->store, block);
}

// The first planes of a block, in ranges of ids.
typedef struct start_job {
    sh_squeezed *squeezed;
    sh_squeezed_worker *worker;
    sh_initial_block block;
    uint64_t number;
} start_job;

enum { START_IDS = 4096 };

static void start_ids(void *context, size_t range, int thread) {
    const start_job *job = context;
    sh_squeezed_worker *worker = job->worker;
    const sh_duel_index *index = &job->squeezed->index;
    uint64_t end = (range + 1) * START_IDS < index->ids ? (range + 1) * START_IDS : index->ids;
    uint64_t states = 0, positions = 0, illegal = 0, lost = 0;
    for (uint64_t id = range * START_IDS; id < end; id++) {
        sh_initial_strips strips;
        sh_initial_verdict(&job->block, index->set[id], &strips);
        worker->unknown[id] = strips.row_unknown;
        SH_EACH_WORD(i)
        worker->targets[id].w[i] = strips.column_unknown.w[i] | strips.column_lost.w[i];
        worker->news.found[id] = strips.row_lost;
        lost += (uint64_t)sh_strip_count(&strips.row_lost);
        if (sh_duel_is_copy(index, id)) continue;
        sh_initial_count(index, job->number, &strips, &states, &positions, &illegal);
    }
    __atomic_fetch_add(&worker->proven, lost, __ATOMIC_RELAXED);
    __atomic_fetch_add(&worker->sum.states, states, __ATOMIC_RELAXED);
    __atomic_fetch_add(&worker->sum.positions, positions, __ATOMIC_RELAXED);
    __atomic_fetch_add(&worker->sum.illegal, illegal, __ATOMIC_RELAXED);
}

// The losses that the rules give are sent like those of a round, as strips by id.
static sh_status start_block(sh_squeezed *squeezed, sh_squeezed_worker *worker, uint64_t number) {
    const sh_duel_index *index = &squeezed->index;
    sh_pool *team = worker->team;
    sh_error *error = &worker->error;
    start_job job = {.squeezed = squeezed, .worker = worker, .number = number};
    sh_initial_block_make(&job.block, &squeezed->rules, index, number);
    sh_pool_run(team, (index->ids + START_IDS - 1) / START_IDS, start_ids, &job);
    sh_status status =
        sh_squeezed_write(squeezed, team, SH_PLANE_UNKNOWN, number, worker->unknown, error);
    if (!status)
        status =
            sh_squeezed_write(squeezed, team, SH_PLANE_NOT_WON, number, worker->targets, error);
    sh_posting posting = {SH_PLANE_UNKNOWN, worker->news.found};
    if (!status) status = sh_tile_send(squeezed, worker, number, &posting, 1, NULL);
    sh_squeezed_clear(squeezed, team, worker->news.found);
    return status;
}

static void start_task(void *context, size_t index, int number) {
    sh_squeezed *squeezed = context;
    sh_squeezed_worker *worker = &squeezed->workers[number];
    if (goes_on(squeezed, worker))
        worker->status = start_block(squeezed, worker, sh_squeezed_block(squeezed, index));
}

uint64_t sh_squeezed_blocks(const sh_squeezed *squeezed) {
    uint64_t rank = (uint64_t)sh_crew_rank(squeezed->crew);
    uint64_t ranks = (uint64_t)sh_crew_ranks(squeezed->crew);
    return (squeezed->index.blocks + ranks - 1 - rank) / ranks;
}

// Adds up what the ranks did; the example of the lowest row wins. One sum does for all of it: every
// rank has a place for its example.
static void add_ranks(sh_squeezed *squeezed, sh_round *round) {
    if (!squeezed->crew) return;
    uint64_t *sums = squeezed->gathered, *examples = sums + SH_GATHERED_SUMS;
    uint64_t own = (uint64_t)squeezed->crew->rank, ranks = (uint64_t)squeezed->crew->ranks;
    memset(sums, 0, sh_squeezed_gathered(squeezed->crew) * sizeof *sums);
    sums[0] = round->states;
    sums[1] = round->positions;
    sums[2] = round->illegal;
    sums[3] = round->strips;
    examples[3 * own] = round->states > 0;
    examples[3 * own + 1] = round->example_row;
    examples[3 * own + 2] = round->example_set;
    sh_crew_sum(squeezed->crew, sums, (uint32_t)sh_squeezed_gathered(squeezed->crew));
    const uint64_t *first = examples;
    for (const uint64_t *at = examples; at < examples + 3 * ranks; at += 3)
        if (at[0] && (!first[0] || at[1] < first[1])) first = at;
    *round = (sh_round){.states = sums[0],
                        .positions = sums[1],
                        .illegal = sums[2],
                        .strips = sums[3],
                        .example_row = first[1],
                        .example_set = first[2]};
}

sh_status sh_squeezed_run(sh_squeezed *squeezed, sh_task *task, sh_round *round, sh_error *error) {
    sh_pool_run(squeezed->pool, sh_squeezed_blocks(squeezed), task, squeezed);
    sh_status status = SH_OK;
    sh_round sum = {.states = 0};
    for (int t = 0; t < sh_pool_threads(squeezed->pool); t++) {
        sh_squeezed_worker *worker = &squeezed->workers[t];
        if (worker->status && !status) {
            status = worker->status;
            if (error) *error = worker->error;
        }
        worker->status = SH_OK;
        sh_round_add(&sum, &worker->sum);
        memset(&worker->sum, 0, sizeof worker->sum);
    }
    add_ranks(squeezed, &sum);
    sh_round_add(round, &sum);
    return sh_crew_agree(squeezed->crew, status, error);
}

sh_status sh_squeezed_turn(sh_squeezed *squeezed, sh_round *round, sh_error *error) {
    uint64_t proven = 0;
    for (int t = 0; t < sh_pool_threads(squeezed->pool); t++) {
        proven += squeezed->workers[t].proven;
        squeezed->workers[t].proven = 0;
    }
    sh_status status = squeezed->kind->turn(squeezed->store, proven, error);
    sh_store_traffic traffic;
    squeezed->kind->traffic(squeezed->store, &traffic);
    uint64_t moved[] = {traffic.read - squeezed->read, traffic.written - squeezed->written};
    sh_crew_sum(squeezed->crew, moved, 2);
    round->read += moved[0];
    round->written += moved[1];
    round->mail += traffic.mail;
    squeezed->read = traffic.read;
    squeezed->written = traffic.written;
    return status;
}

sh_status sh_squeezed_begin(void *state, sh_round *round, sh_error *error) {
    sh_squeezed *squeezed = state;
    memset(round, 0, sizeof *round);
    squeezed->round = 0;
    sh_status status = sh_squeezed_run(squeezed, start_task, round, error);
    if (status) return status;
    squeezed->ask_all = true;
    status = sh_squeezed_run(squeezed, round_task, round, error);
    squeezed->ask_all = false;
    return status ? status : sh_squeezed_turn(squeezed, round, error);
}

sh_status sh_squeezed_round(void *state, int number, sh_round *round, sh_error *error) {
    sh_squeezed *squeezed = state;
    assert(number > 0);
    memset(round, 0, sizeof *round);
    if (squeezed->metric == SH_DTW && number >> (SH_DISTANCE_PLANES + 1))
        return sh_fail(error, SH_RESOURCES, "a win takes more than %d plies",
                       (2 << SH_DISTANCE_PLANES) - 1);
    squeezed->round = number;
    sh_status status = sh_squeezed_run(squeezed, round_task, round, error);
    if (!(number & 1)) squeezed->ask_all = false;
    return status ? status : sh_squeezed_turn(squeezed, round, error);
}
