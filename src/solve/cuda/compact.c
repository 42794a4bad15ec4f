// SPDX-License-Identifier: MIT
// See compact.h. A sweep goes over the rows a few blocks at a time. For each: the states are
// unpacked into strips, `reach` (device_reach_template.h) says which unknown ones are won, these
// are written back, and the same is done for losses. When a sweep has found few states the next one
// starts from the list of them (react_device.h); one over all rows that finds nothing ends the
// solve.
#include "solve/cuda/compact.h"

#include <stdlib.h> // calloc
#include <string.h> // memset

#include "solve/cuda/compact_state.h"

// One H200: 578,944,875,600 states of 6x6/6 in 223 s. The host's threads have no part in it.
#define SECONDS_A_STATE 0.385e-9
#define SPAN 4 // blocks at work at a time: enough to fill the card, 2.1 GB for 6x6/6

static uint64_t strips(const sh_compact *compact) {
    return compact->span * (compact->index.ids + 1);
}

// Tables of the index; lanes are a little more than rows.
static uint64_t index_bytes(const sh_compact_index *index) {
    uint64_t cells = (uint64_t)index->cells;
    return index->ids * 20 + index->rows * (36 + cells / 6) + index->subsets * (8 + 4 * cells);
}

// The states, four planes of strips, two flags a strip, a flag and a list entry a subset.
static uint64_t device_bytes(const sh_compact_index *index) {
    uint64_t strip = 4 * SH_GPU_STRIP * sizeof(uint32_t) + 2;
    return sh_compact_bytes(index) + 2 * sh_compact_news_room(index) * sizeof(sh_gpu_event) +
           SPAN * ((index->ids + 1) * strip + index->subsets * 9) + index_bytes(index);
}

static sh_status plan_compact(const sh_game *game, const sh_solve_options *options, sh_plan *plan,
                              const sh_backend *backend, const sh_gpu_runtime *runtime,
                              sh_error *error) {
    sh_compact_index index;
    sh_status status = sh_compact_index_measure(&index, game, error);
    if (!status && options->metric == SH_DTW)
        status = sh_fail(error, SH_RESOURCES, "distances of %s do not fit a GPU", game->name);
    if (!status) status = sh_gpu_check_room(runtime, device_bytes(&index), error);
    *plan = (sh_plan){.backend = backend,
                      .states = index.rows * index.columns,
                      .table = (index.rows * index.columns + 3) / 4,
                      .memory = index_bytes(&index),
                      .seconds = SECONDS_A_STATE * (double)(index.rows * index.columns)};
    return status;
}

static void give_index(sh_compact *compact) {
    sh_gpu_session *session = &compact->session;
    const sh_compact_index *index = &compact->index;
    sh_gpu_args *args = &session->args;
    uint64_t cells = (uint64_t)index->cells;
    args->size = (uint32_t)index->size;
    args->cells = (uint32_t)index->cells;
    args->pieces = (uint32_t)index->pieces;
    args->mirrored = index->mirrored;
    args->ids = (uint32_t)index->ids;
    args->subsets = (uint32_t)index->subsets;
    args->low_cells = (uint32_t)index->low_cells;
    args->rows = (uint32_t)index->rows;
    for (int r = 0; r < index->size; r++) args->left_side |= 1ULL << r * index->size;
    args->gather_count = index->gather_count;
    args->stream_count = index->stream_count;
#define GIVE(field, from, count)                                                                   \
    args->field = sh_gpu_session_give(session, from, (count) * sizeof *(from))
    GIVE(set, index->id_cells, index->ids + 1);
    GIVE(id_set, index->id_set, index->ids + 1);
    GIVE(subset, index->subset, index->subsets);
    GIVE(superset, index->superset, index->subsets * cells);
    GIVE(row_set, index->row_set, index->rows);
    GIVE(row_of, index->row_of, index->ids);
    GIVE(lane_set, index->lane_set, index->words * 32);
    GIVE(lane_image, index->lane_image, index->words * 32);
    GIVE(word_row, index->word_row, index->words);
    GIVE(word_rows, index->word_rows, index->words);
    GIVE(word_single, index->word_single, index->words);
    GIVE(gathers, index->gathers, index->gather_count);
    GIVE(streams, index->streams, index->stream_count);
    GIVE(pattern, index->pattern, index->patterns);
    GIVE(holders, index->holders, index->patterns / 32 * (uint64_t)index->low_cells);
    GIVE(word_mixed, index->word_mixed, index->words);
    compact->mixed = GIVE(mixed, index->mixed, index->words);
    GIVE(cell_diagonal, index->diagonal, SH_DUEL_MAX_CELLS);
    GIVE(diagonal_cell, index->cell, SH_DUEL_MAX_CELLS);
    GIVE(cell_image, index->image, SH_DUEL_MAX_CELLS);
    GIVE(pattern_first, index->pattern_first, 8);
    GIVE(binomial, index->binomial[0], 8 * 64);
    GIVE(offset, index->offset[0], 8 * 8);
#undef GIVE
    compact->waiter = sh_gpu_session_give(session, index->waiter,
                                          index->blocks * cells * SH_GPU_STRIP * sizeof(uint32_t));
}

