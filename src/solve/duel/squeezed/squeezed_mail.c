// SPDX-License-Identifier: MIT
// Tiles as bytes. A message begins with the block it comes from; a tile in it begins with its
// plane, half and form, how many states it has and how many bytes, and holds its states in one of
// four forms:
//   few:    gaps (gaps.h) between the sender's ids and lanes, id after id;
//   gaps:   the tile as the receiver has it, squeezed, as gaps between the bits that are set;
//   plain:  the same, its words;
//   packed: its words, compressed (coded.h).
// The first needs no transposition. The second is about as short as the entropy of a tile of news.
// Whole planes, which are sent when the solve is over, are full of patterns and are packed.
#include <pthread.h> // pthread_mutex_t
#include <stdlib.h>  // realloc
#include <string.h>  // memcpy

#include "solve/duel/squeezed/gaps.h"
#include "solve/duel/squeezed/squeezed.h"

enum { FEW, GAPS, PLAIN, PACKED };
enum {
    FEW_STATES = 256,
    PAIRS = SH_LANES * SH_LANES,
    TILE_WORDS = SH_LANES * SH_STRIP_WORDS + SH_STREAM_AHEAD,
    MOST_BYTES = 2 * PAIRS / 8 + 64, // of the states of a tile in any form
    MOST_HEADER = 24
};

// What stands before the states of a tile.
typedef struct tile_header {
    unsigned plane, image, form, shift;
    uint64_t states; // or bits that are set, of the second form, or words, of the last
    uint64_t bytes;  // that follow
} tile_header;

static bool reserve(sh_outbox *box, size_t size) {
    if (box->size + size <= box->room) return true;
    size_t room = 2 * (box->size + size);
    uint8_t *grown = realloc(box->bytes, room);
    if (!grown) return false;
    box->bytes = grown;
    box->room = room;
    return true;
}

// A number in as many bytes of seven bits as it needs, the lowest first.
static void put_number(sh_outbox *box, uint64_t number) {
    for (; number > 127; number >>= 7) box->bytes[box->size++] = (uint8_t)(number | 128);
    box->bytes[box->size++] = (uint8_t)number;
}

static const uint8_t *get_number(const uint8_t *at, const uint8_t *end, uint64_t *number) {
    *number = 0;
    for (int shift = 0; at && at < end && shift < 64; shift += 7) {
        *number |= (uint64_t)(*at & 127) << shift;
        if (!(*at++ & 128)) return at;
    }
    return NULL;
}

static bool post(sh_outbox *box, uint64_t from, const tile_header *header, const void *states) {
    if (!reserve(box, MOST_HEADER + header->bytes)) return false;
    if (!box->size) put_number(box, from);
    box->bytes[box->size++] = (uint8_t)(header->plane | header->image << 4 | header->form << 5);
    box->bytes[box->size++] = (uint8_t)header->shift;
    put_number(box, header->states);
    put_number(box, header->bytes);
    memcpy(box->bytes + box->size, states, header->bytes);
    box->size += header->bytes;
    return true;
}

static const uint8_t *get_header(const uint8_t *at, const uint8_t *end, tile_header *header) {
    if (end - at < 2) return NULL;
    *header = (tile_header){
        .plane = *at & 15, .image = *at >> 4 & 1, .form = *at >> 5, .shift = at[1] & 31};
    at = get_number(at + 2, end, &header->states);
    at = get_number(at, end, &header->bytes);
    return at && header->bytes <= (uint64_t)(end - at) ? at : NULL;
}

static bool post_few(sh_outbox *box, uint64_t from, tile_header header, const sh_strip *strips,
                     uint64_t count) {
    uint8_t bytes[MOST_BYTES];
    header.shift = (unsigned)sh_gaps_shift(PAIRS, header.states);
    sh_gaps gaps = {.at = bytes, .shift = (int)header.shift};
    for (uint64_t id = 0; id < count; id++) SH_EACH_WORD(i)
    for (uint64_t left = strips[id].w[i]; left; left &= left - 1)
        sh_gaps_put(&gaps, id * SH_LANES + (uint64_t)i * 64 + (uint64_t)__builtin_ctzll(left));
    header.bytes = (uint64_t)(sh_gaps_finish(&gaps) - bytes);
    return post(box, from, &header, bytes);
}

