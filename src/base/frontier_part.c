// SPDX-License-Identifier: MIT
// See frontier_part.h. Runs are as they came; a set in memory finds repetitions when they are read
// back, which is faster than sorting them and needs room for one part only.
#include "base/frontier_part.h"

#include <stdlib.h> // malloc
#include <string.h> // memcpy

#include "base/nameless.h"

enum { BUFFER = 4096 }; // keys

static size_t key_bytes(const sh_frontier_part *part) {
    return (size_t)part->set.words * sizeof *part->set.key;
}

void sh_frontier_part_close(sh_frontier_part *part) {
    sh_keyset_close(&part->set);
    free(part->run);
    pthread_mutex_destroy(&part->lock);
}

sh_status sh_frontier_part_spill(sh_frontier_part *part, sh_spill *spill, sh_error *error) {
    size_t bytes = part->set.count * key_bytes(part);
    if (!bytes) return SH_OK;
    sh_key_run *run = realloc(part->run, (part->runs + 1) * sizeof *run);
    if (!run) return sh_fail(error, SH_RESOURCES, "out of memory for a level");
    part->run = run;
    uint64_t offset = atomic_fetch_add(&spill->end, bytes);
    sh_status status = sh_nameless_write(spill->file, part->set.key, bytes, offset, error);
    if (status) return status;
    part->run[part->runs++] = (sh_key_run){offset, part->set.count};
    sh_keyset_close(&part->set);
    return SH_OK;
}

static sh_status gather_run(sh_frontier_part *part, const sh_spill *spill, sh_key_run run,
                            uint64_t *buffer, sh_error *error) {
    for (uint64_t at = 0; at < run.count; at += BUFFER) {
        size_t count = run.count - at < BUFFER ? (size_t)(run.count - at) : BUFFER;
        sh_status status = sh_nameless_read(spill->file, buffer, count * key_bytes(part),
                                            run.offset + at * key_bytes(part), error);
        if (status) return status;
        for (size_t i = 0; i < count; i++)
            if (sh_keyset_add(&part->set, buffer + i * (size_t)part->set.words) == SH_RESOURCES)
                return sh_fail(error, SH_RESOURCES, "out of memory for one part of a level");
    }
    sh_nameless_drop(spill->file, run.count * key_bytes(part), run.offset);
    return SH_OK;
}

sh_status sh_frontier_part_gather(sh_frontier_part *part, sh_spill *spill, sh_error *error) {
    uint64_t *buffer = malloc(BUFFER * key_bytes(part));
    sh_status status = SH_OK;
    if (!buffer) status = sh_fail(error, SH_RESOURCES, "out of memory for a level");
    for (size_t i = 0; i < part->runs && !status; i++)
        status = gather_run(part, spill, part->run[i], buffer, error);
    part->runs = 0;
    free(buffer);
    return status;
}

uint64_t sh_frontier_part_total(const sh_frontier_part *part) {
    return part->runs ? part->run[0].count : part->set.count;
}

sh_status sh_frontier_part_read(const sh_frontier_part *part, const sh_spill *spill, uint64_t from,
                                uint64_t *keys, size_t room, size_t *got, sh_error *error) {
    uint64_t count = sh_frontier_part_total(part);
    size_t bytes = key_bytes(part);
    *got = from >= count ? 0 : count - from < room ? (size_t)(count - from) : room;
    if (part->runs)
        return sh_nameless_read(spill->file, keys, *got * bytes, part->run[0].offset + from * bytes,
                                error);
    if (*got) memcpy(keys, sh_keyset_at(&part->set, from), *got * bytes);
    return SH_OK;
}
