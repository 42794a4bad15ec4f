// SPDX-License-Identifier: MIT
// A store on disk: one file for the planes, one for messages. A block of a plane is one sequential
// read and write, and is not read where it is replaced. It has its place in the file; compressed
// blocks (coded.h) take the beginning of theirs, and the rest is given back to the file system.
// Messages to a block are a stream in extents (extents.h) that others take over when the block has
// read them. Every block and message has a checksum. The files have no name, so nothing is left
// behind when the process ends in whatever way; checkpoints are files of their own.
#include <errno.h>     // errno
#include <stdatomic.h> // atomic_uint_fast64_t
#include <stdlib.h>    // malloc
#include <string.h>    // strerror
#include <unistd.h>    // ftruncate
#include <xxhash.h>    // XXH3

#include "base/nameless.h"
#include "solve/duel/squeezed/coded.h"
#include "solve/duel/squeezed/extents.h"
#include "solve/duel/squeezed/failure.h"
#include "solve/duel/squeezed/kept_pieces.h"
#include "solve/duel/squeezed/mail.h"
#include "solve/duel/squeezed/spares.h"
#include "solve/duel/squeezed/store.h"

enum { PAGE = 4096 };

// What is in a block's place.
typedef struct disk_block {
    uint64_t bytes; // 0: it was never written and is zero
    uint64_t sum;
    uint32_t *ends; // of its pieces, if it is coded
} disk_block;

struct sh_store {
    bool coded;
    uint64_t blocks, block_words, places; // places: of all planes
    int planes;                           // a file descriptor
    disk_block *block;                    // by plane and block
    sh_coder coder;
    sh_kept_pieces kept;
    sh_spares spares; // for a block, as it is or compressed
    sh_mail mail;     // places are those in streams
    sh_extents extents;
    sh_extent_stream *sent, *delivered; // by block
    atomic_uint_fast64_t read, written; // of planes
    atomic_uint_fast64_t stored, most;  // bytes of planes in pages: now, and ever
    uint64_t mail_bytes;                // of the last round
};

static void close_streams(sh_store *store, sh_extent_stream *streams) {
    for (uint64_t b = 0; streams && b < store->blocks; b++) {
        sh_extent_stream_drop(&store->extents, &streams[b]);
        pthread_mutex_destroy(&streams[b].mutex);
    }
    free(streams);
}

static void close_store(sh_store *store) {
    if (store->planes >= 0) close(store->planes);
    close_streams(store, store->sent);
    close_streams(store, store->delivered);
    sh_extents_close(&store->extents);
    for (uint64_t i = 0; store->block && i < store->places; i++) free(store->block[i].ends);
    free(store->block);
    sh_coder_close(&store->coder);
    sh_kept_pieces_close(&store->kept);
    sh_spares_close(&store->spares);
    sh_mail_close(&store->mail);
    free(store);
}

// Places begin with a page, so that what one gives back is not another's.
static uint64_t place_bytes(const sh_store *store) {
    return (store->block_words * sizeof(uint64_t) + PAGE - 1) / PAGE * PAGE;
}

static sh_status open_files(sh_store *store, const char *folder, sh_error *error) {
    off_t bytes = (off_t)(store->places * place_bytes(store));
    sh_status status = sh_extents_open(&store->extents, folder, error);
    if (!status) status = sh_nameless_open(&store->planes, folder, error);
    if (!status && ftruncate(store->planes, bytes))
        status =
            sh_fail(error, SH_RESOURCES, "cannot make files in %s: %s", folder, strerror(errno));
    return status;
}

