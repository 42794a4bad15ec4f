// SPDX-License-Identifier: MIT
// See game_count.h. From the winning boards of a level to those of the level before there are two
// ways. Where few boards win, their moves are taken back, and the boards before them looked for in
// the level. Else all boards of the level are expanded, and the boards after them looked for among
// those that win.
//
// A board stands for its images. Let w(X) be its games times the number of its images. Between the
// images of Z and those of X there are as many moves seen from either side, so w(Z) is the sum of
// w(X) over all moves that lead from an image of Z to X itself: that is summed on the first way.
#include "puzzle/game_count.h"

#include <assert.h>    // assert
#include <pthread.h>   // pthread_mutex_t
#include <stdatomic.h> // atomic_bool
#include <stdlib.h>    // calloc, free
#include <string.h>    // memcmp

#include "base/keyset.h"

enum {
    TASKS = 16, // that a block is shared out to
    FEW = 40,   // a board is few where there are so many in the level: what taking back costs more
};

typedef unsigned __int128 number;

typedef struct count_block {
    pthread_mutex_t lock;
    sh_keyset boards;
    number *games; // by index; w while moves are being taken back
    size_t room;
} count_block;

// Boards of a level.
typedef struct winning_set {
    count_block block[SH_FRONTIER_PARTS];
} winning_set;

typedef struct counting {
    const sh_game_store *store;
    const sh_game_kernel *kernel;
    const void *field;
    const sh_monitor *monitor;
    int level;
    bool winner_only;
    winning_set *after,
        *now; // winning boards of the level after; of this one all, then the winning
    atomic_bool full;
} counting;

// Boards of one worker on their way.
typedef struct tally {
    sh_game_batch batch;
    counting *work;
    number games; // found, or w of the board they lead to
    uint64_t sums[SH_GAME_BATCH];
    uint64_t boards[SH_GAME_BATCH * SH_GAME_MOST_WORDS];
} tally;

static count_block *block_of(winning_set *set, uint64_t hash) { return &set->block[hash >> 56]; }

// Hashes of a batch instead of its sums; the memory of the boards in a set is asked for.
static void hash_all(sh_game_batch *batch, winning_set *set, size_t words) {
    for (size_t i = 0; i < batch->count; i++) {
        batch->sums[i] = sh_keyset_hash(batch->boards + i * words, (int)words);
        sh_keyset_prefetch(&block_of(set, batch->sums[i])->boards, batch->sums[i]);
    }
}

// The boards of a batch that are in the level gain what the board has that they lead to.
static void find_before(sh_game_batch *batch) {
    tally *own = batch->user;
    size_t words = own->work->store->words, index;
    hash_all(batch, own->work->now, words);
    for (size_t i = 0; i < batch->count; i++) {
        count_block *block = block_of(own->work->now, batch->sums[i]);
        if (!sh_keyset_find(&block->boards, batch->boards + i * words, &index)) continue;
        pthread_mutex_lock(&block->lock);
        block->games[index] += own->games;
        pthread_mutex_unlock(&block->lock);
    }
    batch->count = 0;
}

// The games of the boards of a batch that win.
static void find_after(sh_game_batch *batch) {
    tally *own = batch->user;
    size_t words = own->work->store->words, index;
    hash_all(batch, own->work->after, words);
    for (size_t i = 0; i < batch->count; i++) {
        count_block *block = block_of(own->work->after, batch->sums[i]);
        if (sh_keyset_find(&block->boards, batch->boards + i * words, &index))
            own->games += block->games[index];
    }
    batch->count = 0;
}

static tally *open_tally(counting *work, void (*full)(sh_game_batch *batch)) {
    tally *own = malloc(sizeof *own);
    if (!own) {
        work->full = true;
        return NULL;
    }
    own->work = work;
    own->batch =
        (sh_game_batch){.boards = own->boards, .sums = own->sums, .full = full, .user = own};
    return own;
}

static bool add_to(count_block *block, const uint64_t *board, uint64_t hash, number games) {
    if (block->boards.count == block->room) {
        size_t room = 2 * block->room + 64;
        number *grown = realloc(block->games, room * sizeof *grown);
        if (!grown) return false;
        block->games = grown;
        block->room = room;
    }
    block->games[block->boards.count] = games;
    return sh_keyset_add_hashed(&block->boards, board, hash) == SH_OK;
}

static number images_of(const sh_game_case *one, const uint64_t *board, size_t words) {
    unsigned same = 1; // with the identity, which comes first
    for (int i = 1; i < one->images; i++) {
        uint64_t image[SH_GAME_MOST_WORDS];
        sh_game_image(one, i, board, image);
        same += memcmp(image, board, words * sizeof *board) == 0;
    }
    return (unsigned)one->images / same;
}

static bool take(counting *work, const uint64_t *board, number games) {
    uint64_t hash = sh_keyset_hash(board, (int)work->store->words);
    count_block *block = block_of(work->now, hash);
    pthread_mutex_lock(&block->lock);
    if (!add_to(block, board, hash, games)) work->full = true;
    pthread_mutex_unlock(&block->lock);
    return !work->full && !sh_stopped(work->monitor);
}

