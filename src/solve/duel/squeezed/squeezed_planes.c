// SPDX-License-Identifier: MIT
// Blocks of planes as strips, and back. Alone, a thread runs through the whole stream. Those who
// share a block cut it into ranges of ids: where each begins is known. A range that does not begin
// with a word leaves the bits before it zero, and those after its last whole word are put where
// they belong when all are done.
#include <stdlib.h> // malloc
#include <string.h> // memset

#include "solve/duel/squeezed/squeezed.h"

enum { RANGE = 8 * SH_STREAM_STEP, WORDS = 32768 }; // ids and words of a task

// What the tasks of one block share.
typedef struct range_job {
    const sh_squeezed *squeezed;
    uint64_t block;
    sh_strip *strips;       // to be expanded into, or cleared
    const sh_strip *from;   // to be squeezed, or looked at
    uint64_t *words;        // of a stream
    const uint64_t *more;   // to be added to them
    uint64_t *alive;        // bits by id
    sh_bit_stream *streams; // by range: where squeezing ended
} range_job;

static uint64_t ranges(const sh_squeezed *squeezed) {
    return (squeezed->index.ids + RANGE - 1) / RANGE;
}

static uint64_t range_ids(const sh_squeezed *squeezed, uint64_t range) {
    uint64_t left = squeezed->index.ids - range * RANGE;
    return left < RANGE ? left : RANGE;
}

static uint64_t range_place(const range_job *job, uint64_t range) {
    return sh_squeezed_starts_of(job->squeezed, job->block)[range * (RANGE / SH_STREAM_STEP)];
}

static void expand_range(void *context, size_t range, int worker) {
    const range_job *job = context;
    const sh_squeezed *squeezed = job->squeezed;
    uint64_t place = range_place(job, range), used = place % 64;
    sh_bit_stream stream = {job->words + place / 64, 0, 0};
    if (used) stream = (sh_bit_stream){stream.words + 1, *stream.words >> used, 64 - (int)used};
    squeezed->kernels->expand(&squeezed->index, job->block, &stream, range * RANGE,
                              range_ids(squeezed, range), job->strips + range * RANGE);
}

// Copies of sets equal to their mirror images, of which the first is in another range.
static void copy_mirrors(const sh_duel_index *index, sh_strip *strips) {
    for (uint64_t w = 0; index->mirrored && w < index->half / 64; w++)
        for (uint64_t left = index->own_mirror[w]; left; left &= left - 1) {
            uint64_t id = w * 64 + (uint64_t)__builtin_ctzll(left);
            strips[index->half + id] = strips[id];
        }
}

sh_status sh_squeezed_read(sh_squeezed *squeezed, sh_pool *team, int plane, uint64_t block,
                           sh_strip *strips, sh_error *error) {
    uint64_t *words;
    sh_status status =
        squeezed->kind->borrow(squeezed->store, team, plane, block, false, &words, error);
    if (status) return status;
    if (team) {
        range_job job = {.squeezed = squeezed, .block = block, .strips = strips, .words = words};
        sh_pool_run(team, ranges(squeezed), expand_range, &job);
        copy_mirrors(&squeezed->index, strips);
    } else {
        sh_bit_stream stream = {words, 0, 0};
        squeezed->kernels->expand(&squeezed->index, block, &stream, 0, squeezed->index.ids, strips);
    }
    return squeezed->kind->give_back(squeezed->store, team, plane, block, words, false, error);
}

static void squeeze_range(void *context, size_t range, int worker) {
    const range_job *job = context;
    const sh_squeezed *squeezed = job->squeezed;
    uint64_t place = range_place(job, range);
    job->streams[range] = (sh_bit_stream){job->words + place / 64, 0, (int)(place % 64)};
    squeezed->kernels->squeeze(&squeezed->index, job->block, job->from + range * RANGE,
                               range * RANGE, range_ids(squeezed, range), &job->streams[range]);
}

// Puts the last bits of the ranges where they belong. Returns where the stream ends.
static sh_bit_stream join_ranges(const range_job *job) {
    uint64_t held = 0;
    for (uint64_t range = 0; range < ranges(job->squeezed); range++) {
        uint64_t *first = job->words + range_place(job, range) / 64;
        const sh_bit_stream *stream = &job->streams[range];
        if (stream->words > first) {
            *first |= held;
            held = 0;
        }
        held |= stream->held;
    }
    const sh_bit_stream *last = &job->streams[ranges(job->squeezed) - 1];
    return (sh_bit_stream){last->words, held, last->fill};
}