static sh_status open_store(sh_store **out, const sh_store_needs *needs, sh_error *error) {
    sh_store *store = calloc(1, sizeof *store);
    if (!store) return sh_fail(error, SH_RESOURCES, "out of memory");
    store->coded = needs->coded;
    sh_coder_open(&store->coder);
    sh_kept_pieces_open(&store->kept);
    store->blocks = needs->blocks;
    store->block_words = needs->words;
    sh_spares_open(&store->spares,
                   needs->coded ? sh_coded_room(needs->words) : needs->words * sizeof(uint64_t));
    store->places = (uint64_t)needs->planes * needs->blocks;
    store->planes = -1;
    sh_status status = open_files(store, needs->folder, error);
    store->block = calloc(store->places, sizeof *store->block);
    store->sent = calloc(store->blocks, sizeof *store->sent);
    store->delivered = calloc(store->blocks, sizeof *store->delivered);
    for (uint64_t b = 0; store->sent && store->delivered && b < store->blocks; b++) {
        sh_extent_stream_open(&store->sent[b]);
        sh_extent_stream_open(&store->delivered[b]);
    }
    if (!status && !(store->block && store->sent && store->delivered &&
                     sh_mail_open(&store->mail, needs->blocks)))
        status = sh_fail(error, SH_RESOURCES, "out of memory");
    if (status) {
        close_store(store);
        return status;
    }
    *out = store;
    return SH_OK;
}

static uint64_t place_of(const sh_store *store, int plane, uint64_t block) {
    return (uint64_t)plane * store->blocks + block;
}

static uint64_t offset_of(const sh_store *store, uint64_t place) {
    return place * place_bytes(store);
}

// Bytes of a block on their way between memory and the file, in pieces.
typedef struct transfer {
    sh_store *store;
    uint8_t *bytes;
    uint64_t size, offset;
    bool write;
    uint64_t *sums; // by piece
    sh_failure failure;
} transfer;

enum { PIECE = 1 << 18 };

static void transfer_piece(void *context, size_t number, int thread) {
    transfer *t = context;
    uint64_t at = number * PIECE, size = t->size - at < PIECE ? t->size - at : PIECE;
    sh_error error;
    sh_status status =
        t->write ? sh_nameless_write(t->store->planes, t->bytes + at, size, t->offset + at, &error)
                 : sh_nameless_read(t->store->planes, t->bytes + at, size, t->offset + at, &error);
    if (!status) t->sums[number] = XXH3_64bits(t->bytes + at, size);
    sh_failure_note(&t->failure, status, &error);
}

// Reads or writes the bytes of a block; *sum is their checksum.
static sh_status move_bytes(transfer *t, sh_pool *team, uint64_t *sum, sh_error *error) {
    uint64_t pieces = (t->size + PIECE - 1) / PIECE;
    t->sums = malloc((pieces + 1) * sizeof *t->sums);
    if (!t->sums) return sh_fail(error, SH_RESOURCES, "no memory for a block");
    sh_pool_run(team, pieces, transfer_piece, t);
    sh_status status = sh_failure_tell(&t->failure, error);
    if (!status) *sum = XXH3_64bits(t->sums, pieces * sizeof *t->sums);
    free(t->sums);
    atomic_fetch_add(t->write ? &t->store->written : &t->store->read, t->size);
    return status;
}

// The bytes of a block as they are in the file, checked.
static sh_status read_bytes(sh_store *store, sh_pool *team, int plane, uint64_t block, void *bytes,
                            sh_error *error) {
    uint64_t place = place_of(store, plane, block), sum;
    const disk_block *b = &store->block[place];
    transfer t = {
        .store = store, .bytes = bytes, .size = b->bytes, .offset = offset_of(store, place)};
    sh_status status = move_bytes(&t, team, &sum, error);
    if (!status && sum != b->sum)
        status = sh_fail(error, SH_DATA,
                         "scratch is damaged: block %llu of plane %d has a wrong checksum",
                         (unsigned long long)block, plane);
    return status;
}

static sh_status read_coded(sh_store *store, sh_pool *team, int plane, uint64_t block,
                            uint64_t *words, sh_error *error) {
    const disk_block *b = &store->block[place_of(store, plane, block)];
    uint8_t *bytes = sh_spares_take(&store->spares);
    if (!bytes) return sh_fail(error, SH_RESOURCES, "no memory for a block");
    sh_status status = read_bytes(store, team, plane, block, bytes, error);
    if (!status && !sh_coded_unpack(&store->coder, team, bytes, b->ends, words, store->block_words))
        status = sh_fail(error, SH_DATA, "scratch is damaged: a block cannot be unpacked");
    sh_spares_give_back(&store->spares, bytes);
    return status;
}

