// SPDX-License-Identifier: MIT
// See wide.h. Rounds as on the CPU (duel/fast/fast.h), one kernel after another over all blocks:
// flag the subsets of changed targets, ask, reach, commit. Values and checkpoints are those of the
// CPU's backend: the planes are copied to one when somebody asks for them.
#include "solve/cuda/wide.h"

#include <assert.h> // assert
#include <stdlib.h> // calloc
#include <string.h> // memset

#include "solve/cuda/duel_upload.h"
#include "solve/duel/fast/fast.h"

// One H200: 7x7/4 (22.5 billion lanes) in 1.5 s, 5x5/6 (15.7 billion) in 0.79 s. The host's threads
// have no part in it.
#define SECONDS_A_LANE 0.06e-9

typedef struct sh_wide {
    sh_gpu_session session; // first: see backends.h
    sh_game game;
    sh_solve_options options;
    sh_pool *pool;
    sh_duel_index index;
    uint8_t *fresh_dirty, *not_won_dirty;
    bool ask_all;  // the next even round asks about every subset
    sh_fast *host; // the fast backend's state, once it is needed
    bool fetched;  // it holds what the device holds
} sh_wide;

static uint64_t strips(const sh_duel_index *index) { return index->blocks * (index->ids + 1); }
static uint64_t plane_bytes(const sh_duel_index *index) { return strips(index) * sizeof(sh_strip); }

// Four planes (and those of distances), four flags a strip, a flag and a list entry a subset.
static uint64_t device_bytes(const sh_duel_index *index, sh_metric metric) {
    uint64_t planes = metric == SH_DTW ? 4 + SH_DISTANCE_PLANES : 4;
    return plane_bytes(index) * planes + strips(index) * 4 + index->blocks * index->subsets * 9 +
           sh_duel_index_bytes(index);
}

static sh_status plan_wide(const sh_game *game, const sh_solve_options *options, sh_plan *plan,
                           const sh_backend *backend, const sh_gpu_runtime *runtime,
                           sh_error *error) {
    sh_duel_index index;
    sh_status status = sh_duel_index_measure(&index, game, error);
    if (!status) status = sh_backend_fast.plan(game, options, plan, error);
    sh_gpu_info info;
    plan->card = device_bytes(&index, options->metric);
    if (!status) status = sh_gpu_check_room(runtime, plan->card, options->card, &info, error);
    if (!status && plane_bytes(&index) / sizeof(uint32_t) > UINT32_MAX) // `reach` counts words so
        status = sh_fail(error, SH_RESOURCES, "%s has too many states for the wide form on a GPU",
                         game->name);
    plan->backend = backend;
    plan->seconds = SECONDS_A_LANE * sh_duel_lanes(&index);
    return status;
}

static void close_wide(void *state) {
    sh_wide *wide = state;
    sh_gpu_session_close(&wide->session);
    sh_duel_index_close(&wide->index);
    if (wide->host) sh_backend_fast.close(wide->host);
    free(wide);
}

static void take_planes(sh_wide *wide) {
    sh_gpu_session *session = &wide->session;
    sh_gpu_args *args = &session->args;
    const sh_duel_index *index = &wide->index;
    uint64_t bytes = plane_bytes(index), count = strips(index);
    assert(count < UINT32_MAX); // sh_gpu_find_word
    args->unknown = sh_gpu_session_take(session, bytes);
    args->not_won = sh_gpu_session_take(session, bytes);
    args->fresh = sh_gpu_session_take(session, bytes);
    args->questions = sh_gpu_session_take(session, bytes);
    for (int j = 0; wide->options.metric == SH_DTW && j < SH_DISTANCE_PLANES; j++)
        args->distance[j] = sh_gpu_session_take(session, bytes);
    args->alive = sh_gpu_session_take(session, count);
    args->asked = sh_gpu_session_take(session, count);
    wide->fresh_dirty = sh_gpu_session_take(session, count);
    wide->not_won_dirty = sh_gpu_session_take(session, count);
    sh_gpu_take_lists(session, index->blocks * index->subsets);
}

