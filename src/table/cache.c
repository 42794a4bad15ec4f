// SPDX-License-Identifier: MIT
// See cache.h. A shard is a chained hash table over a fixed array of entries; indices instead of
// pointers, 0 ends a chain. When all are taken a hand goes round: an entry that was used since it
// last came by stays for one more round, the first other one is given up. Memory for blocks comes
// in chunks large enough for huge pages: a probe anywhere in a large cache would miss the TLB.
#include "table/cache.h"

#include <assert.h>  // assert
#include <pthread.h> // pthread_mutex_t
#include <stdbool.h> // bool
#include <stdlib.h>  // calloc
#include <string.h>  // memcpy

#include "base/memory.h"

enum { MOST_SHARDS = 16, LEAST_ENTRIES = 8, DRAW = 254, WORD = 64, CHUNK_BYTES = 4 << 20 };

typedef struct entry {
    uint64_t block;
    void *packed;
    uint32_t next; // in the chain of its bucket
    bool used;     // since the hand came by
} entry;

// Room for blocks that nobody uses begins with the address of the next.
typedef struct room {
    struct room *next;
} room;

// A piece of memory for blocks.
typedef struct chunk {
    struct chunk *next;
    char *memory;
    size_t bytes;
} chunk;

typedef struct shard {
    pthread_mutex_t lock;
    room *rooms;
    chunk *chunks;
    entry *entries;    // capacity + 1
    uint32_t *buckets; // first entry of each chain, or 0
    uint32_t taken, capacity, hand;
    int shift; // of a hash, to the number of its bucket
} shard;

struct sh_cache {
    sh_cache_load *load;
    const void *context;
    uint32_t states;
    int bits;
    size_t block_bytes;
    uint32_t shard_count;
    shard shards[MOST_SHARDS];
};

// The highest bits are the best: four for the shard, the next ones for the bucket.
static uint64_t scatter(uint64_t block) { return block * 0x9e3779b97f4a7c15ULL; }

static shard *shard_of(sh_cache *cache, uint64_t block) {
    return &cache->shards[scatter(block) >> 60 & (cache->shard_count - 1)];
}

static sh_status shard_open(shard *s, uint32_t capacity, sh_error *error) {
    s->capacity = capacity;
    int bits = 1;
    while (capacity >> (bits - 1)) bits++; // two to four buckets an entry
    s->shift = 64 - bits;
    s->entries = calloc((size_t)capacity + 1, sizeof *s->entries);
    s->buckets = calloc((size_t)1 << bits, sizeof *s->buckets);
    if (!s->entries || !s->buckets)
        return sh_fail(error, SH_RESOURCES, "out of memory for a cache of blocks");
    pthread_mutex_init(&s->lock, NULL);
    return SH_OK;
}

static void shard_close(shard *s) {
    if (!s->entries || !s->buckets) {
        free(s->entries);
        free(s->buckets);
        return;
    }
    while (s->chunks) {
        chunk *c = s->chunks;
        s->chunks = c->next;
        sh_memory_unmap(c->memory, c->bytes);
        free(c);
    }
    free(s->entries);
    free(s->buckets);
    pthread_mutex_destroy(&s->lock);
}

sh_status sh_cache_open(sh_cache **out, size_t limit, uint32_t states, int bits,
                        sh_cache_load *load, const void *context, sh_error *error) {
    assert(bits == 2 || bits == 8);
    sh_cache *cache = calloc(1, sizeof *cache);
    if (!cache) return sh_fail(error, SH_RESOURCES, "out of memory for a cache of blocks");
    cache->load = load;
    cache->context = context;
    cache->states = states;
    cache->bits = bits;
    cache->block_bytes = sh_cache_bytes(states, bits);
    size_t entries = limit / (cache->block_bytes + sizeof(entry) + 2 * sizeof(uint32_t));
    if (entries > UINT32_MAX / 4) entries = UINT32_MAX / 4;
    cache->shard_count = 1; // a power of two
    while (cache->shard_count < MOST_SHARDS && 2 * cache->shard_count * LEAST_ENTRIES <= entries)
        cache->shard_count *= 2;
    uint32_t capacity = (uint32_t)(entries / cache->shard_count);
    for (uint32_t i = 0; i < cache->shard_count; i++) {
        sh_status status = shard_open(&cache->shards[i], capacity ? capacity : 1, error);
        if (status) {
            sh_cache_close(cache);
            return status;
        }
    }
    *out = cache;
    return SH_OK;
}

void sh_cache_close(sh_cache *cache) {
    if (!cache) return;
    for (uint32_t i = 0; i < cache->shard_count; i++) shard_close(&cache->shards[i]);
    free(cache);
}