static void take_memory(sh_compact *compact) {
    sh_gpu_session *session = &compact->session;
    const sh_compact_index *index = &compact->index;
    sh_gpu_args *args = &session->args;
    uint64_t plane = strips(compact) * SH_GPU_STRIP * sizeof(uint32_t);
    args->states = sh_gpu_session_take(session, sh_compact_bytes(index));
    args->unknown = sh_gpu_session_take(session, plane);
    args->not_won = sh_gpu_session_take(session, plane);
    args->fresh = sh_gpu_session_take(session, plane);
    args->questions = sh_gpu_session_take(session, plane);
    compact->flags = sh_gpu_session_take(session, 2 * strips(compact));
    args->dirty = compact->flags;
    args->asked = compact->flags + strips(compact);
    args->news_room = sh_compact_news_room(index);
    args->news_count = sh_gpu_session_take(session, sizeof *args->news_count);
    for (int i = 0; i < 2; i++)
        compact->lists[i] =
            sh_gpu_session_take(session, args->news_room * sizeof *compact->lists[i]);
    sh_gpu_take_lists(session, sh_compact_list_room(compact));
}

static void close_compact(void *state) {
    sh_compact *compact = state;
    sh_gpu_session_close(&compact->session);
    sh_compact_index_close(&compact->index);
    sh_pairs_close(compact->pairs);
    pthread_mutex_destroy(&compact->probing);
    free(compact);
}

static sh_status open_compact(void **state, const sh_game *game, const sh_solve_options *options,
                              const sh_gpu_runtime *runtime, sh_error *error) {
    sh_compact *compact = calloc(1, sizeof *compact);
    if (!compact) return sh_fail(error, SH_RESOURCES, "out of memory");
    pthread_mutex_init(&compact->probing, NULL);
    compact->game = *game;
    sh_status status = sh_compact_index_open(&compact->index, game, error);
    if (!status) status = sh_pairs_open(&compact->pairs, game, error);
    if (!status) status = sh_gpu_session_open(&compact->session, runtime, error);
    if (!status) {
        compact->span = compact->index.blocks < SPAN ? compact->index.blocks : SPAN;
        give_index(compact);
        sh_gpu_give_rules(&compact->session, game);
        take_memory(compact);
        status = sh_gpu_session_finish(&compact->session, error);
    }
    if (status) {
        close_compact(compact);
        return status;
    }
    *state = compact;
    return SH_OK;
}

// Makes `first` and the blocks after it those that the next launches work on.
static void choose_blocks(sh_compact *compact, uint64_t first) {
    sh_gpu_args *args = &compact->session.args;
    uint64_t left = compact->index.blocks - first;
    args->blocks = (uint32_t)(left < compact->span ? left : compact->span);
    args->first_word = (uint32_t)(first * SH_GPU_STRIP);
    args->waiter = compact->waiter + first * (uint64_t)compact->index.cells * SH_GPU_STRIP;
}

// The same for the words that `gather_mixed` makes; how many there are.
static uint64_t choose_mixed(sh_compact *compact, uint64_t first) {
    const sh_compact_index *index = &compact->index;
    uint64_t begin = 0, end, last = (first + compact->session.args.blocks) * SH_GPU_STRIP;
    while (begin < index->mixed_count && index->mixed[begin] < first * SH_GPU_STRIP) begin++;
    for (end = begin; end < index->mixed_count && index->mixed[end] < last; end++) continue;
    compact->session.args.mixed = compact->mixed + begin;
    return end - begin;
}

static void reach_and_settle(sh_compact *compact, bool wins) {
    sh_gpu_session *session = &compact->session;
    sh_gpu_args *args = &session->args;
    args->wins = wins;
    args->targets = wins ? args->fresh : args->not_won;
    sh_gpu_launch_reach(session, args->blocks * compact->index.subsets);
    sh_gpu_session_launch(session, SH_GPU_settle, (strips(compact) + 1) / 2);
}

static void visit_blocks(sh_compact *compact, uint64_t first) {
    sh_gpu_session *session = &compact->session;
    sh_gpu_args *args = &session->args;
    const sh_compact_index *index = &compact->index;
    choose_blocks(compact, first);
    sh_gpu_session_clear(session, compact->flags, 2 * strips(compact));
    sh_gpu_session_launch(session, SH_GPU_gather, args->blocks * (uint64_t)index->gather_count);
    uint64_t mixed = choose_mixed(compact, first);
    sh_gpu_session_launch(session, SH_GPU_gather_mixed, mixed * index->gather_count);
    sh_gpu_session_launch(session, SH_GPU_stream, args->blocks * 2 * (uint64_t)index->stream_count);
    sh_gpu_session_launch(session, SH_GPU_flag, (args->blocks * index->subsets + 31) / 32);
    reach_and_settle(compact, true);
    reach_and_settle(compact, false);
}

