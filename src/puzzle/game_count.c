// SPDX-License-Identifier: MIT
// See game_count.h. Of each level only the boards that lead to a win are kept, with their counts.
#include "puzzle/game_count.h"

#include <assert.h>    // assert
#include <pthread.h>   // pthread_mutex_t
#include <stdatomic.h> // atomic_bool
#include <stdlib.h>    // calloc, free

#include "base/keyset.h"

typedef unsigned __int128 number;

typedef struct cell_block {
    pthread_mutex_t lock;
    sh_keyset boards;
    number *games; // by index
    size_t room;
} cell_block;

// The boards of a level that lead to a win.
typedef struct alive {
    cell_block block[SH_FRONTIER_PARTS];
} alive;

typedef struct counting {
    const sh_game_store *store;
    const sh_game_kernel *kernel;
    const void *field;
    const sh_monitor *monitor;
    int level;
    sh_game_left left;
    bool winner_only;
    alive *after, *now; // of the level after, and of this one
    atomic_bool full;
} counting;

// Boards of one worker, looked up in the level after.
typedef struct tally {
    sh_game_batch batch;
    counting *work;
    number games;
    uint64_t sums[SH_GAME_BATCH];
    uint64_t boards[SH_GAME_BATCH * SH_GAME_MOST_WORDS];
} tally;

static cell_block *block_of(alive *set, const uint64_t *board, size_t words) {
    return &set->block[sh_keyset_hash(board, (int)words) >> 56];
}

static void look_up(sh_game_batch *batch) {
    tally *own = batch->user;
    size_t words = own->work->store->words;
    for (size_t i = 0; i < batch->count; i++) {
        const uint64_t *board = batch->boards + i * words;
        cell_block *block = block_of(own->work->after, board, words);
        size_t index;
        if (sh_keyset_find(&block->boards, board, &index)) own->games += block->games[index];
    }
    batch->count = 0;
}

static bool add_to(cell_block *block, const uint64_t *board, number games) {
    if (block->boards.count == block->room) {
        size_t room = 2 * block->room + 64;
        number *grown = realloc(block->games, room * sizeof *grown);
        if (!grown) return false;
        block->games = grown;
        block->room = room;
    }
    block->games[block->boards.count] = games;
    return sh_keyset_add(&block->boards, board) == SH_OK;
}

static void add_alive(counting *work, const uint64_t *board, number games) {
    cell_block *block = block_of(work->now, board, work->store->words);
    pthread_mutex_lock(&block->lock);
    if (!add_to(block, board, games)) work->full = true;
    pthread_mutex_unlock(&block->lock);
}

static number games_of(const counting *work, tally *own, const uint64_t *board) {
    if (!work->after) return sh_game_arrived(work->store->one, board);
    own->games = 0;
    work->kernel->expand(work->field, board, work->left, work->winner_only, &own->batch);
    look_up(&own->batch);
    return own->games;
}

static bool count_board(void *context, const uint64_t *board) {
    tally *own = context;
    counting *work = own->work;
    number games = games_of(work, own, board);
    if (games) add_alive(work, board, games);
    return !work->full && !sh_stopped(work->monitor);
}

static void count_part(void *context, size_t index, int worker) {
    (void)worker;
    counting *work = context;
    tally *own = malloc(sizeof *own);
    if (own) {
        own->work = work;
        own->batch =
            (sh_game_batch){.boards = own->boards, .sums = own->sums, .full = look_up, .user = own};
    }
    if (!own || !sh_game_store_view(work->store, work->level, (int)index, count_board, own))
        work->full = true;
    free(own);
}

static alive *open_alive(size_t words) {
    alive *set = calloc(1, sizeof *set);
    for (int i = 0; set && i < SH_FRONTIER_PARTS; i++) {
        pthread_mutex_init(&set->block[i].lock, NULL);
        set->block[i].boards.words = (int)words;
    }
    return set;
}

static void close_alive(alive *set) {
    for (int i = 0; set && i < SH_FRONTIER_PARTS; i++) {
        pthread_mutex_destroy(&set->block[i].lock);
        sh_keyset_close(&set->block[i].boards);
        free(set->block[i].games);
    }
    free(set);
}

// The number of the start, the only board of level 0.
static number start_games(const alive *set) {
    assert(set);
    for (int i = 0; i < SH_FRONTIER_PARTS; i++)
        if (set->block[i].boards.count) return set->block[i].games[0];
    return 0;
}

static sh_status count_level(counting *work, sh_pool *pool, sh_error *error) {
    const sh_game_case *one = work->store->one;
    work->left = sh_game_left_at(one, work->level);
    work->winner_only = sh_game_winner_only(one, work->level);
    work->now = open_alive(work->store->words);
    if (!work->now) return sh_fail(error, SH_RESOURCES, "no memory to count games");
    sh_pool_run(pool, SH_FRONTIER_PARTS, count_part, work);
    close_alive(work->after);
    work->after = work->now;
    if (work->full) return sh_fail(error, SH_RESOURCES, "no memory to count games");
    if (sh_stopped(work->monitor)) return sh_fail(error, SH_INTERRUPTED, "interrupted");
    return SH_OK;
}

// Must some man of the winner who is not on a fixed cell of every image move?
static bool moves_off_line(const sh_game_case *one) {
    for (int image = 1; image < one->images; image++) {
        sh_set out = sh_set_minus(one->start[SH_GAME_WINNER], one->goal[SH_GAME_WINNER]);
        bool off = false;
        for (int cell = sh_set_next(&out, 0); cell >= 0; cell = sh_set_next(&out, cell + 1))
            off |= one->image[image][cell] != cell;
        if (!off) return false;
    }
    return true;
}

sh_status sh_game_count(const sh_game_store *store, const sh_game_kernel *kernel, const void *field,
                        sh_pool *pool, const sh_game_options *options, sh_game_result *result,
                        sh_error *error) {
    counting work = {.store = store, .kernel = kernel, .field = field, .monitor = options->monitor};
    sh_status status = SH_OK;
    for (work.level = store->levels - 1; !status && work.level >= 0; work.level--)
        status = count_level(&work, pool, error);
    if (!status) result->games = start_games(work.after);
    result->images = moves_off_line(store->one) ? store->one->images : 0;
    close_alive(work.after);
    return status;
}
