// SPDX-License-Identifier: MIT
// A store in memory: planes are one array, messages are copies on the heap.
#include <stdlib.h> // malloc
#include <string.h> // memcpy

#include "base/memory.h"
#include "solve/duel/squeezed/mail.h"
#include "solve/duel/squeezed/store.h"

struct sh_store {
    uint64_t *words;
    uint64_t blocks, block_words;
    int planes;
    sh_mail mail; // places are addresses of copies
};

static size_t bytes_of(const sh_store *store) {
    return (size_t)store->planes * store->blocks * store->block_words * sizeof(uint64_t);
}

static void turn(sh_store *store) {
    for (uint64_t block = 0; block < store->mail.blocks; block++)
        for (uint64_t i = 0; i < store->mail.delivered[block].count; i++)
            free((void *)(uintptr_t)store->mail.delivered[block].letter[i].place);
    sh_mail_turn(&store->mail);
}

static void close_store(sh_store *store) {
    sh_memory_unmap(store->words, bytes_of(store));
    turn(store); // what was delivered
    turn(store); // what was sent
    sh_mail_close(&store->mail);
    free(store);
}

static sh_status open_store(sh_store **out, const char *folder, int planes, uint64_t blocks,
                            uint64_t words, sh_error *error) {
    sh_store *store = calloc(1, sizeof *store);
    if (!store) return sh_fail(error, SH_RESOURCES, "out of memory");
    *store = (sh_store){.blocks = blocks, .block_words = words, .planes = planes};
    store->words = sh_memory_map(bytes_of(store));
    if (!store->words || !sh_mail_open(&store->mail, blocks)) {
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
    if (copy && sh_mail_send(&store->mail, to, (uint64_t)(uintptr_t)copy, size)) return SH_OK;
    free(copy);
    return sh_fail(error, SH_RESOURCES, "no memory for messages between blocks");
}

static uint64_t waiting(const sh_store *store, uint64_t block) {
    return store->mail.delivered[block].count;
}

static sh_status receive(sh_store *store, uint64_t block, uint64_t number, uint8_t **bytes,
                         size_t *size, sh_error *error) {
    const sh_letter *letter = &store->mail.delivered[block].letter[number];
    *bytes = (uint8_t *)(uintptr_t)letter->place;
    *size = letter->size;
    return SH_OK;
}

static void release(sh_store *store, uint8_t *bytes) {}

static void traffic(const sh_store *store, uint64_t *read, uint64_t *written) {
    *read = *written = 0;
}

const sh_store_kind sh_store_in_memory = {open_store, close_store, borrow,  give_back, peek,   send,
                                          waiting,    receive,     release, turn,      traffic};
