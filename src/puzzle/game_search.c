// SPDX-License-Identifier: MIT
// See game_search.h. Workers take parts of the last level, expand their boards into batches, and
// add full batches to the frontier that becomes the next one. Settling it asks the bounds once more
// of each board, now without repetitions, and adds up the hashes.
#include "puzzle/game_search.h"

#include <stdatomic.h> // atomic_uint_fast64_t
#include <stdlib.h>    // aligned_alloc, free
#include <string.h>    // memset

#include "base/memory.h"
#include "puzzle/game_count.h"
#include "puzzle/game_rebuild.h"
#include "puzzle/game_store.h"

enum { BOARDS_BETWEEN_LOOKS = 64 };

typedef struct search {
    sh_game_case one;
    const sh_game_kernel *kernel;
    const sh_game_options *options;
    void *field;
    sh_pool *pool;
    sh_game_store store;
    sh_frontier *next;
    sh_game_left left; // of the boards being expanded, then of their children
    double started, reported;
    atomic_uint_fast64_t done;
    atomic_bool arrived; // a board of the next level has the goal filled
    atomic_bool failed;  // a level could not be read, or no memory for a batch
    uint64_t start[SH_GAME_MOST_WORDS];
} search;

// A batch of one worker: room for boards beside it.
typedef struct crate {
    sh_game_batch batch;
    sh_frontier *level;
    uint64_t sums[SH_GAME_BATCH];
    uint64_t boards[SH_GAME_BATCH * SH_GAME_MOST_WORDS];
} crate;

static void unload(sh_game_batch *batch) {
    crate *own = batch->user;
    sh_frontier_add(own->level, batch->boards, batch->count);
    batch->count = 0;
}

static crate *make_crate(const search *s) {
    crate *own = malloc(sizeof *own);
    if (!own) return NULL;
    own->batch =
        (sh_game_batch){.boards = own->boards, .sums = own->sums, .full = unload, .user = own};
    own->level = s->next;
    return own;
}

static void report(search *s, uint64_t done) {
    double now = sh_clock();
    if (now - s->reported < 0.2) return;
    s->reported = now;
    sh_progress progress = {.phase = "level",
                            .round = s->store.levels,
                            .done = done,
                            .total = s->store.kept[s->store.levels - 1].count,
                            .seconds = now - s->started};
    sh_report(s->options->monitor, &progress);
}

// What a worker needs while it expands the boards of a part.
typedef struct expansion {
    search *search;
    crate *crate;
    int worker;
    uint64_t looked;
} expansion;

static bool expand_board(void *context, const uint64_t *board) {
    expansion *own = context;
    search *s = own->search;
    s->kernel->expand(s->field, board, s->left, sh_game_winner_only(&s->one, s->store.levels - 1),
                      &own->crate->batch);
    if (++own->looked % BOARDS_BETWEEN_LOOKS) return true;
    uint64_t done = atomic_fetch_add(&s->done, BOARDS_BETWEEN_LOOKS);
    if (own->worker == 0) report(s, done);
    return !sh_stopped(s->options->monitor) && !sh_frontier_failed(s->next);
}

static void expand_part(void *context, size_t index, int worker) {
    search *s = context;
    expansion own = {.search = s, .crate = make_crate(s), .worker = worker};
    if (!own.crate ||
        !sh_game_store_view(&s->store, s->store.levels - 1, (int)index, expand_board, &own))
        s->failed = true;
    if (own.crate) unload(&own.crate->batch);
    free(own.crate);
}

// The hash of a board, and whether it is kept.
static bool judge(void *context, const uint64_t *board, uint64_t *hash) {
    search *s = context;
    if (!s->kernel->keep(s->field, board, s->left)) return false;
    if (sh_game_arrived(&s->one, board)) s->arrived = true;
    *hash = sh_game_hash(&s->one, board);
    return true;
}