size_t sh_cache_bytes(uint32_t states, int bits) {
    return bits == 8 ? states : ((size_t)states + WORD - 1) / WORD * 2 * sizeof(uint64_t);
}

void sh_cache_pack(const uint8_t *states, uint32_t count, int bits, void *packed) {
    if (bits == 8) {
        memcpy(packed, states, count);
        return;
    }
    uint64_t *word = packed;
    memset(packed, 0, sh_cache_bytes(count, bits));
    for (uint32_t i = 0; i < count; i++) {
        word[i / WORD * 2] |= (uint64_t)(states[i] == 1) << i % WORD;
        word[i / WORD * 2 + 1] |= (uint64_t)(states[i] == DRAW) << i % WORD;
    }
}

static uint8_t read_state(const sh_cache *cache, const void *packed, uint32_t place) {
    if (cache->bits == 8) return ((const uint8_t *)packed)[place];
    const uint64_t *word = (const uint64_t *)packed + place / WORD * 2;
    return word[1] >> place % WORD & 1 ? DRAW : (uint8_t)(word[0] >> place % WORD & 1);
}

static uint32_t *bucket(shard *s, uint64_t block) {
    return &s->buckets[scatter(block) << 4 >> s->shift];
}

static uint32_t find(shard *s, uint64_t block) {
    uint32_t at = *bucket(s, block);
    while (at && s->entries[at].block != block) at = s->entries[at].next;
    return at;
}

// An entry to be filled: a fresh one, or one not used lately, taken out of its chain.
static uint32_t vacate(shard *s) {
    if (s->taken < s->capacity) return ++s->taken;
    for (;;) {
        s->hand = s->hand % s->capacity + 1;
        if (!s->entries[s->hand].used) break;
        s->entries[s->hand].used = false;
    }
    uint32_t *at = bucket(s, s->entries[s->hand].block);
    while (*at != s->hand) at = &s->entries[*at].next;
    *at = s->entries[s->hand].next;
    return s->hand;
}

// Puts a block into the shard and returns the memory that became free, if any.
static void *insert(shard *s, uint64_t block, void *packed) {
    if (find(s, block)) return packed; // another thread was faster
    uint32_t at = vacate(s);
    entry *e = &s->entries[at];
    void *old = e->packed;
    e->block = block;
    e->packed = packed;
    e->next = *bucket(s, block);
    *bucket(s, block) = at;
    e->used = true;
    return old;
}

// Another chunk, as rooms for as many blocks as fit but no more than the shard will need.
static void add_rooms(shard *s, size_t block_bytes) {
    size_t count = CHUNK_BYTES / block_bytes;
    if (count > s->capacity) count = s->capacity;
    if (count == 0) count = 1;
    chunk *c = malloc(sizeof *c);
    if (!c) return;
    *c = (chunk){.next = s->chunks, .bytes = count * block_bytes};
    c->memory = sh_memory_map(c->bytes);
    if (!c->memory) {
        free(c);
        return;
    }
    s->chunks = c;
    for (size_t i = 0; i < count; i++) {
        room *r = (room *)(c->memory + i * block_bytes);
        r->next = s->rooms;
        s->rooms = r;
    }
}

// Room for a block, NULL where there is no memory; and back.
static void *take_room(shard *s, size_t block_bytes) {
    pthread_mutex_lock(&s->lock);
    if (!s->rooms) add_rooms(s, block_bytes);
    room *r = s->rooms;
    if (r) s->rooms = r->next;
    pthread_mutex_unlock(&s->lock);
    return r;
}

static void give_room(shard *s, void *packed) {
    if (!packed) return;
    room *r = packed;
    r->next = s->rooms;
    s->rooms = r;
}

static sh_status load(sh_cache *cache, shard *s, uint64_t block, uint32_t place, uint8_t *value,
                      sh_error *error) {
    void *packed = take_room(s, (cache->block_bytes + 63) / 64 * 64);
    if (!packed) return sh_fail(error, SH_RESOURCES, "out of memory for a block of a table");
    sh_status status = cache->load(cache->context, block, packed, error);
    if (!status) *value = read_state(cache, packed, place);
    pthread_mutex_lock(&s->lock);
    give_room(s, status ? packed : insert(s, block, packed));
    pthread_mutex_unlock(&s->lock);
    return status;
}

sh_status sh_cache_get(sh_cache *cache, uint64_t block, uint32_t place, uint8_t *value,
                       sh_error *error) {
    assert(place < cache->states);
    shard *s = shard_of(cache, block);
    pthread_mutex_lock(&s->lock);
    uint32_t at = find(s, block);
    if (at) {
        *value = read_state(cache, s->entries[at].packed, place);
        s->entries[at].used = true;
    }
    pthread_mutex_unlock(&s->lock);
    return at ? SH_OK : load(cache, s, block, place, value, error);
}
