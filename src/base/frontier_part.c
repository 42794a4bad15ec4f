// SPDX-License-Identifier: MIT
// See frontier_part.h. Runs are read and written in buffers of some thousand keys; the least of the
// heads of all runs is the next key of the merge, and the runs of earlier levels follow it.
#include "base/frontier_part.h"

#include <stdlib.h> // qsort
#include <string.h> // memcpy

enum { BUFFER = 8192 }; // keys

static int compare(const uint64_t *a, const uint64_t *b, int words) {
    for (int i = 0; i < words; i++)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

static int compare_single(const void *a, const void *b) { return compare(a, b, 1); }

static int compare_keys(const void *a, const void *b, void *words) {
    return compare(a, b, *(const int *)words);
}

sh_status sh_frontier_part_spill(sh_frontier_part *part, sh_spill *spill, sh_error *error) {
    sh_keyset *set = &part->set;
    size_t bytes = (size_t)set->words * sizeof *set->key;
    sh_key_run *run = realloc(part->run, (part->runs + 1) * sizeof *run);
    if (!run) return sh_fail(error, SH_RESOURCES, "out of memory for a level");
    part->run = run;
    if (set->words == 1)
        qsort(set->key, set->count, bytes, compare_single);
    else
        qsort_r(set->key, set->count, bytes, compare_keys, &set->words);
    uint64_t offset = atomic_fetch_add(&spill->end, set->count * bytes);
    sh_status status = sh_nameless_write(spill->file, set->key, set->count * bytes, offset, error);
    if (status) return status;
    part->run[part->runs++] = (sh_key_run){offset, set->count};
    sh_keyset_clear(set);
    return SH_OK;
}

// A run being read.
typedef struct stream {
    int file, words;
    uint64_t offset, left; // of what is not yet in the buffer: bytes, keys
    size_t at, filled;     // keys of the buffer
    uint64_t *key;
} stream;

static sh_status fill(stream *s, sh_error *error) {
    s->at = 0;
    s->filled = s->left < BUFFER ? (size_t)s->left : BUFFER;
    size_t bytes = s->filled * (size_t)s->words * sizeof *s->key;
    sh_status status = sh_nameless_read(s->file, s->key, bytes, s->offset, error);
    s->offset += bytes;
    s->left -= s->filled;
    return status;
}

static sh_status open_stream(stream *s, int file, int words, sh_key_run run, sh_error *error) {
    *s = (stream){.file = file, .words = words, .offset = run.offset, .left = run.count};
    s->key = malloc(BUFFER * (size_t)words * sizeof *s->key);
    return s->key ? fill(s, error) : sh_fail(error, SH_RESOURCES, "out of memory for a merge");
}

// The key at the head of a run; NULL at its end.
static const uint64_t *head(const stream *s) {
    return s->at < s->filled ? s->key + s->at * (size_t)s->words : NULL;
}

static sh_status advance(stream *s, sh_error *error) {
    return ++s->at == s->filled && s->left ? fill(s, error) : SH_OK;
}

// Takes the least key of all runs into `least`, out of every run that has it. SH_NO at the end.
static sh_status take_least(stream *streams, size_t count, uint64_t *least, sh_error *error) {
    const uint64_t *best = NULL;
    int words = streams->words;
    for (size_t i = 0; i < count; i++)
        if (head(&streams[i]) && (!best || compare(head(&streams[i]), best, words) < 0))
            best = head(&streams[i]);
    if (!best) return SH_NO;
    memcpy(least, best, (size_t)words * sizeof *least);
    sh_status status = SH_OK;
    for (size_t i = 0; i < count && !status; i++)
        if (head(&streams[i]) && !compare(head(&streams[i]), least, words))
            status = advance(&streams[i], error);
    return status;
}

// Is a key in one of the runs? They are read up to it.
static sh_status is_among(stream *streams, size_t count, const uint64_t *key, bool *among,
                          sh_error *error) {
    *among = false;
    for (size_t i = 0; i < count; i++) {
        sh_status status = SH_OK;
        while (!status && head(&streams[i]) && compare(head(&streams[i]), key, streams->words) < 0)
            status = advance(&streams[i], error);
        if (status) return status;
        *among |= head(&streams[i]) && !compare(head(&streams[i]), key, streams->words);
    }
    return SH_OK;
}

// A run being written.
typedef struct sink {
    int file, words;
    uint64_t offset, count;
    size_t filled;
    uint64_t *key;
} sink;

static sh_status flush(sink *out, sh_error *error) {
    size_t bytes = out->filled * (size_t)out->words * sizeof *out->key;
    uint64_t offset = out->offset + out->count * (uint64_t)out->words * sizeof *out->key;
    out->count += out->filled;
    out->filled = 0;
    return sh_nameless_write(out->file, out->key, bytes, offset, error);
}

static sh_status merge(stream *streams, size_t runs, stream *earlier, size_t earlier_count,
                       sink *out, sh_error *error) {
    uint64_t key[SH_FRONTIER_WORDS];
    sh_status status;
    while (!(status = take_least(streams, runs, key, error))) {
        bool known;
        status = is_among(earlier, earlier_count, key, &known, error);
        if (status) return status;
        if (known) continue;
        memcpy(out->key + out->filled++ * (size_t)out->words, key,
               (size_t)out->words * sizeof *key);
        if (out->filled == BUFFER) status = flush(out, error);
        if (status) return status;
    }
    return status == SH_NO ? flush(out, error) : status;
}

sh_status sh_frontier_part_merge(sh_frontier_part *part, sh_spill *spill,
                                 const sh_frontier_part *const *earlier,
                                 const sh_spill *const *spills, size_t count, sh_error *error) {
    int words = part->set.words;
    uint64_t total = 0;
    for (size_t i = 0; i < part->runs; i++) total += part->run[i].count;
    uint64_t bytes = total * (uint64_t)words * sizeof(uint64_t);
    stream *streams = calloc(part->runs + count, sizeof *streams);
    sink out = {.file = spill->file,
                .words = words,
                .offset = atomic_fetch_add(&spill->end, bytes),
                .key = malloc(BUFFER * (size_t)words * sizeof *out.key)};
    sh_status status = SH_OK;
    if (!streams || !out.key) status = sh_fail(error, SH_RESOURCES, "out of memory for a merge");
    for (size_t i = 0; i < part->runs && !status; i++)
        status = open_stream(&streams[i], spill->file, words, part->run[i], error);
    for (size_t i = 0; i < count && !status; i++)
        status = open_stream(&streams[part->runs + i], spills[i]->file, words, earlier[i]->run[0],
                             error);
    if (!status) status = merge(streams, part->runs, streams + part->runs, count, &out, error);
    for (size_t i = 0; streams && i < part->runs + count; i++) free(streams[i].key);
    free(streams);
    free(out.key);
    if (status) return status;
    for (size_t i = 0; i < part->runs; i++)
        sh_nameless_drop(spill->file, part->run[i].count * (uint64_t)words * sizeof(uint64_t),
                         part->run[i].offset);
    part->run[0] = (sh_key_run){out.offset, out.count};
    part->runs = 1;
    return SH_OK;
}

sh_status sh_frontier_part_search(const sh_frontier_part *part, const sh_spill *spill,
                                  const uint64_t *key, bool *has, sh_error *error) {
    int words = part->set.words;
    uint64_t low = 0, high = part->run[0].count, found[SH_FRONTIER_WORDS];
    *has = false;
    while (low < high && !*has) {
        uint64_t middle = low + (high - low) / 2, bytes = (uint64_t)words * sizeof *key;
        sh_status status = sh_nameless_read(spill->file, found, (size_t)bytes,
                                            part->run[0].offset + middle * bytes, error);
        if (status) return status;
        int order = compare(found, key, words);
        *has = order == 0;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return SH_OK;
}
