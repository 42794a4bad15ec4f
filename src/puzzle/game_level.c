// SPDX-License-Identifier: MIT
// See game_level.h.
#include "puzzle/game_level.h"

#include <assert.h>    // assert
#include <errno.h>     // errno
#include <pthread.h>   // pthread_mutex_t
#include <stdatomic.h> // atomic_size_t
#include <stdlib.h>    // calloc, free
#include <string.h>    // memmove, strerror

#include "puzzle/game_kernel.h"
#include "puzzle/game_shard.h"

typedef struct part {
    pthread_mutex_t lock;
    sh_game_shard shard;
    uint64_t hash;
} part;

struct sh_game_level {
    size_t words, memory;
    const char *scratch;
    atomic_size_t bytes;
    atomic_bool full, failed; // no memory left; the scratch folder cannot be used
    uint64_t count, hash;     // after finish
    part parts[SH_GAME_SHARDS];
};

sh_status sh_game_level_open(sh_game_level **level, size_t words, size_t memory,
                             const char *scratch, sh_error *error) {
    sh_game_level *own = calloc(1, sizeof *own);
    if (!own) return sh_fail(error, SH_RESOURCES, "no memory for a level");
    own->words = words;
    own->memory = memory;
    own->scratch = scratch;
    for (int i = 0; i < SH_GAME_SHARDS; i++) {
        pthread_mutex_init(&own->parts[i].lock, NULL);
        sh_game_shard_open(&own->parts[i].shard, words);
    }
    *level = own;
    return SH_OK;
}

void sh_game_level_close(sh_game_level *level) {
    if (!level) return;
    for (int i = 0; i < SH_GAME_SHARDS; i++) {
        sh_game_shard_close(&level->parts[i].shard);
        pthread_mutex_destroy(&level->parts[i].lock);
    }
    free(level);
}

// Keeps account of a shard that was `before` bytes, and moves it out when there are too many.
static void account(sh_game_level *level, part *p, size_t before) {
    size_t now = sh_game_shard_bytes(&p->shard);
    if (now == before) return;
    size_t bytes = atomic_fetch_add(&level->bytes, now - before) + (now - before);
    if (bytes <= level->memory) return;
    if (!level->scratch) {
        level->full = true;
        return;
    }
    if (!sh_game_shard_spill(&p->shard, level->scratch)) level->failed = true;
    atomic_fetch_sub(&level->bytes, now - sh_game_shard_bytes(&p->shard));
}

static void insert_into(sh_game_level *level, int shard, const uint64_t *boards,
                        const uint16_t *order, size_t count) {
    part *p = &level->parts[shard];
    pthread_mutex_lock(&p->lock);
    for (size_t i = 0; i < count && !level->full && !level->failed; i++) {
        size_t before = sh_game_shard_bytes(&p->shard);
        if (!sh_game_shard_insert(&p->shard, boards + order[i] * level->words)) level->full = true;
        account(level, p, before);
    }
    pthread_mutex_unlock(&p->lock);
}

static inline int shard_of(uint64_t hash) { return (int)(hash >> 56); }

// Takes the boards in the order of their shards, so that each lock is taken once.
void sh_game_level_insert(sh_game_level *level, const uint64_t *boards, const uint64_t *hashes,
                          size_t count) {
    uint16_t start[SH_GAME_SHARDS + 1] = {0}, at[SH_GAME_SHARDS];
    uint16_t order[SH_GAME_BATCH];
    assert(count <= SH_GAME_BATCH);
    for (size_t i = 0; i < count; i++) start[shard_of(hashes[i]) + 1]++;
    for (int s = 0; s < SH_GAME_SHARDS; s++) start[s + 1] = (uint16_t)(start[s + 1] + start[s]);
    memcpy(at, start, sizeof at);
    for (size_t i = 0; i < count; i++) order[at[shard_of(hashes[i])]++] = (uint16_t)i;
    for (int s = 0; s < SH_GAME_SHARDS; s++)
        if (start[s + 1] > start[s])
            insert_into(level, s, boards, order + start[s], (size_t)(start[s + 1] - start[s]));
}

typedef struct judging {
    sh_game_level *level;
    sh_game_judge *judge;
    void *context;
    int first; // shard of task 0
} judging;

static void judge_shard(void *context, size_t index, int worker) {
    (void)worker;
    judging *work = context;
    part *p = &work->level->parts[work->first + (int)index];
    sh_game_shard *shard = &p->shard;
    if (!sh_game_shard_gather(shard)) work->level->full = true;
    size_t kept = 0, words = shard->words;
    for (size_t i = 0; i < shard->count; i++) {
        uint64_t hash, *board = shard->boards + i * words;
        if (!work->judge(work->context, board, &hash)) continue;
        p->hash += hash;
        memmove(shard->boards + kept++ * words, board, words * sizeof *board);
    }
    shard->count = kept;
    sh_game_shard_settle(shard);
}

static sh_status say_full(const sh_game_level *level, sh_error *error) {
    if (level->failed)
        return sh_fail(error, SH_RESOURCES, "cannot use the scratch folder '%.200s': %s",
                       level->scratch, strerror(errno));
    return sh_fail(error, SH_RESOURCES, "a level needs more memory than allowed%s",
                   level->scratch ? "" : "; --scratch lets it use the disk");
}

sh_status sh_game_level_finish(sh_game_level *level, sh_pool *pool, sh_game_judge *judge,
                               void *context, sh_game_taker *taker, void *user, sh_error *error) {
    if (level->full || level->failed) return say_full(level, error);
    judging work = {level, judge, context, 0};
    int group = taker ? sh_pool_threads(pool) : SH_GAME_SHARDS;
    for (int first = 0; first < SH_GAME_SHARDS; first += group) {
        int count = SH_GAME_SHARDS - first < group ? SH_GAME_SHARDS - first : group;
        work.first = first;
        sh_pool_run(pool, (size_t)count, judge_shard, &work);
        if (level->full || level->failed) return say_full(level, error);
        for (int s = first; s < first + count; s++) {
            part *p = &level->parts[s];
            level->count += p->shard.count;
            level->hash += p->hash;
            if (!taker) continue;
            taker(user, p->shard.boards, p->shard.count);
            sh_game_shard_close(&p->shard);
        }
    }
    return SH_OK;
}

uint64_t sh_game_level_count(const sh_game_level *level) {
    uint64_t count = 0;
    for (int s = 0; s < SH_GAME_SHARDS; s++)
        count += level->parts[s].shard.count + level->parts[s].shard.spilled;
    return level->count ? level->count : count;
}

uint64_t sh_game_level_hash(const sh_game_level *level) { return level->hash; }

bool sh_game_level_full(const sh_game_level *level) { return level->full || level->failed; }

size_t sh_game_level_bytes(const sh_game_level *level) { return level->bytes; }

sh_game_boards sh_game_level_shard(const sh_game_level *level, int shard) {
    const sh_game_shard *own = &level->parts[shard].shard;
    return (sh_game_boards){own->boards, own->count};
}
