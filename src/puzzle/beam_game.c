// SPDX-License-Identifier: MIT
// See beam_game.h. The kernel makes the children of all boards kept; a child is offered to the
// choice (beam_choice.h) unless one with the same sum of codes came by lately. Its score is made of
// what the bounds know of it, and of noise where that is asked for.
#include "puzzle/beam_game.h"

#include <stdatomic.h> // atomic_bool
#include <stdlib.h>    // calloc, free
#include <string.h>    // memset

#include "base/random.h"
#include "puzzle/beam_choice.h"
#include "puzzle/beam_gpu.h"
#include "puzzle/game_rebuild.h"
#include "puzzle/game_store.h"

enum { BOARDS_BETWEEN_LOOKS = 64, ARRIVED = 1 << 24, SEEN = 1 << 22, AHEAD = 16 };

typedef struct beam {
    sh_game_case one;
    const sh_game_kernel *kernel;
    const sh_beam_options *options;
    void *field;
    sh_pool *pool;
    sh_game_store store;
    sh_beam_choice *next;
    sh_game_left left, after; // before the next two moves, and after them
    double started, reported;
    atomic_uint_fast64_t done;
    atomic_bool arrived, failed;
    uint64_t start[SH_GAME_MOST_WORDS];
    atomic_uint_fast64_t *seen; // SEEN sums
    sh_beam_gpu *gpu;           // or NULL
} beam;

// Boards of one worker.
typedef struct tray {
    sh_game_batch batch;
    beam *beam;
    int worker;
    uint64_t looked;
    uint64_t sums[SH_GAME_BATCH], boards[SH_GAME_BATCH * SH_GAME_MOST_WORDS];
} tray;

static bool winner_only(const beam *b) { return sh_game_winner_only(&b->one, b->store.levels - 1); }

static int score_of(const beam *b, const sh_game_features *features, uint64_t sum) {
    const sh_beam_weights *weights = &b->options->weights;
    int score = weights->slack * features->slack + weights->ready * features->ready +
                weights->spare * features->spare - weights->dear * features->dear -
                weights->worst * features->worst - weights->stuck * features->stuck;
    if (b->options->noise > 0)
        score += (int)(sh_mix(sum + b->options->seed) % (uint64_t)b->options->noise);
    return score;
}

static atomic_uint_fast64_t *slot_of(const beam *b, uint64_t sum) {
    return &b->seen[sh_mix(sum) & (SEEN - 1)];
}

// Has a board with this sum come by lately? Most children come many times; a second look costs
// nothing but time, so the memory is short.
static bool seen(beam *b, uint64_t sum) {
    atomic_uint_fast64_t *slot = slot_of(b, sum);
    if (atomic_load_explicit(slot, memory_order_relaxed) == sum) return true;
    atomic_store_explicit(slot, sum, memory_order_relaxed);
    return false;
}

static void offer(beam *b, const uint64_t *board, uint64_t sum) {
    sh_game_features features;
    if (seen(b, sum) || !b->kernel->measure(b->field, board, b->after, &features)) return;
    int score = score_of(b, &features, sum);
    if (sh_game_arrived(&b->one, board)) {
        score = ARRIVED;
        b->arrived = true;
    }
    uint64_t hash = sh_mix(sum);
    if (sh_beam_choice_wants(b->next, hash, score) &&
        !sh_beam_choice_offer(b->next, board, hash, score))
        b->failed = true;
}

static void offer_all(sh_game_batch *batch) {
    tray *own = batch->user;
    for (size_t i = 0; i < batch->count; i++) {
        if (i + AHEAD < batch->count)
            __builtin_prefetch(slot_of(own->beam, batch->sums[i + AHEAD]));
        offer(own->beam, batch->boards + i * own->beam->store.words, batch->sums[i]);
    }
    batch->count = 0;
}

static void report(beam *b, uint64_t done) {
    double now = sh_clock();
    if (now - b->reported < 0.2) return;
    b->reported = now;
    sh_progress progress = {.phase = "beam",
                            .round = b->store.levels,
                            .done = done,
                            .total = b->store.kept[b->store.levels - 1].count,
                            .seconds = now - b->started};
    sh_report(b->options->monitor, &progress);
}

static bool expand_board(void *context, const uint64_t *board) {
    tray *own = context;
    beam *b = own->beam;
    b->kernel->expand(b->field, board, b->left, winner_only(b), &own->batch);
    if (++own->looked % BOARDS_BETWEEN_LOOKS) return true;
    uint64_t done = atomic_fetch_add(&b->done, BOARDS_BETWEEN_LOOKS);
    if (own->worker == 0) report(b, done);
    return !sh_stopped(b->options->monitor) && !b->failed;
}

static void expand_part(void *context, size_t index, int worker) {
    beam *b = context;
    tray *own = malloc(sizeof *own);
    if (own) {
        own->batch = (sh_game_batch){
            .boards = own->boards, .sums = own->sums, .full = offer_all, .user = own};
        own->beam = b;
        own->worker = worker;
        own->looked = 0;
    }
    if (!own || !sh_game_store_view(&b->store, b->store.levels - 1, (int)index, expand_board, own))
        b->failed = true;
    if (own) offer_all(&own->batch);
    free(own);
}

static bool keep_all(void *context, const uint64_t *board, uint64_t *hash) {
    const beam *b = context;
    *hash = sh_game_hash(&b->one, board);
    return true;
}

