// SPDX-License-Identifier: MIT
// A store on disk: one file for the planes, two for messages (being written and being read). A
// block of a plane is one sequential read and write; messages are appended. The files have no name,
// so nothing is left behind when the process ends in whatever way; checkpoints are files of their
// own.
#include <errno.h>     // errno
#include <stdatomic.h> // atomic_uint_fast64_t
#include <stdlib.h>    // malloc
#include <string.h>    // strerror
#include <unistd.h>    // ftruncate

#include "base/nameless.h"
#include "solve/duel/squeezed/mail.h"
#include "solve/duel/squeezed/store.h"

struct sh_store {
    uint64_t blocks, block_words;
    int planes; // file descriptors
    int sent_file, delivered_file;
    sh_mail mail;                  // places are offsets
    atomic_uint_fast64_t sent_end; // where the next message goes
    atomic_uint_fast64_t read, written;
    uint64_t mail_bytes; // of the last round
};

static void close_store(sh_store *store) {
    if (store->planes >= 0) close(store->planes);
    if (store->sent_file >= 0) close(store->sent_file);
    if (store->delivered_file >= 0) close(store->delivered_file);
    sh_mail_close(&store->mail);
    free(store);
}

static sh_status open_store(sh_store **out, const sh_store_needs *needs, sh_error *error) {
    const char *folder = needs->folder;
    sh_store *store = calloc(1, sizeof *store);
    if (!store) return sh_fail(error, SH_RESOURCES, "out of memory");
    store->blocks = needs->blocks;
    store->block_words = needs->words;
    store->planes = store->sent_file = store->delivered_file = -1;
    off_t bytes =
        (off_t)((uint64_t)needs->planes * needs->blocks * needs->words * sizeof(uint64_t));
    sh_status status = sh_nameless_open(&store->planes, folder, error);
    if (!status) status = sh_nameless_open(&store->sent_file, folder, error);
    if (!status) status = sh_nameless_open(&store->delivered_file, folder, error);
    if (!status && ftruncate(store->planes, bytes))
        status =
            sh_fail(error, SH_RESOURCES, "cannot make files in %s: %s", folder, strerror(errno));
    if (!status && !sh_mail_open(&store->mail, needs->blocks))
        status = sh_fail(error, SH_RESOURCES, "out of memory");
    if (status) {
        close_store(store);
        return status;
    }
    *out = store;
    return SH_OK;
}

static uint64_t offset_of(const sh_store *store, int plane, uint64_t block) {
    return ((uint64_t)plane * store->blocks + block) * store->block_words * sizeof(uint64_t);
}

static sh_status borrow(sh_store *store, int plane, uint64_t block, bool replaced, uint64_t **words,
                        sh_error *error) {
    size_t bytes = store->block_words * sizeof(uint64_t);
    uint64_t *buffer = malloc(bytes);
    if (!buffer) return sh_fail(error, SH_RESOURCES, "no memory for a block of %zu bytes", bytes);
    *words = buffer;
    if (replaced) return SH_OK;
    sh_status status =
        sh_nameless_read(store->planes, buffer, bytes, offset_of(store, plane, block), error);
    if (status) {
        free(buffer);
        return status;
    }
    atomic_fetch_add(&store->read, bytes);
    return SH_OK;
}

static sh_status give_back(sh_store *store, int plane, uint64_t block, uint64_t *words,
                           bool changed, sh_error *error) {
    size_t bytes = store->block_words * sizeof(uint64_t);
    sh_status status = SH_OK;
    if (changed) {
        status =
            sh_nameless_write(store->planes, words, bytes, offset_of(store, plane, block), error);
        atomic_fetch_add(&store->written, bytes);
    }
    free(words);
    return status;
}

static sh_status peek(sh_store *store, int plane, uint64_t block, uint64_t number, uint64_t *word,
                      sh_error *error) {
    atomic_fetch_add(&store->read, sizeof *word);
    return sh_nameless_read(store->planes, word, sizeof *word,
                            offset_of(store, plane, block) + number * sizeof *word, error);
}

static sh_status send(sh_store *store, uint64_t to, const void *bytes, size_t size, uint64_t states,
                      sh_error *error) {
    sh_letter letter = sh_letter_write(to, bytes, size, states);
    uint64_t place = letter.place = atomic_fetch_add(&store->sent_end, size);
    if (!sh_mail_send(&store->mail, to, &letter))
        return sh_fail(error, SH_RESOURCES, "no memory for messages between blocks");
    atomic_fetch_add(&store->written, size);
    return sh_nameless_write(store->sent_file, bytes, size, place, error);
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
    atomic_fetch_add(&store->read, letter->size);
    sh_status status = sh_nameless_read(store->delivered_file, *bytes, *size, letter->place, error);
    if (!status) status = sh_letter_check(letter, block, *bytes, error);
    if (status) free(*bytes);
    return status;
}

static void release(sh_store *store, uint8_t *bytes) { free(bytes); }

static void forget(sh_store *store, uint64_t block) { store->mail.delivered[block].count = 0; }

static sh_status turn(sh_store *store, uint64_t states, sh_error *error) {
    sh_status status = sh_mail_compare(&store->mail, states, error);
    store->mail_bytes = store->mail.out.bytes;
    sh_mail_turn(&store->mail);
    int file = store->delivered_file;
    store->delivered_file = store->sent_file;
    store->sent_file = file;
    store->sent_end = 0;
    return status;
}

static void traffic(const sh_store *store, sh_store_traffic *out) {
    *out = (sh_store_traffic){.read = atomic_load(&store->read),
                              .written = atomic_load(&store->written),
                              .mail = store->mail_bytes};
}

const sh_store_kind sh_store_on_disk = {open_store, close_store, borrow,  give_back, peek, send,
                                        waiting,    receive,     release, forget,    turn, traffic};
