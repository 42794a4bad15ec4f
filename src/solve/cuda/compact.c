// SPDX-License-Identifier: MIT
// See compact.h. A sweep goes over the rows a span of blocks at a time. For each: new losses in its
// columns are fetched, the states are unpacked into strips, `reach` (device_reach_template.h) says
// which of the pending ones are won and which are lost, and these are written back. When a sweep
// has found few states the next one starts from the list of them (react_device.h); one over all
// rows that finds nothing ends the solve.
#include "solve/cuda/compact.h"

#include <stdlib.h> // calloc
#include <string.h> // memset

#include "base/memory.h"
#include "solve/cuda/compact_room.h"
#include "solve/cuda/compact_state.h"

static uint64_t strips(const sh_compact *compact) {
    return compact->span * (compact->index.ids + 1);
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
    for (int i = index->cells - index->low_cells; i < index->cells; i++)
        args->upper_cells |= 1ULL << index->cell[i];
    args->rows = (uint32_t)index->rows;
    args->slabs = (uint32_t)index->slabs;
    args->stamps = (uint32_t)(index->rows / 512 + 1);
    for (int r = 0; r < index->size; r++) args->left_side |= 1ULL << r * index->size;
    args->gather_count = index->gather_count;
    args->stream_count = index->stream_count;
    args->highs = index->highs;
    args->patterns = index->patterns;
#define GIVE(field, from, count)                                                                   \
    args->field = sh_gpu_session_give(session, from, (count) * sizeof *(from))
    GIVE(set, index->id_cells, index->ids + 1);
    GIVE(id_set, index->id_set, index->ids + 1);
    GIVE(id_block, index->id_block, index->ids);
    GIVE(id_slot, index->id_slot, index->ids);
    GIVE(subset, index->subset, index->subsets);
    GIVE(superset, index->superset, index->subsets * cells);
    GIVE(row_set, index->row_set, index->rows);
    GIVE(row_id, index->row_id, index->rows);
    GIVE(row_image_id, index->row_image_id, index->rows);
    GIVE(row_of, index->row_of, index->ids);
    GIVE(lane_set, index->lane_set, index->words * 32);
    GIVE(lane_image, index->lane_image, index->words * 32);
    GIVE(lane_high, index->lane_high, index->words * 32);
    GIVE(lane_low, index->lane_low, index->words * 32);
    GIVE(lane_low_image, index->lane_low_image, index->words * 32);
    GIVE(word_row, index->word_row, index->words);
    GIVE(word_rows, index->word_rows, index->words);
    GIVE(word_single, index->word_single, index->words);
    GIVE(word_kind, index->word_kind, index->words);
    GIVE(word_slot, index->word_slot, index->words);
    GIVE(gather_ids, index->gather_ids, index->gather_count * (uint64_t)SH_WARP);
    GIVE(gather_width, index->gather_width, index->gather_count);
    GIVE(streams, index->streams, index->stream_count);
    GIVE(squares, index->squares, index->square_count);
    GIVE(square_id, index->square_id, index->square_count * (uint64_t)SH_WARP);
    GIVE(square_set, index->square_set, index->square_count * (uint64_t)SH_WARP);
    GIVE(pattern, index->pattern, index->patterns);
    GIVE(high_part, index->high_part, index->highs);
    GIVE(id_high, index->id_high, index->ids);
    GIVE(id_low, index->id_low, index->ids);
    compact->groups = GIVE(groups, index->groups, index->words);
    compact->mixed = GIVE(mixed, index->mixed, index->words);
    GIVE(cell_diagonal, index->diagonal, SH_DUEL_MAX_CELLS);
    GIVE(diagonal_cell, index->cell, SH_DUEL_MAX_CELLS);
    GIVE(cell_image, index->image, SH_DUEL_MAX_CELLS);
    GIVE(cell_level, index->level, SH_DUEL_MAX_CELLS);
    GIVE(binomial, index->binomial[0], 8 * 64);
    GIVE(offset, index->offset[0], 8 * 8);
#undef GIVE
    compact->waiter = sh_gpu_session_give(session, index->waiter,
                                          index->blocks * cells * SH_GPU_STRIP * sizeof(uint32_t));
}