// The gaps between the bits that are set; returns how many bytes they take.
static uint64_t write_gaps(tile_header *header, const uint64_t *words, uint64_t count,
                           uint8_t *bytes) {
    header->form = GAPS;
    header->shift = (unsigned)sh_gaps_shift(count * 64, header->states);
    sh_gaps gaps = {.at = bytes, .shift = (int)header->shift};
    for (uint64_t w = 0; w < count; w++)
        for (uint64_t left = words[w]; left; left &= left - 1)
            sh_gaps_put(&gaps, w * 64 + (uint64_t)__builtin_ctzll(left));
    return (uint64_t)(sh_gaps_finish(&gaps) - bytes);
}

// The words of a tile in the shortest form; gaps are shorter than words up to half of all bits.
static bool post_words(sh_squeezed *squeezed, sh_outbox *box, uint64_t from, tile_header header,
                       const uint64_t *words, uint64_t count) {
    uint8_t gaps[MOST_BYTES], packed[MOST_BYTES];
    const void *shortest = words;
    header.form = PLAIN;
    header.bytes = count * sizeof *words;
    if (header.states < count * 32) {
        header.bytes = write_gaps(&header, words, count, gaps);
        shortest = gaps;
    }
    if (squeezed->finishing) {
        size_t less = sh_coded_pack_piece(&squeezed->coder, words, count, packed);
        if (less < header.bytes) {
            header = (tile_header){.plane = header.plane,
                                   .image = header.image,
                                   .form = PACKED,
                                   .states = count,
                                   .bytes = less};
            shortest = packed;
        }
    }
    return post(box, from, &header, shortest);
}

// Squeezes a tile as the receiver has it.
static bool post_many(sh_squeezed *squeezed, sh_outbox *box, uint64_t from, const sh_duel_tile *to,
                      tile_header header, const sh_strip *strips, uint64_t count) {
    sh_strip turned[SH_LANES];
    uint64_t words[TILE_WORDS], bits = 0;
    squeezed->kernels->transpose(strips, count, turned);
    sh_bit_stream stream = {words, 0, 0};
    squeezed->kernels->squeeze(&squeezed->index, to->block, turned, to->first, to->strips, &stream);
    if (stream.fill) *stream.words++ = stream.held;
    uint64_t length = (uint64_t)(stream.words - words);
    for (uint64_t w = 0; w < length; w++) bits += (uint64_t)__builtin_popcountll(words[w]);
    header.states = bits;
    return post_words(squeezed, box, from, header, words, length);
}

// Puts the states of one plane and group of ids, of strips by id, into a box.
static bool post_tile(sh_squeezed *squeezed, sh_outbox *box, uint64_t block, uint64_t group,
                      const sh_posting *posting) {
    sh_duel_tile tile = sh_duel_tile_at(&squeezed->index, block, group);
    const sh_strip *strips = posting->strips + tile.first;
    uint64_t states = 0;
    for (uint64_t i = 0; i < tile.strips; i++) states += (uint64_t)sh_strip_count(&strips[i]);
    if (!states) return true;
    sh_duel_tile to = sh_duel_opposite(&squeezed->index, block, group);
    tile_header header = {.plane = (unsigned)posting->plane,
                          .image = group >= squeezed->index.blocks,
                          .states = states};
    box->states += states;
    return states < FEW_STATES ? post_few(box, block, header, strips, tile.strips)
                               : post_many(squeezed, box, block, &to, header, strips, tile.strips);
}

// The messages of one block.
typedef struct send_job {
    sh_squeezed *squeezed;
    sh_squeezed_worker *worker;
    uint64_t block;
    const sh_posting *postings;
    int count;
    const sh_duel_news *changed;
    sh_failure failure;
} send_job;

static bool post_group(const send_job *job, sh_outbox *box, uint64_t group) {
    sh_duel_tile tile = sh_duel_tile_at(&job->squeezed->index, job->block, group);
    if (job->changed && !sh_duel_has_news(job->changed, &tile)) return true;
    bool posted = true;
    for (int i = 0; posted && i < job->count; i++)
        posted = post_tile(job->squeezed, box, job->block, group, &job->postings[i]);
    return posted;
}

