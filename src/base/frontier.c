// SPDX-License-Identifier: MIT
// See frontier.h. A part is a keyset behind a lock and a list of runs in the scratch file. A batch
// of keys is sorted by part first, so that each lock is taken once a batch. Earlier levels are left
// out when a part is settled: their keys are read and looked for, in memory and from disk alike.
#include "base/frontier.h"

#include <assert.h>    // assert
#include <pthread.h>   // pthread_mutex_lock
#include <stdatomic.h> // atomic_bool
#include <stdlib.h>    // calloc
#include <string.h>    // memcpy
#include <unistd.h>    // close

#include "base/frontier_part.h"
#include "base/nameless.h"

enum { BATCH = 4096, AHEAD = 8, BUFFER = 4096 }; // keys

struct sh_frontier {
    int words;
    size_t share; // bytes of memory for a part
    sh_spill spill;
    sh_frontier_part part[SH_FRONTIER_PARTS];
    atomic_bool failed;
    sh_error error; // the first one
    pthread_mutex_t error_lock;
};

sh_status sh_frontier_open(sh_frontier **frontier, int words, size_t memory, const char *folder,
                           sh_error *error) {
    assert(words > 0);
    sh_frontier *made = calloc(1, sizeof *made);
    if (!made) return sh_fail(error, SH_RESOURCES, "out of memory for a level");
    made->words = words;
    made->share = memory / SH_FRONTIER_PARTS;
    made->spill.file = -1;
    pthread_mutex_init(&made->error_lock, NULL);
    for (int i = 0; i < SH_FRONTIER_PARTS; i++) {
        pthread_mutex_init(&made->part[i].lock, NULL);
        made->part[i].set.words = words;
    }
    sh_status status = folder ? sh_nameless_open(&made->spill.file, folder, error) : SH_OK;
    if (status) sh_frontier_close(made);
    if (!status) *frontier = made;
    return status;
}

void sh_frontier_close(sh_frontier *frontier) {
    if (!frontier) return;
    for (int i = 0; i < SH_FRONTIER_PARTS; i++) sh_frontier_part_close(&frontier->part[i]);
    if (frontier->spill.file >= 0) close(frontier->spill.file);
    pthread_mutex_destroy(&frontier->error_lock);
    free(frontier);
}

static void note_failure(sh_frontier *frontier, const sh_error *error) {
    pthread_mutex_lock(&frontier->error_lock);
    if (!frontier->failed) frontier->error = *error;
    frontier->failed = true;
    pthread_mutex_unlock(&frontier->error_lock);
}

bool sh_frontier_failed(const sh_frontier *frontier) { return frontier->failed; }

static sh_status make_room(sh_frontier *frontier, sh_frontier_part *part, sh_error *error) {
    if (sh_keyset_fits(&part->set, frontier->share) || !part->set.count) return SH_OK;
    if (frontier->spill.file < 0)
        return sh_fail(error, SH_RESOURCES,
                       "a level needs more than %zu MB; allow more memory or name a scratch folder",
                       frontier->share * SH_FRONTIER_PARTS >> 20);
    return sh_frontier_part_spill(part, &frontier->spill, error);
}

// Keys and their hashes, of which some are chosen by their numbers.
typedef struct choice {
    const uint64_t *keys, *hash;
    const uint16_t *number;
    size_t count;
} choice;

static void add_part(sh_frontier *frontier, sh_frontier_part *part, const choice *c) {
    sh_status status = SH_OK;
    sh_error error = {.status = SH_OK};
    pthread_mutex_lock(&part->lock);
    for (size_t i = 0; i < c->count && !status; i++) {
        if (i + AHEAD < c->count) sh_keyset_prefetch(&part->set, c->hash[c->number[i + AHEAD]]);
        const uint64_t *key = c->keys + (size_t)c->number[i] * (size_t)frontier->words;
        status = make_room(frontier, part, &error);
        if (!status && sh_keyset_add_hashed(&part->set, key, c->hash[c->number[i]]) == SH_RESOURCES)
            status = sh_fail(&error, SH_RESOURCES, "out of memory for the keys of a level");
    }
    pthread_mutex_unlock(&part->lock);
    if (status) note_failure(frontier, &error);
}

static int part_of(uint64_t hash) { return (int)(hash >> 56); }

static void add_batch(sh_frontier *frontier, const uint64_t *keys, size_t count) {
    uint64_t hash[BATCH];
    uint16_t number[BATCH], first[SH_FRONTIER_PARTS + 1] = {0}, next[SH_FRONTIER_PARTS];
    for (size_t i = 0; i < count; i++) {
        hash[i] = sh_keyset_hash(keys + i * (size_t)frontier->words, frontier->words);
        first[part_of(hash[i]) + 1]++;
    }
    for (int p = 0; p < SH_FRONTIER_PARTS; p++) first[p + 1] = (uint16_t)(first[p + 1] + first[p]);
    memcpy(next, first, sizeof next);
    for (size_t i = 0; i < count; i++) number[next[part_of(hash[i])]++] = (uint16_t)i;
    for (int p = 0; p < SH_FRONTIER_PARTS; p++) {
        choice c = {keys, hash, number + first[p], (size_t)(first[p + 1] - first[p])};
        if (c.count) add_part(frontier, &frontier->part[p], &c);
    }
}

