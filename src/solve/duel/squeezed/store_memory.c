// SPDX-License-Identifier: MIT
// A store in memory: planes are one array of this rank's blocks, or compressed (coded_planes.h),
// and messages are copies on the heap. Those to blocks of other ranks are handed over when a round
// ends (parcels.h).
#include <stdlib.h> // malloc
#include <string.h> // memcpy

#include "base/memory.h"
#include "solve/duel/squeezed/coded_planes.h"
#include "solve/duel/squeezed/parcels.h"
#include "solve/duel/squeezed/store.h"

struct sh_store {
    bool is_coded;                // the planes are compressed
    uint64_t *words;              // of all planes where they are not
    sh_coded_planes coded;        // the planes where they are
    uint64_t blocks, block_words; // blocks of this rank
    uint64_t rank, ranks;
    int planes;
    sh_crew *crew;
    sh_mail mail; // places are addresses of copies
    sh_parcel_traffic traffic;
};

static size_t bytes_of(const sh_store *store) {
    return (size_t)store->planes * store->blocks * store->block_words * sizeof(uint64_t);
}

static void empty(sh_letter_box *box) {
    for (uint64_t i = 0; i < box->count; i++) free((void *)(uintptr_t)box->letter[i].place);
    sh_letter_box_empty(box);
}

static void forget(sh_store *store, uint64_t block) { empty(&store->mail.delivered[block]); }

static void close_store(sh_store *store) {
    if (store->is_coded)
        sh_coded_planes_close(&store->coded);
    else
        sh_memory_unmap(store->words, bytes_of(store));
    for (uint64_t block = 0; block < store->mail.blocks; block++) {
        empty(&store->mail.delivered[block]);
        empty(&store->mail.sent[block]);
    }
    sh_mail_close(&store->mail);
    free(store);
}

static sh_status open_store(sh_store **out, const sh_store_needs *needs, sh_error *error) {
    sh_store *store = calloc(1, sizeof *store);
    if (!store) return sh_fail(error, SH_RESOURCES, "out of memory");
    *store = (sh_store){.is_coded = needs->coded,
                        .block_words = needs->words,
                        .planes = needs->planes,
                        .crew = needs->crew,
                        .rank = (uint64_t)sh_crew_rank(needs->crew),
                        .ranks = (uint64_t)sh_crew_ranks(needs->crew)};
    store->blocks = (needs->blocks + store->ranks - 1 - store->rank) / store->ranks;
    bool enough = true;
    if (store->is_coded)
        enough = sh_coded_planes_open(&store->coded, (uint64_t)store->planes * store->blocks,
                                      store->block_words);
    else if (store->blocks)
        enough = (store->words = sh_memory_map(bytes_of(store))) != NULL;
    if (!enough || !sh_mail_open(&store->mail, needs->blocks)) {
        sh_status status =
            sh_fail(error, SH_RESOURCES, "no memory for a table of %zu bytes", bytes_of(store));
        close_store(store);
        return status;
    }
    *out = store;
    return SH_OK;
}

static uint64_t place_of(const sh_store *store, int plane, uint64_t block) {
    return (uint64_t)plane * store->blocks + block / store->ranks;
}

static sh_status borrow(sh_store *store, sh_pool *team, int plane, uint64_t block, bool replaced,
                        uint64_t **words, sh_error *error) {
    uint64_t place = place_of(store, plane, block);
    if (store->is_coded)
        return sh_coded_planes_borrow(&store->coded, team, place, replaced, words, error);
    *words = store->words + place * store->block_words;
    return SH_OK;
}

static sh_status give_back(sh_store *store, sh_pool *team, int plane, uint64_t block,
                           uint64_t *words, bool changed, sh_error *error) {
    if (!store->is_coded) return SH_OK;
    return sh_coded_planes_give_back(&store->coded, team, place_of(store, plane, block), words,
                                     changed, error);
}

static sh_status peek(sh_store *store, int plane, uint64_t block, uint64_t number, uint64_t *word,
                      sh_error *error) {
    uint64_t place = place_of(store, plane, block);
    if (store->is_coded) return sh_coded_planes_peek(&store->coded, place, number, word, error);
    *word = store->words[place * store->block_words + number];
    return SH_OK;
}

static sh_status send(sh_store *store, uint64_t to, const void *bytes, size_t size, uint64_t states,
                      sh_error *error) {
    sh_letter letter = sh_letter_write(to, bytes, size, states);
    void *copy = malloc(size);
    if (copy) memcpy(copy, bytes, size);
    letter.place = (uint64_t)(uintptr_t)copy;
    if (copy && sh_mail_send(&store->mail, to, &letter)) return SH_OK;
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
    return sh_letter_check(letter, block, *bytes, error);
}

static void release(sh_store *store, uint8_t *bytes) {}

static sh_status turn(sh_store *store, uint64_t states, sh_error *error) {
    for (uint64_t block = 0; block < store->mail.blocks; block++) forget(store, block);
    sh_status status = sh_mail_compare(&store->mail, states, error);
    store->traffic.all = store->mail.out;
    if (store->crew) {
        status = sh_crew_agree(store->crew, status, error);
        if (!status)
            status = sh_parcels_exchange(&store->mail, store->crew, &store->traffic, error);
    }
    sh_mail_turn(&store->mail);
    return status;
}

static void traffic(const sh_store *store, sh_store_traffic *out) {
    *out = (sh_store_traffic){.read = store->traffic.received,
                              .written = store->traffic.sent,
                              .mail = store->traffic.all.bytes};
}

const sh_store_kind sh_store_in_memory = {open_store, close_store, borrow,  give_back,
                                          peek,       send,        waiting, receive,
                                          release,    forget,      turn,    traffic};