// A task: what goes to one block, of both halves.
static void send_to(void *context, size_t to, int thread) {
    send_job *job = context;
    sh_squeezed *squeezed = job->squeezed;
    sh_outbox *box = &job->worker->outbox[thread];
    sh_error error;
    sh_status status = SH_OK;
    box->size = box->states = 0;
    bool posted = post_group(job, box, to);
    if (posted && squeezed->index.mirrored)
        posted = post_group(job, box, squeezed->index.blocks + to);
    if (!posted)
        status = sh_fail(&error, SH_RESOURCES, "no memory for messages between blocks");
    else if (box->size)
        status =
            squeezed->kind->send(squeezed->store, to, box->bytes, box->size, box->states, &error);
    sh_failure_note(&job->failure, status, &error);
}

sh_status sh_tile_send(sh_squeezed *squeezed, sh_squeezed_worker *worker, uint64_t block,
                       const sh_posting *postings, int count, const sh_duel_news *changed) {
    send_job job = {.squeezed = squeezed,
                    .worker = worker,
                    .block = block,
                    .postings = postings,
                    .count = count,
                    .changed = changed,
                    .failure = {.taken = ATOMIC_FLAG_INIT}};
    sh_pool_run(worker->team, squeezed->index.blocks, send_to, &job);
    return sh_failure_tell(&job.failure, &worker->error);
}

static void change(sh_strip *strip, const sh_strip *by, bool clear) {
    if (clear)
        SH_EACH_WORD(i) strip->w[i] &= ~by->w[i];
    else
        SH_EACH_WORD(i) strip->w[i] |= by->w[i];
}

// Where tiles are applied.
typedef struct tile_target {
    sh_squeezed *squeezed;
    uint64_t block;
    int plane;
    sh_strip *strips;
    uint64_t *dirty;
    bool clear;
} tile_target;

static bool apply_few(const tile_target *target, const sh_duel_tile *tile,
                      const tile_header *header, const uint8_t *bytes) {
    sh_gaps gaps = {
        .at = (uint8_t *)bytes, .end = bytes + header->bytes, .shift = (int)header->shift};
    for (uint64_t n = 0; n < header->states; n++) {
        uint64_t state;
        if (!sh_gaps_get(&gaps, &state) || state >= PAIRS) return false;
        uint64_t id = state % SH_LANES; // the sender's lane is the receiver's id
        if (id >= tile->strips) return false;
        sh_strip one = {{0}};
        sh_strip_add(&one, (int)(state / SH_LANES));
        change(&target->strips[tile->first + id], &one, target->clear);
        sh_bit_set(target->dirty, tile->first + id);
    }
    return true;
}

// The words of a squeezed tile.
static bool read_words(sh_coder *coder, const tile_header *header, const uint8_t *bytes,
                       uint64_t *words) {
    if (header->form == PACKED)
        return header->states <= TILE_WORDS - SH_STREAM_AHEAD &&
               sh_coded_unpack_piece(coder, bytes, header->bytes, words, header->states);
    if (header->form == PLAIN) {
        if (header->bytes > (TILE_WORDS - SH_STREAM_AHEAD) * sizeof *words) return false;
        memcpy(words, bytes, header->bytes);
        return true;
    }
    memset(words, 0, TILE_WORDS * sizeof *words);
    sh_gaps gaps = {
        .at = (uint8_t *)bytes, .end = bytes + header->bytes, .shift = (int)header->shift};
    for (uint64_t n = 0; n < header->states; n++) {
        uint64_t bit;
        if (!sh_gaps_get(&gaps, &bit) || bit >= PAIRS) return false;
        words[bit / 64] |= 1ULL << bit % 64;
    }
    return true;
}