static void take_memory(sh_compact *compact, uint64_t news) {
    sh_gpu_session *session = &compact->session;
    const sh_compact_index *index = &compact->index;
    sh_gpu_args *args = &session->args;
    const sh_compact_sizes sizes = sh_compact_sizes_of(index);
    uint64_t plane = strips(compact) * SH_GPU_STRIP * sizeof(uint32_t);
    args->pending = sh_gpu_session_take(session, sizes.plane);
    compact->won = sh_gpu_session_take(session, plane);
    args->not_won = sh_gpu_session_take(session, plane);
    args->fresh = sh_gpu_session_take(session, plane);
    args->questions = sh_gpu_session_take(session, plane);
    for (int i = 0; i < 2; i++) {
        compact->buffers[i].fetched = sh_gpu_session_take(session, sizes.fetched - index->ids);
        compact->buffers[i].fetched_now = sh_gpu_session_take(session, index->ids);
        compact->buffers[i].found = sh_gpu_session_take(session, sizes.found);
        compact->buffers[i].starts = sh_gpu_session_take(session, sizes.starts);
    }
    args->slot_fresh = sh_gpu_session_take(session, sizes.slots);
    args->stamp = sh_gpu_session_take(session, index->blocks * (uint64_t)args->stamps);
    args->marks = sh_gpu_session_take(session, strips(compact) * sizeof *args->marks);
    args->news_room = news ? (uint32_t)news : sh_compact_news_room(index);
    args->news_count = sh_gpu_session_take(session, sizeof *args->news_count);
    for (int i = 0; i < 2; i++)
        compact->lists[i] =
            sh_gpu_session_take(session, args->news_room * sizeof *compact->lists[i]);
    sh_gpu_take_lists(session, sh_compact_list_room(compact));
    args->list_won =
        sh_gpu_session_take(session, sh_compact_list_room(compact) * sizeof *args->list_won);
    compact->segments = compact->span * sh_compact_segments(index);
    args->listed = sh_gpu_session_take(session, 2 * compact->segments * sizeof *args->listed);
    args->listed_won = args->listed + compact->segments;
    args->segment = SH_GPU_SEGMENT;
}

// Touching more memory than there is would end the process instead of failing.
static void pin_losses(sh_compact *compact, uint64_t slabs) {
    sh_gpu_session *session = &compact->session;
    uint64_t bytes = slabs * sh_compact_slab_bytes(&compact->index);
    char need[32], have[32];
    sh_memory_print((double)bytes, need);
    sh_memory_print((double)sh_memory_available(), have);
    if (bytes < sh_memory_available())
        session->args.lost_host = sh_gpu_session_pin(session, bytes);
    else
        session->error.status = sh_fail(&session->error, SH_RESOURCES,
                                        "%s of memory needed beside the GPU, %s free", need, have);
}

// The losses: as many slabs on the card as there is room for, the others in memory of the host.
static void take_losses(sh_compact *compact, const sh_solve_options *options) {
    sh_gpu_session *session = &compact->session;
    const sh_compact_index *index = &compact->index;
    sh_gpu_args *args = &session->args;
    sh_gpu_info info;
    if (session->error.status) return;
    session->error.status = session->runtime->describe(session->gpu, &info, &session->error);
    if (session->error.status) return;
    uint64_t slabs = sh_compact_card_slabs(index, session->bytes, info.available, options->card);
    args->host_slabs = (uint32_t)(index->slabs - slabs);
    if (slabs) args->lost = sh_gpu_session_take(session, slabs * sh_compact_slab_bytes(index));
    if (slabs < index->slabs) pin_losses(compact, index->slabs - slabs);
}

static void close_compact(void *state) {
    sh_compact *compact = state;
    sh_gpu_session_close(&compact->session);
    sh_compact_index_close(&compact->index);
    sh_pairs_close(compact->pairs);
    pthread_mutex_destroy(&compact->probing);
    free(compact);
}

sh_status sh_compact_open(void **state, const sh_game *game, const sh_solve_options *options,
                          const sh_gpu_runtime *runtime, const sh_compact_tuning *tuning,
                          sh_error *error) {
    sh_compact *compact = calloc(1, sizeof *compact);
    if (!compact) return sh_fail(error, SH_RESOURCES, "out of memory");
    pthread_mutex_init(&compact->probing, NULL);
    compact->game = *game;
    sh_status status = sh_compact_index_open(&compact->index, game, error);
    if (!status) status = sh_pairs_open(&compact->pairs, game, error);
    if (!status) status = sh_gpu_session_open(&compact->session, runtime, error);
    if (!status) {
        if (tuning->span) sh_compact_index_cut(&compact->index, tuning->span);
        compact->session.in_turn = tuning->in_turn;
        compact->by_turns = tuning->by_turns;
        compact->span = compact->index.blocks < SH_GPU_SPAN ? compact->index.blocks : SH_GPU_SPAN;
        give_index(compact);
        sh_gpu_give_rules(&compact->session, game);
        take_memory(compact, tuning->news);
        take_losses(compact, options);
        status = sh_gpu_session_finish(&compact->session, error);
    }
    if (status) {
        close_compact(compact);
        return status;
    }
    *state = compact;
    return SH_OK;
}