// The boards chosen, as a level of the store.
static sh_status keep_choice(beam *b, sh_game_stage *stage, sh_error *error) {
    sh_frontier *level;
    sh_status status = sh_frontier_open(&level, (int)b->store.words, SIZE_MAX, NULL, error);
    if (status) return status;
    sh_beam_choice_settle(b->next);
    for (int part = 0; part < SH_BEAM_PARTS; part++) {
        size_t count = sh_beam_choice_count(b->next, part);
        if (count) sh_frontier_add(level, sh_beam_choice_board(b->next, part, 0), count);
    }
    sh_beam_choice_close(b->next);
    b->next = NULL;
    return sh_game_store_add(&b->store, level, b->pool, keep_all, b, stage, error);
}

typedef struct gathering {
    uint64_t *boards;
    size_t count, words;
} gathering;

static bool gather(void *context, const uint64_t *board) {
    gathering *own = context;
    memcpy(own->boards + own->count++ * own->words, board, own->words * sizeof *board);
    return true;
}

// The last level's boards go to the device in one piece.
static sh_status expand_on_gpu(beam *b, sh_error *error) {
    int level = b->store.levels - 1;
    size_t count = (size_t)b->store.kept[level].count;
    gathering all = {malloc(count * b->store.words * sizeof(uint64_t)), 0, b->store.words};
    if (!all.boards) return sh_fail(error, SH_RESOURCES, "no memory for %zu boards", count);
    bool arrived = false;
    for (int part = 0; part < SH_FRONTIER_PARTS; part++)
        if (!sh_game_store_view(&b->store, level, part, gather, &all)) b->failed = true;
    sh_beam_level boards = {all.boards, all.count, all.words, b->left, winner_only(b)};
    sh_status status = sh_beam_gpu_expand(b->gpu, &boards, b->next, b->pool, &arrived, error);
    if (arrived) b->arrived = true;
    free(all.boards);
    return status;
}

static sh_status next_level(beam *b, sh_game_stage *stage, sh_error *error) {
    b->next = sh_beam_choice_open(b->store.words, b->options->width);
    if (!b->next)
        return sh_fail(error, SH_RESOURCES, "no memory for %zu boards", b->options->width);
    b->done = 0;
    b->left = sh_game_left_at(&b->one, b->store.levels - 1);
    b->after = sh_game_left_at(&b->one, b->store.levels);
    memset(b->seen, 0, SEEN * sizeof *b->seen);
    sh_status status = SH_OK;
    if (b->gpu)
        status = expand_on_gpu(b, error);
    else
        sh_pool_run(b->pool, SH_FRONTIER_PARTS, expand_part, b);
    if (status) return status;
    if (sh_stopped(b->options->monitor)) return sh_fail(error, SH_INTERRUPTED, "interrupted");
    if (b->failed) return sh_fail(error, SH_RESOURCES, "memory for the beam ran out");
    stage->moves = sh_game_played_at(&b->one, b->store.levels);
    return keep_choice(b, stage, error);
}

static sh_status run(beam *b, sh_game_result *result, sh_error *error) {
    uint64_t boards = 1;
    while (b->store.levels <= b->one.moves[SH_GAME_WINNER] && boards > 0 && !b->arrived) {
        sh_game_stage *stage = &result->stage[result->stages];
        sh_status status = next_level(b, stage, error);
        if (status) return status;
        if (b->options->listener) b->options->listener(b->options->user, stage);
        result->stages++;
        boards = stage->boards;
        result->boards += boards;
    }
    result->found = b->arrived;
    return b->arrived ? sh_game_rebuild(&b->store, b->kernel, b->field, result, error) : SH_OK;
}

static sh_status open_beam(beam *b, const sh_puzzle *puzzle, int length, sh_error *error) {
    sh_status status = sh_game_case_make(&b->one, puzzle, length, error);
    if (status) return status;
    b->kernel = sh_game_kernel_get(puzzle->game.board.width);
    b->field = aligned_alloc(64, (b->kernel->field_bytes + 63) / 64 * 64);
    b->seen = malloc(SEEN * sizeof *b->seen);
    if (!b->field || !b->seen) return sh_fail(error, SH_RESOURCES, "no memory for the beam");
    b->kernel->prepare(b->field, &b->one, SH_GAME_ALL_BOUNDS);
    sh_game_first_board(&b->one, b->start);
    sh_game_options store = {.bounds = SH_GAME_ALL_BOUNDS};
    status = sh_game_store_open(&b->store, &b->one, &store, sh_game_words(b->kernel->width),
                                b->start, NULL, error);
    if (!status) status = sh_pool_open(&b->pool, b->options->threads, error);
    if (!status && b->options->runtime)
        status = sh_beam_gpu_open(&b->gpu, b->options->runtime, &b->one, b->options, error);
    return status;
}

sh_status sh_beam_game(const sh_puzzle *puzzle, int length, const sh_beam_options *options,
                       sh_game_result *result, sh_error *error) {
    memset(result, 0, sizeof *result);
    result->length = length;
    beam *b = calloc(1, sizeof *b);
    if (!b) return sh_fail(error, SH_RESOURCES, "no memory for the beam");
    b->options = options;
    b->started = sh_clock();
    sh_status status = open_beam(b, puzzle, length, error);
    if (!status) status = run(b, result, error);
    result->seconds = sh_clock() - b->started;
    sh_beam_choice_close(b->next);
    sh_beam_gpu_close(b->gpu);
    sh_game_store_close(&b->store);
    if (b->pool) sh_pool_close(b->pool);
    free(b->field);
    free(b->seen);
    free(b);
    return status;
}
