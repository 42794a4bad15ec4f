// SPDX-License-Identifier: MIT
// See level.h. Sorted numbers: a board is found by bisection, in memory or with one read a step.
// Hashes are summed over slices of the level on all threads.
#include "puzzle/level.h"

#include <errno.h>  // errno
#include <stdlib.h> // malloc
#include <string.h> // memset, strerror
#include <unistd.h> // access, close
#include <xxhash.h> // XXH3_64bits

#include "base/file.h"
#include "base/memory.h"

enum { CHECKED = 1 << 16 }; // numbers at a time

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

sh_status sh_level_at(const sh_level *level, size_t index, uint64_t *key, sh_error *error) {
    const uint64_t *found = key;
    sh_status status = sh_level_read(level, index, 1, key, &found, error);
    if (!status) *key = *found;
    return status;
}

sh_status sh_level_has(const sh_level *level, uint64_t key, bool *has, sh_error *error) {
    size_t from = 0, to = level->count;
    *has = false;
    while (from < to) {
        size_t middle = (from + to) / 2;
        uint64_t found;
        sh_status status = sh_level_at(level, middle, &found, error);
        if (status) return status;
        if (found == key) *has = true;
        if (found < key)
            from = middle + 1;
        else
            to = found == key ? from : middle;
    }
    return SH_OK;
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

// Reads all numbers once: their checksum, and whether they ascend.
static sh_status check_keys(int file, const header *h, const char *name, sh_error *error) {
    uint64_t *keys = malloc(CHECKED * sizeof *keys), least = 0;
    XXH3_state_t *sum = XXH3_createState();
    sh_status status = keys && sum ? SH_OK : sh_fail(error, SH_RESOURCES, "no memory for a level");
    if (!status) XXH3_64bits_reset(sum);
    bool ascending = true;
    for (uint64_t from = 0; from < h->count && !status; from += CHECKED) {
        size_t now = h->count - from < CHECKED ? (size_t)(h->count - from) : CHECKED;
        status =
            sh_file_read(file, sizeof *h + from * sizeof *keys, keys, now * sizeof *keys, error);
        if (status) break;
        XXH3_64bits_update(sum, keys, now * sizeof *keys);
        for (size_t i = 0; i < now; i++) {
            ascending &= keys[i] >= least && keys[i] < UINT64_MAX;
            least = keys[i] + 1;
        }
    }
    if (!status && XXH3_64bits_digest(sum) != h->sum)
        status = sh_fail(error, SH_DATA, "%.300s is damaged: its checksum is wrong", name);
    if (!status && !ascending)
        status = sh_fail(error, SH_DATA, "%.300s is damaged: its boards are not in order", name);
    XXH3_freeState(sum);
    free(keys);
    return status;
}

sh_status sh_level_load(sh_level *level, const char *name, const sh_level_label *label,
                        uint64_t *hash, sh_error *error) {
    int file;
    uint64_t size;
    header h;
    memset(level, 0, sizeof *level);
    if (access(name, F_OK) != 0) {
        if (errno == ENOENT) return SH_NO;
        return sh_fail(error, SH_DATA, "cannot look for %.300s: %s", name, strerror(errno));
    }
    sh_status status = sh_file_open(&file, &size, name, error);
    if (status) return status;
    status = sh_file_read(file, 0, &h, sizeof h, error);
    if (!status &&
        (memcmp(h.magic, MAGIC, sizeof MAGIC) != 0 || memcmp(&h.label, label, sizeof *label) != 0))
        status = SH_NO;
    if (!status && (h.count != (size - sizeof h) / sizeof(uint64_t) || size % sizeof(uint64_t)))
        status = sh_fail(error, SH_DATA, "%.300s is damaged: it has %llu bytes", name,
                         (unsigned long long)size);
    if (!status) status = check_keys(file, &h, name, error);
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