// Makes a span, by its number, that which the next launches work on.
static const sh_compact_span *choose_span(sh_compact *compact, uint64_t number) {
    sh_gpu_args *args = &compact->session.args;
    const sh_compact_span *span = &compact->index.spans[number];
    const sh_compact_buffers *buffers = &compact->buffers[number % 2];
    args->blocks = (uint32_t)span->count;
    args->first_word = (uint32_t)(span->first * SH_GPU_STRIP);
    args->waiter = compact->waiter + span->first * (uint64_t)compact->index.cells * SH_GPU_STRIP;
    args->groups = compact->groups + span->groups;
    args->group_count = span->group_count;
    args->fetched = buffers->fetched;
    args->fetched_now = buffers->fetched_now;
    args->found = buffers->found;
    args->starts = buffers->starts;
    return span;
}

// The same for the words that `gather_mixed` makes; how many there are.
static uint64_t choose_mixed(sh_compact *compact, const sh_compact_span *span) {
    const sh_compact_index *index = &compact->index;
    uint64_t begin = 0, end, last = (span->first + span->count) * SH_GPU_STRIP;
    while (begin < index->mixed_count && index->mixed[begin] < span->first * SH_GPU_STRIP) begin++;
    for (end = begin; end < index->mixed_count && index->mixed[end] < last; end++) continue;
    compact->session.args.mixed = compact->mixed + begin;
    return end - begin;
}

// Lists the subsets to visit, and visits them for wins, then for losses.
static void reach(sh_compact *compact) {
    sh_gpu_session *session = &compact->session;
    const sh_gpu_args args = session->args;
    const uint64_t pairs = args.blocks * sh_compact_segments(&compact->index) << SH_GPU_SEGMENT;
    sh_gpu_session_clear(session, args.listed, 2 * compact->segments * sizeof *args.listed);
    sh_gpu_session_launch(session, SH_GPU_pick, pairs / SH_WARP);
    session->args.targets = args.fresh;
    session->args.list = args.list_won;
    session->args.listed = args.listed_won;
    sh_gpu_launch_visits(session, pairs);
    session->args = args;
    session->args.targets = args.not_won;
    session->args.won = NULL;
    sh_gpu_launch_visits(session, pairs);
    session->args = args;
}

static uint64_t merge_units(const sh_compact *compact) {
    return compact->index.slabs * compact->session.args.blocks * 128;
}

// Beside the other launches: what is fetched before a span is visited, and merged afterwards.
static void fetch_beside(sh_compact *compact, uint64_t number) {
    const sh_compact_index *index = &compact->index;
    const uint64_t starts =
        2 * choose_span(compact, number)->group_count * (uint64_t)(index->highs + index->patterns);
    sh_gpu_session_launch_beside(&compact->session, SH_GPU_aim, (starts + SH_WARP - 1) / SH_WARP);
    sh_gpu_session_launch_beside(&compact->session, SH_GPU_fetch, index->gather_count);
    compact->buffers[number % 2].fetched_mark =
        sh_gpu_session_mark(&compact->session, SH_GPU_BESIDE);
}

static void merge_beside(sh_compact *compact, uint64_t number) {
    choose_span(compact, number);
    sh_gpu_session_launch_beside(&compact->session, SH_GPU_merge, merge_units(compact));
    compact->buffers[number % 2].merged_mark =
        sh_gpu_session_mark(&compact->session, SH_GPU_BESIDE);
}

static void visit_span(sh_compact *compact, uint64_t number) {
    sh_gpu_session *session = &compact->session;
    sh_gpu_args *args = &session->args;
    const sh_compact_index *index = &compact->index;
    const sh_compact_span *span = choose_span(compact, number);
    args->won = compact->won;
    sh_gpu_session_clear(session, args->marks, strips(compact) * sizeof *args->marks);
    sh_gpu_session_launch(session, SH_GPU_gather, index->gather_count);
    uint64_t mixed = choose_mixed(compact, span);
    sh_gpu_session_launch(session, SH_GPU_gather_mixed, mixed * index->gather_count);
    sh_gpu_session_launch(session, SH_GPU_stream, args->blocks * 2 * (uint64_t)index->stream_count);
    reach(compact);
    if (number > 1)
        sh_gpu_session_wait(session, SH_GPU_MAIN, compact->buffers[number % 2].merged_mark);
    sh_gpu_session_launch(session, SH_GPU_settle, args->blocks * 2 * (uint64_t)index->stream_count);
}