void sh_frontier_add(sh_frontier *frontier, const uint64_t *keys, size_t count) {
    for (size_t done = 0; done < count && !frontier->failed; done += BATCH)
        add_batch(frontier, keys + done * (size_t)frontier->words,
                  count - done < BATCH ? count - done : BATCH);
}

typedef struct settling {
    sh_frontier *frontier;
    const sh_settling *wish;
} settling;

// Marks the keys of a part that an earlier level has, too.
static sh_status mark_known(const sh_keyset *set, const sh_frontier *earlier, int part, bool *known,
                            uint64_t *buffer, sh_error *error) {
    size_t got = 0, number;
    for (uint64_t at = 0;; at += got) {
        sh_status status = sh_frontier_read(earlier, part, at, buffer, BUFFER, &got, error);
        if (status || !got) return status;
        for (size_t i = 0; i < got; i++)
            if (sh_keyset_find(set, buffer + i * (size_t)set->words, &number)) known[number] = true;
    }
}

static sh_status mark_all_known(const settling *s, int part, bool *known, sh_error *error) {
    const sh_keyset *set = &s->frontier->part[part].set;
    uint64_t *buffer = malloc(BUFFER * (size_t)set->words * sizeof *buffer);
    sh_status status = SH_OK;
    if (!buffer) status = sh_fail(error, SH_RESOURCES, "out of memory for a level");
    for (size_t i = 0; i < s->wish->count && !status; i++)
        status = mark_known(set, s->wish->earlier[i], part, known, buffer, error);
    free(buffer);
    return status;
}

static void keep_wanted(const settling *s, int part, const bool *known) {
    sh_keyset *set = &s->frontier->part[part].set;
    size_t kept = 0, words = (size_t)set->words;
    for (size_t i = 0; i < set->count; i++) {
        const uint64_t *key = sh_keyset_at(set, i);
        if (known && known[i]) continue;
        if (s->wish->keep && !s->wish->keep(s->wish->context, part, key)) continue;
        memmove(set->key + kept++ * words, key, words * sizeof *key);
    }
    set->count = kept;
    sh_keyset_settle(set);
}

static sh_status settle_part(const settling *s, int number, sh_error *error) {
    sh_frontier_part *part = &s->frontier->part[number];
    bool spilled = part->runs > 0, *known = NULL;
    sh_status status = spilled ? sh_frontier_part_gather(part, &s->frontier->spill, error) : SH_OK;
    if (!status && s->wish->count && part->set.count) {
        known = calloc(part->set.count, sizeof *known);
        status = known ? mark_all_known(s, number, known, error)
                       : sh_fail(error, SH_RESOURCES, "out of memory for a level");
    }
    if (!status) keep_wanted(s, number, known);
    free(known);
    return !status && spilled ? sh_frontier_part_spill(part, &s->frontier->spill, error) : status;
}

// What is left in memory of parts that began to spill goes the same way, so that there is room.
static void spill_task(void *context, size_t index, int worker) {
    const settling *s = context;
    sh_error error = {.status = SH_OK};
    sh_frontier_part *part = &s->frontier->part[index];
    if (part->runs && sh_frontier_part_spill(part, &s->frontier->spill, &error))
        note_failure(s->frontier, &error);
}

static void settle_task(void *context, size_t index, int worker) {
    const settling *s = context;
    sh_error error = {.status = SH_OK};
    if (!s->frontier->failed && settle_part(s, (int)index, &error))
        note_failure(s->frontier, &error);
}

sh_status sh_frontier_settle(sh_frontier *frontier, const sh_settling *wish, sh_pool *pool,
                             sh_error *error) {
    settling s = {frontier, wish};
    if (sh_frontier_spilled(frontier)) sh_pool_run(pool, SH_FRONTIER_PARTS, spill_task, &s);
    sh_pool_run(pool, SH_FRONTIER_PARTS, settle_task, &s);
    if (frontier->failed && error) *error = frontier->error;
    return frontier->failed ? frontier->error.status : SH_OK;
}

uint64_t sh_frontier_part_count(const sh_frontier *frontier, int part) {
    return sh_frontier_part_total(&frontier->part[part]);
}

uint64_t sh_frontier_count(const sh_frontier *frontier) {
    uint64_t count = 0;
    for (int i = 0; i < SH_FRONTIER_PARTS; i++) count += sh_frontier_part_count(frontier, i);
    return count;
}

sh_status sh_frontier_read(const sh_frontier *frontier, int part, uint64_t from, uint64_t *keys,
                           size_t room, size_t *got, sh_error *error) {
    return sh_frontier_part_read(&frontier->part[part], &frontier->spill, from, keys, room, got,
                                 error);
}

size_t sh_frontier_bytes(const sh_frontier *frontier) {
    size_t bytes = 0;
    for (int i = 0; i < SH_FRONTIER_PARTS; i++) bytes += sh_keyset_bytes(&frontier->part[i].set);
    return bytes;
}

uint64_t sh_frontier_spilled(const sh_frontier *frontier) {
    return atomic_load(&frontier->spill.end);
}