static sh_status begin(void *state, sh_round *round, sh_error *error) {
    sh_compact *compact = state;
    memset(round, 0, sizeof *round);
    compact->session.args.wins = 0;
    compact->found = UINT64_MAX;
    for (uint64_t block = 0; block < compact->index.blocks; block += compact->span) {
        choose_blocks(compact, block);
        sh_gpu_session_launch(&compact->session, SH_GPU_rules, (strips(compact) + 1) / 2);
    }
    sh_gpu_sums sums = sh_gpu_collect_sums(&compact->session);
    round->states = sums.of[SH_SUM_LOST_STATES];
    round->positions = sums.of[SH_SUM_LOST];
    round->illegal = sums.of[SH_SUM_ILLEGAL];
    return sh_gpu_session_finish(&compact->session, error);
}

// News on the list, or more than there is room for.
static uint32_t count_news(sh_compact *compact) {
    sh_gpu_session *session = &compact->session;
    uint32_t count = 0;
    if (!session->error.status)
        session->runtime->download(session->gpu, &count, session->args.news_count, sizeof count);
    return count;
}

// One sweep: over all rows or, while few states are found, from their list to the next. A sweep
// over all rows that finds nothing ends the solve.
static void run_sweep(sh_compact *compact) {
    sh_gpu_session *session = &compact->session;
    sh_gpu_args *args = &session->args;
    const bool listed = compact->reacting || compact->found / 4 <= args->news_room;
    args->news = listed ? compact->lists[1] : NULL;
    sh_gpu_session_clear(session, args->news_count, sizeof *args->news_count);
    if (compact->reacting) {
        args->events = compact->lists[0];
        sh_gpu_session_launch(session, SH_GPU_react, (args->event_count + SH_WARP - 1) / SH_WARP);
    } else {
        for (uint64_t block = 0; block < compact->index.blocks; block += compact->span)
            visit_blocks(compact, block);
    }
    args->event_count = listed ? count_news(compact) : 0;
    compact->reacting = args->event_count && args->event_count < args->news_room;
    sh_gpu_event *done = compact->lists[0];
    compact->lists[0] = compact->lists[1];
    compact->lists[1] = done;
}

// An odd round is a sweep and reports what was won; the even round after it reports what was lost
// in the same sweep.
static sh_status next_round(void *state, int number, sh_round *round, sh_error *error) {
    sh_compact *compact = state;
    memset(round, 0, sizeof *round);
    if (number & 1) {
        const bool partly = compact->reacting;
        run_sweep(compact);
        sh_gpu_sums sums = sh_gpu_collect_sums(&compact->session);
        round->states = sums.of[SH_SUM_WON_STATES];
        round->positions = sums.of[SH_SUM_WON];
        compact->lost =
            (sh_round){.states = sums.of[SH_SUM_LOST_STATES], .positions = sums.of[SH_SUM_LOST]};
        compact->found = round->states + compact->lost.states;
        compact->lost.pending = round->pending = partly || compact->found;
    } else {
        *round = compact->lost;
    }
    return sh_gpu_session_finish(&compact->session, error);
}

static sh_status plan_cuda(const sh_game *game, const sh_solve_options *options, sh_plan *plan,
                           sh_error *error) {
    return plan_compact(game, options, plan, &sh_backend_cuda_compact, sh_gpu_load(error), error);
}

static sh_status open_cuda(void **state, const sh_game *game, const sh_solve_options *options,
                           sh_pool *pool, sh_error *error) {
    return open_compact(state, game, options, sh_gpu_load(error), error);
}

static sh_status plan_emulated(const sh_game *game, const sh_solve_options *options, sh_plan *plan,
                               sh_error *error) {
    return plan_compact(game, options, plan, &sh_backend_emulated_compact, sh_gpu_emulator(),
                        error);
}

static sh_status open_emulated(void **state, const sh_game *game, const sh_solve_options *options,
                               sh_pool *pool, sh_error *error) {
    return open_compact(state, game, options, sh_gpu_emulator(), error);
}

#define SHARED                                                                                     \
    .exact_rounds = false, .close = close_compact, .begin = begin, .round = next_round,            \
    .layout = SH_LAYOUT_GPU_ROWS, .save = sh_compact_save, .load = sh_compact_load,                \
    .rows = sh_compact_rows, .value = sh_compact_value, .probe = sh_compact_probe

const sh_backend sh_backend_cuda_compact = {.name = "cuda-compact",
                                            .about = "two bits a state on a GPU",
                                            .plan = plan_cuda,
                                            .open = open_cuda,
                                            SHARED};

const sh_backend sh_backend_emulated_compact = {.name = "emulated-compact",
                                                .about = "the same kernels on the CPU, for tests",
                                                .plan = plan_emulated,
                                                .open = open_emulated,
                                                SHARED};