// Visits all spans. While one is visited, the next one's columns are fetched and the losses of the
// one before are merged. So a span misses what the one before it has just found: it is still
// pending, and used by the next sweep.
static void visit_all(sh_compact *compact) {
    sh_gpu_session *session = &compact->session;
    const uint64_t count = compact->index.span_count;
    fetch_beside(compact, 0);
    for (uint64_t number = 0; number < count; number++) {
        const int settled = sh_gpu_session_mark(session, SH_GPU_MAIN);
        sh_gpu_session_wait(session, SH_GPU_MAIN, compact->buffers[number % 2].fetched_mark);
        sh_gpu_session_wait(session, SH_GPU_BESIDE, settled);
        if (number) merge_beside(compact, number - 1);
        if (number + 1 < count) fetch_beside(compact, number + 1);
        visit_span(compact, number);
    }
    sh_gpu_session_wait(session, SH_GPU_BESIDE, sh_gpu_session_mark(session, SH_GPU_MAIN));
    merge_beside(compact, count - 1);
    sh_gpu_session_wait(session, SH_GPU_MAIN, compact->buffers[(count - 1) % 2].merged_mark);
}

static sh_status begin(void *state, sh_round *round, sh_error *error) {
    sh_compact *compact = state;
    sh_gpu_session *session = &compact->session;
    memset(round, 0, sizeof *round);
    compact->found = UINT64_MAX;
    session->args.now = 0;
    session->args.ended = true;
    if (!session->error.status)
        session->runtime->fill(session->gpu, session->args.pending, 0xff,
                               sh_compact_sizes_of(&compact->index).plane);
    for (uint64_t number = 0; number < compact->index.span_count; number++) {
        choose_span(compact, number);
        sh_gpu_session_launch(session, SH_GPU_rules, (strips(compact) + 1) / 2);
        sh_gpu_session_launch(session, SH_GPU_merge, merge_units(compact));
    }
    sh_gpu_sums sums = sh_gpu_collect_sums(session);
    round->states = sums.of[SH_SUM_LOST_STATES];
    round->positions = sums.of[SH_SUM_LOST];
    round->illegal = sums.of[SH_SUM_ILLEGAL];
    return sh_gpu_session_finish(session, error);
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
    args->now = (args->now + 1) % 256;
    if (compact->reacting) {
        args->events = compact->lists[0];
        uint64_t units = (args->event_count + SH_WARP - 1) / SH_WARP;
        sh_gpu_session_launch(session, SH_GPU_react, units);
        sh_gpu_session_launch(session, SH_GPU_retire, units);
    } else {
        visit_all(compact);
        args->ended = false; // every column has used them
    }
    args->event_count = listed ? count_news(compact) : 0;
    const bool again = compact->by_turns && compact->reacting;
    compact->reacting = args->event_count && args->event_count < args->news_room && !again;
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
        round->read = sums.of[SH_SUM_READ];
        round->written = sums.of[SH_SUM_WRITTEN];
        compact->lost =
            (sh_round){.states = sums.of[SH_SUM_LOST_STATES], .positions = sums.of[SH_SUM_LOST]};
        compact->found = round->states + compact->lost.states;
        compact->lost.pending = round->pending = partly || compact->found;
    } else {
        *round = compact->lost;
    }
    return sh_gpu_session_finish(&compact->session, error);
}

static const sh_compact_tuning as_it_should = {0};

static sh_status plan_cuda(const sh_game *game, const sh_solve_options *options, sh_plan *plan,
                           sh_error *error) {
    return sh_compact_plan(game, options, plan, &sh_backend_cuda_compact, sh_gpu_load(error),
                           error);
}

static sh_status open_cuda(void **state, const sh_game *game, const sh_solve_options *options,
                           sh_pool *pool, sh_error *error) {
    return sh_compact_open(state, game, options, sh_gpu_load(error), &as_it_should, error);
}

static sh_status plan_emulated(const sh_game *game, const sh_solve_options *options, sh_plan *plan,
                               sh_error *error) {
    return sh_compact_plan(game, options, plan, &sh_backend_emulated_compact, sh_gpu_emulator(),
                           error);
}

static sh_status open_emulated(void **state, const sh_game *game, const sh_solve_options *options,
                               sh_pool *pool, sh_error *error) {
    return sh_compact_open(state, game, options, sh_gpu_emulator(), &as_it_should, error);
}

#define SHARED                                                                                     \
    .exact_rounds = false, .close = close_compact, .begin = begin, .round = next_round,            \
    .layout = SH_LAYOUT_GPU_ROWS, .save = sh_compact_save, .load = sh_compact_load,                \
    .rows = sh_compact_rows, .value = sh_compact_value, .probe = sh_compact_probe

const sh_backend sh_backend_cuda_compact = {.name = "cuda-compact",
                                            .about =
                                                "a bit a state on a GPU, losses there or in memory",
                                            .plan = plan_cuda,
                                            .open = open_cuda,
                                            SHARED};

const sh_backend sh_backend_emulated_compact = {.name = "emulated-compact",
                                                .about = "the same kernels on the CPU, for tests",
                                                .plan = plan_emulated,
                                                .open = open_emulated,
                                                SHARED};
