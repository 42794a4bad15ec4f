// SPDX-License-Identifier: MIT
// Tiles as bytes. A tile is a header and its states as seen from the receiving block: three bytes
// each (nine bits of id, nine of lane), or squeezed.
#include <stdlib.h> // realloc
#include <string.h> // memcpy

#include "solve/duel/squeezed/squeezed.h"

enum { DENSE = 0xFFFFFFFF, SPARSE_BYTES = 3 };

typedef struct tile_header {
    uint32_t first;  // id
    uint32_t strips; // of the receiving block
    uint32_t states; // or DENSE
    uint32_t bytes;  // that follow
    uint32_t plane;  // of which the tile is
} tile_header;

static bool append(sh_outbox *box, const void *bytes, size_t size) {
    if (box->size + size > box->room) {
        size_t room = 2 * (box->size + size);
        uint8_t *grown = realloc(box->bytes, room);
        if (!grown) return false;
        box->bytes = grown;
        box->room = room;
    }
    memcpy(box->bytes + box->size, bytes, size);
    box->size += size;
    return true;
}

// Squeezes the strips of a tile and returns the bytes that takes.
static uint32_t dense_bytes(const sh_squeezed *squeezed, const sh_duel_tile *tile,
                            const sh_strip *strips, uint64_t *words) {
    sh_bit_stream stream = {words, 0, 0};
    squeezed->kernels->squeeze(&squeezed->index, tile->block, strips, tile->first, tile->strips,
                               &stream);
    if (stream.fill) *stream.words++ = stream.held;
    return (uint32_t)((stream.words - words) * (ptrdiff_t)sizeof *words);
}

static bool post_sparse(sh_outbox *box, tile_header header, const sh_strip *strips,
                        uint64_t count) {
    header.bytes = header.states * SPARSE_BYTES;
    if (!append(box, &header, sizeof header)) return false;
    for (uint32_t id = 0; id < count; id++)
        SH_EACH_WORD(i) for (uint64_t left = strips[id].w[i]; left; left &= left - 1) {
            uint32_t lane = (uint32_t)(i * 64 + __builtin_ctzll(left));
            uint32_t state = lane << 9 | id; // the sender's lane is the receiver's id
            if (!append(box, &state, SPARSE_BYTES)) return false;
        }
    return true;
}

static bool post_dense(const sh_squeezed *squeezed, sh_outbox *box, const sh_duel_tile *to,
                       tile_header header, const sh_strip *strips, uint64_t count) {
    sh_strip turned[SH_LANES];
    uint64_t words[SH_LANES * SH_STRIP_WORDS + 1];
    squeezed->kernels->transpose(strips, count, turned);
    header.bytes = dense_bytes(squeezed, to, turned, words);
    header.states = DENSE;
    return append(box, &header, sizeof header) && append(box, words, header.bytes);
}

sh_status sh_tile_post(const sh_squeezed *squeezed, sh_squeezed_worker *worker, uint64_t block,
                       uint64_t group, int plane, const sh_strip *strips) {
    sh_duel_tile tile = sh_duel_tile_at(&squeezed->index, block, group);
    uint32_t states = 0;
    strips += tile.first;
    for (uint64_t i = 0; i < tile.strips; i++) states += (uint32_t)sh_strip_count(&strips[i]);
    if (!states) return SH_OK;
    sh_duel_tile to = sh_duel_opposite(&squeezed->index, block, group);
    // On average a squeezed tile holds columns / sets of its pairs.
    uint64_t dense = SH_LANES * SH_LANES / 8 * squeezed->index.columns / squeezed->index.sets;
    sh_outbox *box = &worker->outbox[to.block];
    tile_header header = {.first = (uint32_t)to.first,
                          .strips = (uint32_t)to.strips,
                          .states = states,
                          .plane = (uint32_t)plane};
    bool posted = states * (uint64_t)SPARSE_BYTES < dense
                      ? post_sparse(box, header, strips, tile.strips)
                      : post_dense(squeezed, box, &to, header, strips, tile.strips);
    return posted ? SH_OK
                  : sh_fail(&worker->error, SH_RESOURCES, "no memory for messages between blocks");
}

