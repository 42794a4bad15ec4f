// SPDX-License-Identifier: MIT
// See level.h. Sorted numbers: a board is found by bisection, in memory or with one read a step.
// Hashes are summed over slices of the level on all threads.
#include "puzzle/level.h"

#include <string.h> // memset
#include <unistd.h> // close
#include <xxhash.h> // XXH3_64bits

#include "base/file.h"
#include "base/memory.h"
#include "base/sum.h"

static const char MAGIC[8] = "SHLEVEL1";

typedef struct header {
    char magic[8];
    sh_level_label label;
    uint64_t count, sum, hash, spare;
} header;
_Static_assert(sizeof(header) == 64, "the header of a level's file");

static sh_mark own_mark(void) { return (sh_mark){MAGIC, sizeof MAGIC, 0, "a level of a search"}; }

void sh_level_close(sh_level *level) {
    if (level->memory) sh_memory_unmap(level->memory, level->bytes);
    if (level->file) close(level->file - 1);
    memset(level, 0, sizeof *level);
}

sh_status sh_level_take(sh_level *level, sh_number_set *set, sh_pool *pool, sh_error *error) {
    uint64_t *keys;
    memset(level, 0, sizeof *level);
    sh_status status = sh_number_set_sorted(set, pool, &keys, &level->count, &level->bytes, error);
    if (status)
        memset(level, 0, sizeof *level);
    else
        level->keys = level->memory = keys;
    return status;
}

sh_status sh_level_read(const sh_level *level, size_t from, size_t count, uint64_t *buffer,
                        const uint64_t **keys, sh_error *error) {
    if (level->keys) {
        *keys = level->keys + from;
        return SH_OK;
    }
    *keys = buffer;
    return sh_file_read(level->file - 1, sizeof(header) + from * sizeof *buffer, buffer,
                        count * sizeof *buffer, error);
}

static uint64_t key_at(const sh_level *level, size_t index) {
    uint64_t buffer = 0;
    const uint64_t *key;
    return sh_level_read(level, index, 1, &buffer, &key, NULL) == SH_OK ? *key : UINT64_MAX;
}

bool sh_level_has(const sh_level *level, uint64_t key) {
    size_t from = 0, to = level->count;
    while (from < to) {
        size_t middle = (from + to) / 2;
        if (key_at(level, middle) < key)
            from = middle + 1;
        else
            to = middle;
    }
    return from < level->count && key_at(level, from) == key;
}

#define HASH_TASKS 256

typedef struct hashing {
    const sh_corridor *corridor;
    const sh_level *level;
    uint64_t sum[HASH_TASKS];
} hashing;

// Boards of one tally follow each other, so its counts are unpacked once.
static void hash_part(void *context, size_t index, int worker) {
    hashing *h = context;
    const sh_corridor *c = h->corridor;
    uint16_t subset[SH_MAX_DIAGONALS];
    sh_counts counts;
    uint32_t last = SH_TALLY_NONE;
    size_t to = h->level->count * (index + 1) / HASH_TASKS;
    for (size_t i = h->level->count * index / HASH_TASKS; i < to; i++) {
        uint32_t tally = sh_board_tally(c, h->level->keys[i]);
        if (tally != last) sh_tally_unpack(c->tallying, sh_tally_map_at(&c->map, tally), &counts);
        last = tally;
        sh_board_subsets_of(c, &counts, h->level->keys[i], subset);
        h->sum[index] += sh_board_hash(c->tallying->passage, subset);
    }
}

uint64_t sh_level_hash(const sh_corridor *corridor, const sh_level *level, sh_pool *pool) {
    hashing h = {.corridor = corridor, .level = level};
    uint64_t sum = 0;
    sh_pool_run(pool, HASH_TASKS, hash_part, &h);
    for (int i = 0; i < HASH_TASKS; i++) sum += h.sum[i];
    return sum;
}

sh_status sh_level_store(sh_level *level, const char *name, const sh_level_label *label,
                         uint64_t hash, sh_error *error) {
    sh_writer *writer;
    sh_mark mark = own_mark();
    size_t bytes = level->count * sizeof *level->keys;
    header h = {.label = *label, .count = level->count, .hash = hash};
    memcpy(h.magic, MAGIC, sizeof MAGIC);
    h.sum = XXH3_64bits(level->keys ? level->keys : &h.spare, bytes);
    sh_status status = sh_writer_open(&writer, name, &mark, error);
    if (status) return status;
    sh_writer_write(writer, &h, sizeof h);
    if (bytes) sh_writer_write(writer, level->keys, bytes);
    status = sh_writer_commit(writer, error);
    if (!status && level->count) {
        sh_level_close(level);
        status = sh_level_load(level, name, label, &hash, error);
    }
    return status;
}

static sh_status read_keys(const void *context, uint64_t offset, void *bytes, size_t count,
                           sh_error *error) {
    return sh_file_read(*(const int *)context, offset, bytes, count, error);
}

static sh_status check_sum(int file, const header *h, const char *name, sh_error *error) {
    uint64_t sum = 0;
    sh_status status =
        sh_sum(read_keys, &file, sizeof *h, h->count * sizeof(uint64_t), &sum, error);
    if (!status && sum != h->sum)
        status = sh_fail(error, SH_DATA, "%s is damaged: its checksum is wrong", name);
    return status;
}

sh_status sh_level_load(sh_level *level, const char *name, const sh_level_label *label,
                        uint64_t *hash, sh_error *error) {
    int file;
    uint64_t size;
    header h;
    memset(level, 0, sizeof *level);
    if (access(name, F_OK) != 0) return SH_NO;
    sh_status status = sh_file_open(&file, &size, name, error);
    if (status) return status;
    status = sh_file_read(file, 0, &h, sizeof h, error);
    if (!status &&
        (memcmp(h.magic, MAGIC, sizeof MAGIC) != 0 || memcmp(&h.label, label, sizeof *label) != 0))
        status = SH_NO;
    if (!status && size != sizeof h + h.count * sizeof(uint64_t))
        status = sh_fail(error, SH_DATA, "%s is damaged: it has %llu bytes", name,
                         (unsigned long long)size);
    if (!status) status = check_sum(file, &h, name, error);
    if (!status) *hash = h.hash;
    if (status || !h.count) {
        close(file);
        return status;
    }
    *level = (sh_level){.count = h.count, .file = file + 1};
    return SH_OK;
}

sh_status sh_level_clear(const char *name, sh_error *error) {
    sh_mark mark = own_mark();
    return sh_place_clear(name, &mark, error);
}