static sh_status borrow(sh_store *store, sh_pool *team, int plane, uint64_t block, bool replaced,
                        uint64_t **words, sh_error *error) {
    size_t bytes = store->block_words * sizeof(uint64_t);
    uint64_t *buffer = sh_spares_take(&store->spares);
    if (!buffer) return sh_fail(error, SH_RESOURCES, "no memory for a block of %zu bytes", bytes);
    sh_status status = SH_OK;
    if (!replaced && !store->block[place_of(store, plane, block)].bytes)
        memset(buffer, 0, bytes);
    else if (!replaced)
        status = store->coded ? read_coded(store, team, plane, block, buffer, error)
                              : read_bytes(store, team, plane, block, buffer, error);
    if (status)
        sh_spares_give_back(&store->spares, buffer);
    else
        *words = buffer;
    return status;
}

// Notes how many pages the planes take, and gives back those that a block no longer needs.
static void count_pages(sh_store *store, uint64_t place, uint64_t before, uint64_t now) {
    before = (before + PAGE - 1) / PAGE * PAGE;
    now = (now + PAGE - 1) / PAGE * PAGE;
    if (now < before) sh_nameless_drop(store->planes, before - now, offset_of(store, place) + now);
    uint64_t stored = atomic_fetch_add(&store->stored, now - before) + now - before;
    uint64_t most = atomic_load(&store->most);
    while (stored > most && !atomic_compare_exchange_weak(&store->most, &most, stored)) continue;
}

static sh_status write_bytes(sh_store *store, sh_pool *team, int plane, uint64_t block,
                             const void *bytes, size_t size, sh_error *error) {
    uint64_t place = place_of(store, plane, block), before = store->block[place].bytes;
    disk_block *b = &store->block[place];
    transfer t = {.store = store,
                  .bytes = (uint8_t *)bytes,
                  .size = size,
                  .offset = offset_of(store, place),
                  .write = true};
    sh_status status = move_bytes(&t, team, &b->sum, error);
    count_pages(store, place, before, size);
    b->bytes = size;
    return status;
}

static sh_status write_coded(sh_store *store, sh_pool *team, int plane, uint64_t block,
                             const uint64_t *words, sh_error *error) {
    disk_block *b = &store->block[place_of(store, plane, block)];
    uint64_t pieces = sh_coded_pieces(store->block_words);
    uint8_t *bytes = sh_spares_take(&store->spares);
    if (!b->ends) b->ends = malloc(pieces * sizeof *b->ends);
    sh_status status =
        bytes && b->ends ? SH_OK : sh_fail(error, SH_RESOURCES, "no memory to compress a block");
    if (!status) {
        size_t size = sh_coded_pack(&store->coder, team, words, store->block_words, bytes, b->ends);
        status = write_bytes(store, team, plane, block, bytes, size, error);
    }
    if (bytes) sh_spares_give_back(&store->spares, bytes);
    return status;
}

static sh_status give_back(sh_store *store, sh_pool *team, int plane, uint64_t block,
                           uint64_t *words, bool changed, sh_error *error) {
    sh_status status = SH_OK;
    if (changed) sh_kept_pieces_clear(&store->kept);
    if (changed && store->coded)
        status = write_coded(store, team, plane, block, words, error);
    else if (changed)
        status = write_bytes(store, team, plane, block, words, store->block_words * sizeof *words,
                             error);
    sh_spares_give_back(&store->spares, words);
    return status;
}