// Of the last level the boards whose goal is filled, of another one all, without games yet.
static bool take_board(void *context, const uint64_t *board) {
    counting *work = context;
    if (work->after) return take(work, board, 0);
    return !sh_game_arrived(work->store->one, board) || take(work, board, 1);
}

static void take_part(void *context, size_t index, int worker) {
    (void)worker;
    counting *work = context;
    if (!sh_game_store_view(work->store, work->level, (int)index, take_board, work))
        work->full = true;
}

// A share of the winning boards of one block of the level after.
static void go_back(void *context, size_t index, int worker) {
    (void)worker;
    counting *work = context;
    const count_block *block = &work->after->block[index / TASKS];
    size_t count = block->boards.count, share = index % TASKS;
    size_t from = count * share / TASKS, to = count * (share + 1) / TASKS;
    tally *own = from < to ? open_tally(work, find_before) : NULL;
    for (size_t i = from; own && i < to && !sh_stopped(work->monitor); i++) {
        const uint64_t *board = sh_keyset_at(&block->boards, i);
        own->games = block->games[i] * images_of(work->store->one, board, work->store->words);
        work->kernel->retract(work->field, board, work->winner_only, &own->batch);
        find_before(&own->batch);
    }
    free(own);
}

static bool expand_board(void *context, const uint64_t *board) {
    tally *own = context;
    counting *work = own->work;
    own->games = 0;
    work->kernel->expand(work->field, board, sh_game_left_at(work->store->one, work->level),
                         work->winner_only, &own->batch);
    find_after(&own->batch);
    if (own->games) return take(work, board, own->games);
    return !work->full && !sh_stopped(work->monitor);
}

static void expand_part(void *context, size_t index, int worker) {
    (void)worker;
    counting *work = context;
    tally *own = open_tally(work, find_after);
    if (own && !sh_game_store_view(work->store, work->level, (int)index, expand_board, own))
        work->full = true;
    free(own);
}

static void close_block(count_block *block) {
    sh_keyset_close(&block->boards);
    free(block->games);
}

// Keeps the boards that win, with their games instead of w.
static void sift(void *context, size_t index, int worker) {
    (void)worker;
    counting *work = context;
    count_block *block = &work->now->block[index], kept = {.boards.words = block->boards.words};
    for (size_t i = 0; i < block->boards.count; i++) {
        const uint64_t *board = sh_keyset_at(&block->boards, i);
        uint64_t hash = sh_keyset_hash(board, block->boards.words);
        if (!block->games[i]) continue;
        number images = images_of(work->store->one, board, work->store->words);
        if (!add_to(&kept, board, hash, block->games[i] / images)) work->full = true;
    }
    close_block(block);
    block->boards = kept.boards;
    block->games = kept.games;
    block->room = kept.room;
}

static winning_set *open_winning_set(size_t words) {
    winning_set *set = calloc(1, sizeof *set);
    for (int i = 0; set && i < SH_FRONTIER_PARTS; i++) {
        pthread_mutex_init(&set->block[i].lock, NULL);
        set->block[i].boards.words = (int)words;
    }
    return set;
}

static void close_winning_set(winning_set *set) {
    for (int i = 0; set && i < SH_FRONTIER_PARTS; i++) {
        pthread_mutex_destroy(&set->block[i].lock);
        close_block(&set->block[i]);
    }
    free(set);
}

// The games of the start, the only board of level 0.
static number start_games(const winning_set *set) {
    assert(set);
    for (int i = 0; i < SH_FRONTIER_PARTS; i++)
        if (set->block[i].boards.count) return set->block[i].games[0];
    return 0;
}

// Are the winning boards of the level after so few that going back from them is quicker?
static bool few_win(const counting *work) {
    uint64_t winning = 0;
    for (int i = 0; i < SH_FRONTIER_PARTS; i++) winning += work->after->block[i].boards.count;
    return winning * FEW < work->store->kept[work->level].count;
}

static sh_status count_level(counting *work, sh_pool *pool, sh_error *error) {
    work->now = open_winning_set(work->store->words);
    if (!work->now) return sh_fail(error, SH_RESOURCES, "no memory to count games");
    work->winner_only = sh_game_winner_only(work->store->one, work->level);
    if (work->after && !few_win(work)) {
        sh_pool_run(pool, SH_FRONTIER_PARTS, expand_part, work);
    } else {
        sh_pool_run(pool, SH_FRONTIER_PARTS, take_part, work);
        if (work->after && !work->full) sh_pool_run(pool, SH_FRONTIER_PARTS * TASKS, go_back, work);
        if (work->after) sh_pool_run(pool, SH_FRONTIER_PARTS, sift, work);
    }
    close_winning_set(work->after);
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
    close_winning_set(work.after);
    return status;
}