sh_status sh_squeezed_squeeze(const sh_squeezed *squeezed, sh_pool *team, uint64_t block,
                              const sh_strip *strips, uint64_t *words, sh_error *error) {
    sh_bit_stream stream = {words, 0, 0};
    if (team) {
        range_job job = {.squeezed = squeezed, .block = block, .from = strips, .words = words};
        job.streams = malloc(ranges(squeezed) * sizeof *job.streams);
        if (!job.streams) return sh_fail(error, SH_RESOURCES, "no memory to squeeze a block");
        sh_pool_run(team, ranges(squeezed), squeeze_range, &job);
        stream = join_ranges(&job);
        free(job.streams);
    } else {
        squeezed->kernels->squeeze(&squeezed->index, block, strips, 0, squeezed->index.ids,
                                   &stream);
    }
    if (stream.fill) *stream.words++ = stream.held;
    memset(stream.words, 0, (size_t)(words + squeezed->block_words - stream.words) * sizeof *words);
    return SH_OK;
}

sh_status sh_squeezed_write(sh_squeezed *squeezed, sh_pool *team, int plane, uint64_t block,
                            const sh_strip *strips, sh_error *error) {
    uint64_t *words;
    sh_status status =
        squeezed->kind->borrow(squeezed->store, team, plane, block, true, &words, error);
    if (status) return status;
    status = sh_squeezed_squeeze(squeezed, team, block, strips, words, error);
    sh_status given = squeezed->kind->give_back(squeezed->store, team, plane, block, words, !status,
                                                status ? NULL : error);
    return status ? status : given;
}

static void add_words(void *context, size_t number, int worker) {
    const range_job *job = context;
    uint64_t begin = number * WORDS, end = begin + WORDS;
    if (end > job->squeezed->block_words) end = job->squeezed->block_words;
    for (uint64_t w = begin; w < end; w++) job->words[w] |= job->more[w];
}

sh_status sh_squeezed_add(sh_squeezed *squeezed, sh_pool *team, int plane, uint64_t block,
                          const uint64_t *stream, sh_error *error) {
    range_job job = {.squeezed = squeezed, .more = stream};
    sh_status status =
        squeezed->kind->borrow(squeezed->store, team, plane, block, false, &job.words, error);
    if (status) return status;
    sh_pool_run(team, (squeezed->block_words + WORDS - 1) / WORDS, add_words, &job);
    return squeezed->kind->give_back(squeezed->store, team, plane, block, job.words, true, error);
}

static void clear_range(void *context, size_t range, int worker) {
    const range_job *job = context;
    memset(job->strips + range * RANGE, 0, range_ids(job->squeezed, range) * sizeof *job->strips);
}

void sh_squeezed_clear(const sh_squeezed *squeezed, sh_pool *team, sh_strip *strips) {
    range_job job = {.squeezed = squeezed, .strips = strips};
    sh_pool_run(team, ranges(squeezed), clear_range, &job);
}

static void find_alive(void *context, size_t range, int worker) {
    const range_job *job = context;
    const sh_duel_index *index = &job->squeezed->index;
    uint64_t first = range * RANGE, count = range_ids(job->squeezed, range);
    memset(job->alive + first / 64, 0, count / 8);
    for (uint64_t id = first; id < first + count; id++)
        if (!sh_duel_is_copy(index, id) && sh_strip_any(&job->from[id])) sh_bit_set(job->alive, id);
}

void sh_squeezed_alive(const sh_squeezed *squeezed, sh_pool *team, const sh_strip *unknown,
                       uint64_t *alive) {
    range_job job = {.squeezed = squeezed, .from = unknown, .alive = alive};
    sh_pool_run(team, ranges(squeezed), find_alive, &job);
}

static void measure_block(void *context, size_t number, int worker) {
    const sh_squeezed *squeezed = context;
    uint64_t block = sh_squeezed_block(squeezed, number);
    squeezed->kernels->measure(&squeezed->index, block, sh_squeezed_starts_of(squeezed, block));
}

void sh_squeezed_measure(sh_squeezed *squeezed, sh_pool *pool) {
    if (!squeezed->measured)
        sh_pool_run(pool, sh_squeezed_blocks(squeezed), measure_block, squeezed);
    squeezed->measured = true;
}
