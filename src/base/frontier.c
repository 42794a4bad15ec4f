// SPDX-License-Identifier: MIT
// See frontier.h. A part is a keyset behind a lock and a list of sorted runs in the scratch file.
// Keys of earlier levels that are in memory are left out when a key is added; those on disk when
// the runs are merged. A part is either all in memory or all in one sorted run once it is settled.
#include "base/frontier.h"

#include <assert.h>    // assert
#include <pthread.h>   // pthread_mutex_lock
#include <stdatomic.h> // atomic_fetch_add
#include <stdlib.h>    // calloc
#include <string.h>    // memcpy
#include <unistd.h>    // close

#include "base/frontier_part.h"

struct sh_frontier {
    int words;
    size_t share; // bytes of memory for a part
    sh_spill spill;
    const sh_frontier *const *earlier;
    size_t earlier_count;
    sh_frontier_part part[SH_FRONTIER_PARTS];
    sh_error error; // of settling
    pthread_mutex_t error_lock;
};

sh_status sh_frontier_open(sh_frontier **frontier, int words, size_t memory, const char *folder,
                           const sh_frontier *const *earlier, size_t count, sh_error *error) {
    assert(words > 0 && words <= SH_FRONTIER_WORDS && count <= SH_FRONTIER_EARLIER);
    sh_frontier *made = calloc(1, sizeof *made);
    if (!made) return sh_fail(error, SH_RESOURCES, "out of memory for a level");
    made->words = words;
    made->share = memory / SH_FRONTIER_PARTS;
    made->earlier = earlier;
    made->earlier_count = count;
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
    for (int i = 0; i < SH_FRONTIER_PARTS; i++) {
        sh_keyset_close(&frontier->part[i].set);
        free(frontier->part[i].run);
        pthread_mutex_destroy(&frontier->part[i].lock);
    }
    if (frontier->spill.file >= 0) close(frontier->spill.file);
    pthread_mutex_destroy(&frontier->error_lock);
    free(frontier);
}

static int part_of(const sh_frontier *frontier, const uint64_t *key) {
    return (int)(sh_keyset_hash(key, frontier->words) >> 58);
}

static bool is_known(const sh_frontier *frontier, int part, const uint64_t *key) {
    for (size_t i = 0; i < frontier->earlier_count; i++)
        if (sh_keyset_find(&frontier->earlier[i]->part[part].set, key, NULL)) return true;
    return false;
}

static sh_status make_room(sh_frontier *frontier, sh_frontier_part *part, sh_error *error) {
    if (sh_keyset_bytes_grown(&part->set) <= frontier->share || !part->set.count) return SH_OK;
    if (frontier->spill.file < 0)
        return sh_fail(error, SH_RESOURCES,
                       "a level needs more than %zu MB; allow more memory or name a scratch folder",
                       frontier->share * SH_FRONTIER_PARTS >> 20);
    return sh_frontier_part_spill(part, &frontier->spill, error);
}

// Adds the keys of one part, given by their numbers.
static sh_status add_part(sh_frontier *frontier, int number, const uint64_t *keys,
                          const uint32_t *chosen, size_t count, sh_error *error) {
    sh_frontier_part *part = &frontier->part[number];
    sh_status status = SH_OK;
    pthread_mutex_lock(&part->lock);
    for (size_t i = 0; i < count && !status; i++) {
        const uint64_t *key = keys + (size_t)chosen[i] * (size_t)frontier->words;
        if (i + 8 < count)
            sh_keyset_prefetch(&part->set, keys + (size_t)chosen[i + 8] * (size_t)frontier->words);
        if (is_known(frontier, number, key)) continue;
        status = make_room(frontier, part, error);
        if (!status && sh_keyset_add(&part->set, key) == SH_RESOURCES)
            status = sh_fail(error, SH_RESOURCES, "out of memory for the keys of a level");
    }
    pthread_mutex_unlock(&part->lock);
    return status;
}

enum { BATCH = 4096 };

// The numbers of a batch of keys, sorted by part.
static sh_status add_batch(sh_frontier *frontier, const uint64_t *keys, size_t count,
                           sh_error *error) {
    uint8_t part[BATCH];
    uint32_t chosen[BATCH], first[SH_FRONTIER_PARTS + 1] = {0}, next[SH_FRONTIER_PARTS];
    for (size_t i = 0; i < count; i++) {
        part[i] = (uint8_t)part_of(frontier, keys + i * (size_t)frontier->words);
        first[part[i] + 1]++;
    }
    for (int p = 0; p < SH_FRONTIER_PARTS; p++) {
        first[p + 1] += first[p];
        next[p] = first[p];
    }
    for (size_t i = 0; i < count; i++) chosen[next[part[i]]++] = (uint32_t)i;
    for (int p = 0; p < SH_FRONTIER_PARTS; p++) {
        uint32_t many = first[p + 1] - first[p];
        sh_status status =
            many ? add_part(frontier, p, keys, chosen + first[p], many, error) : SH_OK;
        if (status) return status;
    }
    return SH_OK;
}