static sh_status next_level(search *s, sh_game_stage *stage, sh_error *error) {
    size_t used = sh_game_store_bytes(&s->store);
    size_t memory = s->options->memory > used ? s->options->memory - used : 0;
    sh_status status = sh_frontier_open(&s->next, (int)sh_game_words(s->kernel->width), memory,
                                        s->options->scratch, error);
    if (status) return status;
    s->done = 0;
    sh_pool_run(s->pool, SH_FRONTIER_PARTS, expand_part, s);
    if (sh_stopped(s->options->monitor)) {
        sh_frontier_close(s->next);
        return sh_fail(error, SH_INTERRUPTED, "interrupted");
    }
    if (s->failed) {
        sh_frontier_close(s->next);
        return sh_fail(error, SH_RESOURCES, "a level could not be read, or memory ran out");
    }
    s->left = sh_game_left_at(&s->one, s->store.levels);
    stage->moves = sh_game_played_at(&s->one, s->store.levels);
    return sh_game_store_add(&s->store, s->next, s->pool, judge, s, stage, error);
}

static bool look_again(void *context, const uint64_t *board) {
    uint64_t ignored;
    (void)judge(context, board, &ignored);
    return true;
}

// Goes on after the levels that were read from files; the last of them may be the end already.
static void catch_up(search *s, sh_game_result *result) {
    for (int level = 1; level < s->store.levels; level++)
        result->stage[level - 1].moves = sh_game_played_at(&s->one, level);
    result->stages = s->store.levels - 1;
    s->left = sh_game_left_at(&s->one, result->stages);
    for (int part = 0; result->stages && part < SH_FRONTIER_PARTS; part++)
        if (!sh_game_store_view(&s->store, s->store.levels - 1, part, look_again, s))
            s->failed = true;
}

static bool over(const search *s, const sh_game_result *result) {
    return s->arrived || s->left.winner == 0 ||
           (result->stages && result->stage[result->stages - 1].boards == 0);
}

// Where memory or the disk ends it is said how far the search came.
static sh_status say_how_far(const search *s, const sh_game_result *result, sh_error *error) {
    sh_error reason = error ? *error : (sh_error){SH_OK, ""};
    int moves = result->stages ? result->stage[result->stages - 1].moves : 0;
    return sh_fail(error, SH_RESOURCES,
                   "stopped after move %d of %d: whether there is a game of %d moves stays "
                   "open; %.200s",
                   moves, s->one.length, s->one.length, reason.text);
}

static sh_status run(search *s, sh_game_result *result, sh_error *error) {
    catch_up(s, result);
    while (!over(s, result)) {
        sh_status status = next_level(s, &result->stage[result->stages], error);
        if (status == SH_RESOURCES) return say_how_far(s, result, error);
        if (status) return status;
        if (s->options->listener)
            s->options->listener(s->options->user, &result->stage[result->stages]);
        result->stages++;
    }
    for (int i = 0; i < result->stages; i++) result->boards += result->stage[i].boards;
    if (!s->arrived) return SH_OK;
    result->found = true;
    sh_status status = sh_game_rebuild(&s->store, s->kernel, s->field, result, error);
    if (!status && s->options->count)
        status = sh_game_count(&s->store, s->kernel, s->field, s->pool, s->options, result, error);
    return status;
}

static sh_status open_search(search *s, const sh_puzzle *puzzle, int length, sh_error *error) {
    sh_status status = sh_game_case_make(&s->one, puzzle, length, error);
    if (status) return status;
    s->kernel = sh_game_kernel_get(puzzle->game.board.width);
    s->field = aligned_alloc(64, (s->kernel->field_bytes + 63) / 64 * 64);
    if (!s->field) return sh_fail(error, SH_RESOURCES, "no memory for the search");
    s->kernel->prepare(s->field, &s->one, s->options->bounds);
    sh_game_first_board(&s->one, s->start);
    return sh_pool_open(&s->pool, s->options->threads, error);
}

sh_status sh_game_search(const sh_puzzle *puzzle, int length, const sh_game_options *options,
                         sh_game_result *result, sh_error *error) {
    memset(result, 0, sizeof *result);
    result->length = length;
    search *s = calloc(1, sizeof *s);
    if (!s) return sh_fail(error, SH_RESOURCES, "no memory for the search");
    s->options = options;
    s->started = sh_clock();
    sh_status status = open_search(s, puzzle, length, error);
    if (!status)
        status = sh_game_store_open(&s->store, &s->one, options, sh_game_words(s->kernel->width),
                                    s->start, result->stage, error);
    if (!status) status = run(s, result, error);
    if (!status) status = sh_game_store_clear(&s->store, error);
    result->seconds = sh_clock() - s->started;
    sh_game_store_close(&s->store);
    if (s->pool) sh_pool_close(s->pool);
    free(s->field);
    free(s);
    return status;
}