static sh_status open_wide(void **state, const sh_game *game, const sh_solve_options *options,
                           sh_pool *pool, const sh_gpu_runtime *runtime, sh_error *error) {
    sh_wide *wide = calloc(1, sizeof *wide);
    if (!wide) return sh_fail(error, SH_RESOURCES, "out of memory");
    wide->game = *game;
    wide->options = *options;
    wide->pool = pool;
    sh_status status = sh_duel_index_open(&wide->index, game, error);
    if (!status) status = sh_gpu_session_open(&wide->session, runtime, error);
    if (!status) {
        sh_gpu_give_index(&wide->session, &wide->index);
        sh_gpu_give_rules(&wide->session, game);
        take_planes(wide);
        status = sh_gpu_session_finish(&wide->session, error);
    }
    if (status) {
        close_wide(wide);
        return status;
    }
    *state = wide;
    return SH_OK;
}

// Odd rounds look for new losses and pass on wins, even rounds the other way round.
static sh_status run_round(sh_wide *wide, uint32_t number, sh_round *round, sh_error *error) {
    sh_gpu_session *session = &wide->session;
    sh_gpu_args *args = &session->args;
    const sh_duel_index *index = &wide->index;
    uint64_t count = strips(index), pairs = index->blocks * index->subsets;
    args->round = number;
    args->wins = number & 1;
    args->all = !args->wins && wide->ask_all;
    args->targets = args->wins ? args->fresh : args->not_won;
    args->dirty = args->wins ? wide->fresh_dirty : wide->not_won_dirty;
    args->dirty_next = args->wins ? wide->not_won_dirty : wide->fresh_dirty;
    if (!args->wins) wide->ask_all = false;
    if (!args->all) sh_gpu_session_launch(session, SH_GPU_flag, (pairs + 31) / 32);
    sh_gpu_session_launch(session, SH_GPU_ask, (count + 1) / 2);
    sh_gpu_launch_reach(session, pairs);
    sh_gpu_session_launch(session, SH_GPU_commit, index->blocks * (index->ids / 32));
    if (args->wins) sh_gpu_session_clear(session, args->fresh, plane_bytes(index));
    sh_gpu_session_clear(session, args->dirty, count);
    sh_gpu_sums sums = sh_gpu_collect_sums(session);
    round->states = sums.of[SH_SUM_WON_STATES] + sums.of[SH_SUM_LOST_STATES];
    round->positions = sums.of[SH_SUM_WON] + sums.of[SH_SUM_LOST];
    round->illegal = sums.of[SH_SUM_ILLEGAL];
    if (round->states && number > 0) {
        uint64_t strip = sums.example / SH_LANES;
        round->example_row = strip / (index->ids + 1) * SH_LANES + sums.example % SH_LANES;
        round->example_set = index->set[strip % (index->ids + 1)];
    }
    wide->fetched = false;
    return sh_gpu_session_finish(session, error);
}

static sh_status begin(void *state, sh_round *round, sh_error *error) {
    sh_wide *wide = state;
    memset(round, 0, sizeof *round);
    wide->session.args.dirty = wide->fresh_dirty;
    wide->session.args.wins = 0;
    wide->ask_all = true;
    sh_gpu_session_launch(&wide->session, SH_GPU_initial, (strips(&wide->index) + 1) / 2);
    return run_round(wide, 0, round, error);
}

static sh_status next_round(void *state, int number, sh_round *round, sh_error *error) {
    sh_wide *wide = state;
    memset(round, 0, sizeof *round);
    if (number >> (SH_DISTANCE_PLANES + 1) && wide->options.metric == SH_DTW)
        return sh_fail(error, SH_RESOURCES, "a win takes more than %d plies", number);
    return run_round(wide, (uint32_t)number, round, error);
}

static sh_status open_host(sh_wide *wide, sh_error *error) {
    if (wide->host) return SH_OK;
    void *host = NULL;
    sh_status status = sh_backend_fast.open(&host, &wide->game, &wide->options, wide->pool, error);
    wide->host = host;
    return status;
}