sh_status sh_frontier_add(sh_frontier *frontier, const uint64_t *keys, size_t count,
                          sh_error *error) {
    sh_status status = SH_OK;
    for (size_t done = 0; done < count && !status; done += BATCH)
        status = add_batch(frontier, keys + done * (size_t)frontier->words,
                           count - done < BATCH ? count - done : BATCH, error);
    return status;
}

// A part stays in memory where it and the earlier ones are.
static sh_status settle_part(sh_frontier *frontier, int number, sh_error *error) {
    sh_frontier_part *part = &frontier->part[number];
    const sh_frontier_part *earlier[SH_FRONTIER_EARLIER];
    const sh_spill *spills[SH_FRONTIER_EARLIER];
    size_t count = 0;
    for (size_t i = 0; i < frontier->earlier_count; i++) {
        const sh_frontier *other = frontier->earlier[i];
        if (!other->part[number].runs) continue;
        spills[count] = &other->spill;
        earlier[count++] = &other->part[number];
    }
    if (!part->runs && (!count || !part->set.count)) return SH_OK;
    if (frontier->spill.file < 0)
        return sh_fail(error, SH_RESOURCES, "earlier levels are on disk: name a scratch folder");
    sh_status status = SH_OK;
    if (part->set.count) status = sh_frontier_part_spill(part, &frontier->spill, error);
    sh_keyset_close(&part->set);
    return status ? status
                  : sh_frontier_part_merge(part, &frontier->spill, earlier, spills, count, error);
}

static void settle_task(void *context, size_t index, int worker) {
    sh_frontier *frontier = context;
    sh_error error = {.status = SH_OK};
    if (!settle_part(frontier, (int)index, &error)) return;
    pthread_mutex_lock(&frontier->error_lock);
    frontier->error = error;
    pthread_mutex_unlock(&frontier->error_lock);
}

sh_status sh_frontier_settle(sh_frontier *frontier, sh_pool *pool, sh_error *error) {
    if (pool)
        sh_pool_run(pool, SH_FRONTIER_PARTS, settle_task, frontier);
    else
        for (size_t i = 0; i < SH_FRONTIER_PARTS; i++) settle_task(frontier, i, 0);
    if (frontier->error.status && error) *error = frontier->error;
    return frontier->error.status;
}

uint64_t sh_frontier_part_count(const sh_frontier *frontier, int part) {
    const sh_frontier_part *p = &frontier->part[part];
    return p->runs ? p->run[0].count : p->set.count;
}

uint64_t sh_frontier_count(const sh_frontier *frontier) {
    uint64_t count = 0;
    for (int i = 0; i < SH_FRONTIER_PARTS; i++) count += sh_frontier_part_count(frontier, i);
    return count;
}

sh_status sh_frontier_read(const sh_frontier *frontier, int part, uint64_t from, uint64_t *keys,
                           size_t room, size_t *got, sh_error *error) {
    const sh_frontier_part *p = &frontier->part[part];
    uint64_t count = sh_frontier_part_count(frontier, part);
    size_t bytes = (size_t)frontier->words * sizeof *keys;
    *got = from >= count ? 0 : count - from < room ? (size_t)(count - from) : room;
    if (p->runs)
        return sh_nameless_read(frontier->spill.file, keys, *got * bytes,
                                p->run[0].offset + from * bytes, error);
    if (*got) memcpy(keys, p->set.key + from * (uint64_t)frontier->words, *got * bytes);
    return SH_OK;
}

sh_status sh_frontier_has(const sh_frontier *frontier, const uint64_t *key, bool *has,
                          sh_error *error) {
    const sh_frontier_part *part = &frontier->part[part_of(frontier, key)];
    if (part->runs) return sh_frontier_part_search(part, &frontier->spill, key, has, error);
    *has = sh_keyset_find(&part->set, key, NULL);
    return SH_OK;
}

uint64_t sh_frontier_spilled(const sh_frontier *frontier) {
    return atomic_load(&frontier->spill.end);
}