// One word of a coded block: of its piece, which is kept.
static sh_status peek_coded(sh_store *store, uint64_t place, uint64_t number, uint64_t *word,
                            sh_error *error) {
    const disk_block *b = &store->block[place];
    uint64_t piece = number / SH_CODED_WORDS, start = piece ? b->ends[piece - 1] : 0;
    uint64_t size = b->ends[piece] - start, count = sh_coded_words(store->block_words, piece);
    uint64_t name = place * sh_coded_pieces(store->block_words) + piece;
    if (sh_kept_pieces_word(&store->kept, name, number % SH_CODED_WORDS, word)) return SH_OK;
    uint64_t *words = malloc(SH_CODED_WORDS * sizeof *words);
    uint8_t *bytes = malloc(size + 1);
    sh_status status =
        words && bytes ? SH_OK : sh_fail(error, SH_RESOURCES, "no memory for a block");
    if (!status)
        status =
            sh_nameless_read(store->planes, bytes, size, offset_of(store, place) + start, error);
    if (!status && !sh_coded_unpack_piece(&store->coder, bytes, size, words, count))
        status = sh_fail(error, SH_DATA, "scratch is damaged: a block cannot be unpacked");
    atomic_fetch_add(&store->read, size);
    free(bytes);
    if (status) {
        free(words);
        return status;
    }
    *word = words[number % SH_CODED_WORDS];
    sh_kept_pieces_add(&store->kept, name, words);
    return SH_OK;
}

static sh_status peek(sh_store *store, int plane, uint64_t block, uint64_t number, uint64_t *word,
                      sh_error *error) {
    uint64_t place = place_of(store, plane, block);
    *word = 0;
    if (!store->block[place].bytes) return SH_OK;
    if (store->coded) return peek_coded(store, place, number, word, error);
    atomic_fetch_add(&store->read, sizeof *word);
    return sh_nameless_read(store->planes, word, sizeof *word,
                            offset_of(store, place) + number * sizeof *word, error);
}

static sh_status send(sh_store *store, uint64_t to, const void *bytes, size_t size, uint64_t states,
                      sh_error *error) {
    sh_letter letter = sh_letter_write(to, bytes, size, states);
    sh_status status =
        sh_extent_stream_add(&store->extents, &store->sent[to], bytes, size, &letter.place, error);
    if (!status && !sh_mail_send(&store->mail, to, &letter))
        status = sh_fail(error, SH_RESOURCES, "no memory for messages between blocks");
    return status;
}

static uint64_t waiting(const sh_store *store, uint64_t block) {
    return store->mail.delivered[block].count;
}

static sh_status receive(sh_store *store, uint64_t block, uint64_t number, uint8_t **bytes,
                         size_t *size, sh_error *error) {
    const sh_letter *letter = &store->mail.delivered[block].letter[number];
    *bytes = malloc(letter->size);
    if (!*bytes) return sh_fail(error, SH_RESOURCES, "no memory for a message");
    *size = letter->size;
    sh_status status = sh_extent_stream_read(&store->extents, &store->delivered[block],
                                             letter->place, *bytes, *size, error);
    if (!status) status = sh_letter_check(letter, block, *bytes, error);
    if (status) free(*bytes);
    return status;
}

static void release(sh_store *store, uint8_t *bytes) { free(bytes); }

static void forget(sh_store *store, uint64_t block) {
    sh_letter_box_empty(&store->mail.delivered[block]);
    sh_extent_stream_drop(&store->extents, &store->delivered[block]);
}

static sh_status turn(sh_store *store, uint64_t states, sh_error *error) {
    for (uint64_t block = 0; block < store->blocks; block++) forget(store, block);
    sh_status status = sh_mail_compare(&store->mail, states, error);
    store->mail_bytes = store->mail.out.bytes;
    sh_mail_turn(&store->mail);
    sh_extent_stream *streams = store->delivered;
    store->delivered = store->sent;
    store->sent = streams;
    return status;
}

static void traffic(const sh_store *store, sh_store_traffic *out) {
    *out = (sh_store_traffic){.read = atomic_load(&store->read) + store->extents.read,
                              .written = atomic_load(&store->written) + store->extents.written,
                              .mail = store->mail_bytes,
                              .most =
                                  atomic_load(&store->most) + store->extents.end * SH_EXTENT_BYTES};
}

const sh_store_kind sh_store_on_disk = {open_store, close_store, borrow,  give_back, peek, send,
                                        waiting,    receive,     release, forget,    turn, traffic};