// Copies the planes that both have to the host, or back.
static sh_status exchange(sh_wide *wide, bool to_host, sh_error *error) {
    sh_gpu_session *session = &wide->session;
    sh_gpu_args *args = &session->args;
    uint64_t bytes = plane_bytes(&wide->index);
    uint32_t *device[2 + SH_DISTANCE_PLANES] = {args->unknown, args->not_won};
    sh_strip *host[2 + SH_DISTANCE_PLANES] = {wide->host->unknown, wide->host->not_won};
    for (int j = 0; j < SH_DISTANCE_PLANES; j++) {
        device[2 + j] = args->distance[j];
        host[2 + j] = wide->host->distance[j];
    }
    for (int p = 0; p < 2 + SH_DISTANCE_PLANES; p++) {
        if (!device[p] || !host[p]) continue;
        if (to_host)
            session->runtime->download(session->gpu, host[p], device[p], bytes);
        else
            session->runtime->upload(session->gpu, device[p], host[p], bytes);
    }
    return sh_gpu_session_finish(session, error);
}

static sh_status fetch_now(sh_wide *wide, sh_error *error) {
    sh_status status = open_host(wide, error);
    for (int j = 0; !status && j < SH_DISTANCE_PLANES; j++)
        if (wide->session.args.distance[j] && !wide->host->distance[j])
            status = sh_fast_add_plane(wide->host, j, error);
    return status ? status : exchange(wide, true, error);
}

static sh_status fetch(void *state, sh_error *error) {
    sh_wide *wide = state;
    sh_status status = wide->fetched ? SH_OK : fetch_now(wide, error);
    wide->fetched = !status;
    return status;
}

static sh_status save(void *state, sh_saver *saver, sh_error *error) {
    sh_wide *wide = state;
    sh_status status = fetch(wide, error);
    return status ? status : sh_fast_save(wide->host, saver, error);
}

static sh_status load(void *state, sh_loader *loader, sh_error *error) {
    sh_wide *wide = state;
    sh_status status = open_host(wide, error);
    if (!status) status = sh_fast_load(wide->host, loader, error);
    if (!status) status = exchange(wide, false, error);
    if (status) return status;
    wide->ask_all = true;
    sh_gpu_session_launch(&wide->session, SH_GPU_revive, (strips(&wide->index) + 1) / 2);
    return sh_gpu_session_finish(&wide->session, error);
}

static sh_status rows(void *state, uint64_t first, uint32_t count, uint16_t *values) {
    sh_wide *wide = state;
    assert(wide->fetched);
    return sh_fast_rows(wide->host, first, count, values);
}

static sh_status value(void *state, uint64_t row, uint64_t set, uint16_t *value_) {
    sh_wide *wide = state;
    assert(wide->fetched);
    return sh_fast_value(wide->host, row, set, value_);
}

static sh_status zugzwang(void *state, sh_zugzwang *count, sh_error *error) {
    sh_wide *wide = state;
    sh_status status = fetch(wide, error);
    return status ? status : sh_fast_zugzwang(wide->host, count, error);
}

static sh_status plan_cuda(const sh_game *game, const sh_solve_options *options, sh_plan *plan,
                           sh_error *error) {
    return plan_wide(game, options, plan, &sh_backend_cuda_wide, sh_gpu_load(error), error);
}

static sh_status open_cuda(void **state, const sh_game *game, const sh_solve_options *options,
                           sh_pool *pool, sh_error *error) {
    return open_wide(state, game, options, pool, sh_gpu_load(error), error);
}

static sh_status plan_emulated(const sh_game *game, const sh_solve_options *options, sh_plan *plan,
                               sh_error *error) {
    return plan_wide(game, options, plan, &sh_backend_emulated_wide, sh_gpu_emulator(), error);
}

static sh_status open_emulated(void **state, const sh_game *game, const sh_solve_options *options,
                               sh_pool *pool, sh_error *error) {
    return open_wide(state, game, options, pool, sh_gpu_emulator(), error);
}

#define SHARED                                                                                     \
    .exact_rounds = true, .close = close_wide, .begin = begin, .round = next_round,                \
    .layout = SH_LAYOUT_PAIRS, .save = save, .load = load, .finish = fetch, .rows = rows,          \
    .value = value, .zugzwang = zugzwang

const sh_backend sh_backend_cuda_wide = {.name = "cuda",
                                         .about = "bit-sliced rounds on a GPU, all planes there",
                                         .plan = plan_cuda,
                                         .open = open_cuda,
                                         SHARED};

const sh_backend sh_backend_emulated_wide = {.name = "emulated",
                                             .about = "the same kernels on the CPU, for tests",
                                             .plan = plan_emulated,
                                             .open = open_emulated,
                                             SHARED};
