// SPDX-License-Identifier: MIT
// A store in memory: planes are one array, messages are copies on the heap.
#include <pthread.h> // pthread_mutex_t
#include <stdlib.h>  // malloc
#include <string.h>  // memcpy

#include "base/memory.h"
#include "solve/duel/mail.h"
#include "solve/duel/store.h"

struct sh_store {
    uint64_t *words;
    uint64_t blocks, block_words;
    int planes;
    sh_mail sent, delivered; // places are addresses of copies
    pthread_mutex_t mutex;
};

static size_t bytes_of(const sh_store *store) {
    return (size_t)store->planes * store->blocks * store->block_words * sizeof(uint64_t);
}

static void free_copies(sh_mail *mail, uint64_t blocks) {
    for (uint64_t block = 0; block < blocks; block++)
        for (uint64_t i = 0; i < mail->box[block].count; i++)
            free((void *)(uintptr_t)mail->box[block].letter[i].place);
    sh_mail_clear(mail, blocks);
}

static void close_store(sh_store *store) {
    sh_memory_unmap(store->words, bytes_of(store));
    if (store->sent.box) free_copies(&store->sent, store->blocks);
    if (store->delivered.box) free_copies(&store->delivered, store->blocks);
    sh_mail_close(&store->sent, store->blocks);
    sh_mail_close(&store->delivered, store->blocks);
    pthread_mutex_destroy(&store->mutex);
    free(store);
}

static sh_status open_store(sh_store **out, const char *folder, int planes, uint64_t blocks,
                            uint64_t words, sh_error *error) {
    sh_store *store = calloc(1, sizeof *store);
    if (!store) return sh_fail(error, SH_RESOURCES, "out of memory");
    *store = (sh_store){.blocks = blocks, .block_words = words, .planes = planes};
    pthread_mutex_init(&store->mutex, NULL);
    store->words = sh_memory_map(bytes_of(store));
    if (!store->words || !sh_mail_open(&store->sent, blocks) ||
        !sh_mail_open(&store->delivered, blocks)) {
        sh_status status =
            sh_fail(error, SH_RESOURCES, "no memory for a table of %zu bytes", bytes_of(store));
        close_store(store);
        return status;
    }
    *out = store;
    return SH_OK;
}

static uint64_t *words_of(const sh_store *store, int plane, uint64_t block) {
    return store->words + ((uint64_t)plane * store->blocks + block) * store->block_words;
}

static sh_status borrow(sh_store *store, int plane, uint64_t block, uint64_t **words,
                        sh_error *error) {
    *words = words_of(store, plane, block);
    return SH_OK;
}

static sh_status give_back(sh_store *store, int plane, uint64_t block, uint64_t *words,
                           bool changed, sh_error *error) {
    return SH_OK;
}

static sh_status peek(sh_store *store, int plane, uint64_t block, uint64_t number, uint64_t *word,
                      sh_error *error) {
    *word = words_of(store, plane, block)[number];
    return SH_OK;
}

static sh_status send(sh_store *store, uint64_t to, const void *bytes, size_t size,
                      sh_error *error) {
    void *copy = malloc(size);
    if (copy) memcpy(copy, bytes, size);
    pthread_mutex_lock(&store->mutex);
    bool sent = copy && sh_mail_add(&store->sent, to, (uint64_t)(uintptr_t)copy, size);
    pthread_mutex_unlock(&store->mutex);
    return sent ? SH_OK : sh_fail(error, SH_RESOURCES, "no memory for messages between blocks");
}

static uint64_t waiting(const sh_store *store, uint64_t block) {
    return store->delivered.box[block].count;
}

static sh_status receive(sh_store *store, uint64_t block, uint64_t number, uint8_t **bytes,
                         size_t *size, sh_error *error) {
    const sh_letter *letter = &store->delivered.box[block].letter[number];
    *bytes = (uint8_t *)(uintptr_t)letter->place;
    *size = letter->size;
    return SH_OK;
}

static void release(sh_store *store, uint8_t *bytes) {}

static void turn(sh_store *store) {
    free_copies(&store->delivered, store->blocks);
    sh_mail empty = store->delivered;
    store->delivered = store->sent;
    store->sent = empty;
}

static void traffic(const sh_store *store, uint64_t *read, uint64_t *written) {
    *read = *written = 0;
}

const sh_store_kind sh_store_in_memory = {open_store, close_store, borrow,  give_back, peek,   send,
                                          waiting,    receive,     release, turn,      traffic};