static bool apply_many(const tile_target *target, const sh_duel_tile *tile,
                       const tile_header *header, const uint8_t *bytes) {
    sh_strip strips[SH_LANES];
    uint64_t words[TILE_WORDS];
    if (!read_words(&target->squeezed->coder, header, bytes, words)) return false;
    sh_bit_stream stream = {words, 0, 0};
    target->squeezed->kernels->expand(&target->squeezed->index, target->block, &stream, tile->first,
                                      tile->strips, strips);
    for (uint64_t i = 0; i < tile->strips; i++) {
        if (!sh_strip_any(&strips[i])) continue;
        change(&target->strips[tile->first + i], &strips[i], target->clear);
        sh_bit_set(target->dirty, tile->first + i);
    }
    return true;
}

// The block that a message comes from; NULL where it has none.
static const uint8_t *get_sender(const sh_squeezed *squeezed, const uint8_t *at, size_t size,
                                 uint64_t *from) {
    at = get_number(at, at + size, from);
    return at && *from < squeezed->index.blocks ? at : NULL;
}

static bool apply_tiles(const tile_target *target, uint64_t from, const uint8_t *at,
                        const uint8_t *end) {
    const sh_duel_index *index = &target->squeezed->index;
    while (at < end) {
        tile_header header;
        at = get_header(at, end, &header);
        if (!at) return false;
        sh_duel_tile tile =
            sh_duel_tile_at(index, target->block, header.image ? index->blocks + from : from);
        if (header.plane == (unsigned)target->plane &&
            !(header.form == FEW ? apply_few : apply_many)(target, &tile, &header, at))
            return false;
        at += header.bytes;
    }
    return true;
}

enum { LOCKS = 64 };

// The messages to one block. Two of the same sender are about the same strips.
typedef struct apply_job {
    tile_target target;
    bool shared;
    pthread_mutex_t lock[LOCKS]; // by sender, where threads share the block
    sh_failure failure;
} apply_job;

static bool apply_message(apply_job *job, const uint8_t *bytes, size_t size) {
    uint64_t from;
    const uint8_t *at = get_sender(job->target.squeezed, bytes, size, &from);
    if (!at) return false;
    if (job->shared) pthread_mutex_lock(&job->lock[from % LOCKS]);
    bool whole = apply_tiles(&job->target, from, at, bytes + size);
    if (job->shared) pthread_mutex_unlock(&job->lock[from % LOCKS]);
    return whole;
}

// A task: one message.
static void apply_one(void *context, size_t number, int thread) {
    apply_job *job = context;
    const sh_squeezed *squeezed = job->target.squeezed;
    uint64_t block = job->target.block;
    uint8_t *bytes;
    size_t size;
    sh_error error;
    if (job->failure.status && !job->shared) return;
    sh_status status =
        squeezed->kind->receive(squeezed->store, block, number, &bytes, &size, &error);
    if (!status) {
        if (!apply_message(job, bytes, size))
            status = sh_fail(&error, SH_DATA, "a message to block %llu cannot be read",
                             (unsigned long long)block);
        squeezed->kind->release(squeezed->store, bytes);
    }
    sh_failure_note(&job->failure, status, &error);
}

sh_status sh_tile_apply(sh_squeezed *squeezed, sh_pool *team, uint64_t block, int plane,
                        sh_strip *strips, uint64_t *dirty, bool clear, sh_error *error) {
    const sh_duel_index *index = &squeezed->index;
    memset(dirty, 0, index->ids / 8);
    apply_job job = {.target = {squeezed, block, plane, strips, dirty, clear},
                     .shared = team != NULL,
                     .failure = {.taken = ATOMIC_FLAG_INIT}};
    for (int i = 0; i < LOCKS; i++) pthread_mutex_init(&job.lock[i], NULL);
    sh_pool_run(team, squeezed->kind->waiting(squeezed->store, block), apply_one, &job);
    for (int i = 0; i < LOCKS; i++) pthread_mutex_destroy(&job.lock[i]);
    // Squeezed tiles come without the copies of sets equal to their mirror images.
    for (uint64_t w = 0; index->mirrored && w < index->half / 64; w++)
        for (uint64_t left = dirty[w] & index->own_mirror[w]; left; left &= left - 1) {
            uint64_t id = w * 64 + (uint64_t)__builtin_ctzll(left);
            strips[index->half + id] = strips[id];
        }
    return sh_failure_tell(&job.failure, error);
}