sh_status sh_tile_send_all(sh_squeezed *squeezed, sh_squeezed_worker *worker) {
    for (uint64_t to = 0; to < squeezed->index.blocks; to++) {
        sh_outbox *box = &worker->outbox[to];
        if (!box->size) continue;
        sh_status status =
            squeezed->kind->send(squeezed->store, to, box->bytes, box->size, &worker->error);
        if (status) return status;
        box->size = 0;
    }
    return SH_OK;
}

static void change(sh_strip *strip, const sh_strip *by, bool clear) {
    if (clear)
        SH_EACH_WORD(i) strip->w[i] &= ~by->w[i];
    else
        SH_EACH_WORD(i) strip->w[i] |= by->w[i];
}

// Applies the bytes of one tile.
static void apply_tile(const sh_squeezed *squeezed, uint64_t block, const tile_header *header,
                       const uint8_t *bytes, sh_strip *strips, uint64_t *dirty, bool clear) {
    if (header->states == DENSE) {
        sh_strip tile[SH_LANES];
        uint64_t words[SH_LANES * SH_STRIP_WORDS + 1];
        memcpy(words, bytes, header->bytes);
        sh_bit_stream stream = {words, 0, 0};
        squeezed->kernels->expand(&squeezed->index, block, &stream, header->first, header->strips,
                                  tile);
        for (uint64_t i = 0; i < header->strips; i++) {
            if (!sh_strip_any(&tile[i])) continue;
            change(&strips[header->first + i], &tile[i], clear);
            sh_bit_set(dirty, header->first + i);
        }
        return;
    }
    for (uint32_t n = 0; n < header->states; n++, bytes += SPARSE_BYTES) {
        uint32_t state = 0;
        memcpy(&state, bytes, SPARSE_BYTES);
        uint64_t id = header->first + (state >> 9);
        sh_strip one = {{0}};
        sh_strip_add(&one, (int)(state & (SH_LANES - 1)));
        change(&strips[id], &one, clear);
        sh_bit_set(dirty, id);
    }
}

static void apply_message(const sh_squeezed *squeezed, uint64_t block, int plane,
                          const uint8_t *bytes, size_t size, sh_strip *strips, uint64_t *dirty,
                          bool clear) {
    const uint8_t *end = bytes + size;
    while (bytes < end) {
        tile_header header;
        memcpy(&header, bytes, sizeof header);
        bytes += sizeof header;
        if (header.plane == (uint32_t)plane)
            apply_tile(squeezed, block, &header, bytes, strips, dirty, clear);
        bytes += header.bytes;
    }
}

sh_status sh_tile_apply(sh_squeezed *squeezed, uint64_t block, int plane, sh_strip *strips,
                        uint64_t *dirty, bool clear, sh_error *error) {
    const sh_duel_index *index = &squeezed->index;
    memset(dirty, 0, index->ids / 8);
    uint64_t count = squeezed->kind->waiting(squeezed->store, block);
    for (uint64_t n = 0; n < count; n++) {
        uint8_t *bytes;
        size_t size;
        sh_status status = squeezed->kind->receive(squeezed->store, block, n, &bytes, &size, error);
        if (status) return status;
        apply_message(squeezed, block, plane, bytes, size, strips, dirty, clear);
        squeezed->kind->release(squeezed->store, bytes);
    }
    // Dense tiles come without the copies of sets equal to their mirror images.
    for (uint64_t w = 0; index->mirrored && w < index->half / 64; w++)
        for (uint64_t left = dirty[w] & index->own_mirror[w]; left; left &= left - 1) {
            uint64_t id = w * 64 + (uint64_t)__builtin_ctzll(left);
            strips[index->half + id] = strips[id];
        }
    return SH_OK;
}
