// SPDX-License-Identifier: MIT
// See parcels.h. In each step a rank fills a chunk for every other with as many whole parcels as
// fit, and at least one; steps go on until no rank has any left.
#include "solve/duel/squeezed/parcels.h"

#include <assert.h> // assert
#include <stdlib.h> // calloc
#include <string.h> // memcpy

enum { LEAST_CHUNK = 64 << 10 };

// What stands before the bytes of a parcel.
typedef struct parcel_header {
    uint64_t to, size, states, sum;
} parcel_header;

// What one rank has for another, or gets from it.
typedef struct lot {
    sh_crew_bytes chunk;
    uint32_t room;
    uint64_t block, number; // the next letter to be sent: its block and its place in the box
} lot;

typedef struct exchange {
    sh_mail *mail;
    sh_crew *crew;
    uint32_t most; // bytes of a chunk, if it has more than one parcel
    lot *out, *in; // by rank
    sh_mail_count arrived;
    sh_parcel_traffic *traffic;
    sh_error *error;
} exchange;

static bool grow(lot *l, uint64_t bytes) {
    if (bytes <= l->room) return true;
    void *grown = bytes <= SH_CREW_MOST_BYTES ? realloc(l->chunk.bytes, bytes) : NULL;
    if (!grown) return false;
    l->chunk.bytes = grown;
    l->room = (uint32_t)bytes;
    return true;
}

// The next letter for a rank, or NULL.
static sh_letter *next_letter(const exchange *e, lot *l) {
    while (l->block < e->mail->blocks) {
        sh_letter_box *box = &e->mail->sent[l->block];
        if (l->number < box->count) return &box->letter[l->number];
        box->count = 0;
        l->block += (uint64_t)e->crew->ranks;
        l->number = 0;
    }
    return NULL;
}

// Fills the chunk for a rank; false where there is no memory.
static bool pack(const exchange *e, lot *l) {
    l->chunk.count = 0;
    for (sh_letter *letter; (letter = next_letter(e, l)); l->number++) {
        uint64_t end = l->chunk.count + sizeof(parcel_header) + letter->size;
        if (l->chunk.count && end > e->most) break;
        if (!grow(l, end)) return false;
        parcel_header header = {l->block, letter->size, letter->states, letter->sum};
        assert(l->chunk.bytes);
        uint8_t *to = (uint8_t *)l->chunk.bytes + l->chunk.count;
        void *bytes = (void *)(uintptr_t)letter->place;
        memcpy(to, &header, sizeof header);
        memcpy(to + sizeof header, bytes, letter->size);
        l->chunk.count = (uint32_t)end;
        free(bytes);
        letter->place = 0;
    }
    return true;
}

static sh_status damaged(const exchange *e, int from, uint64_t block) {
    return sh_fail(e->error, SH_DATA,
                   "a parcel from rank %d to block %llu is damaged: its checksum is wrong", from,
                   (unsigned long long)block);
}

// One parcel of `left` bytes at most, put into its box.
static sh_status unpack_one(exchange *e, int from, const uint8_t *bytes, uint64_t left,
                            uint64_t *size) {
    parcel_header header = {.to = 0};
    if (left >= sizeof header) memcpy(&header, bytes, sizeof header);
    uint64_t ranks = (uint64_t)e->crew->ranks;
    if (left < sizeof header || header.size > left - sizeof header ||
        header.to >= e->mail->blocks || header.to % ranks != (uint64_t)e->crew->rank)
        return damaged(e, from, header.to);
    sh_letter letter = {
        .size = (uint32_t)header.size, .states = (uint32_t)header.states, .sum = header.sum};
    bytes += sizeof header;
    if (sh_letter_check(&letter, header.to, bytes, NULL)) return damaged(e, from, header.to);
    void *copy = malloc(header.size);
    if (copy) memcpy(copy, bytes, header.size);
    letter.place = (uint64_t)(uintptr_t)copy;
    sh_mail_count out = e->mail->out; // this one was not sent here
    if (!copy || !sh_mail_send(e->mail, header.to, &letter)) {
        free(copy);
        return sh_fail(e->error, SH_RESOURCES, "no memory for messages between blocks");
    }
    e->mail->out = out;
    *size = sizeof header + header.size;
    return SH_OK;
}

static sh_status unpack(exchange *e, int from) {
    const sh_crew_bytes *chunk = &e->in[from].chunk;
    uint64_t size = 0;
    for (uint64_t at = 0; at < chunk->count; at += size) {
        sh_status status =
            unpack_one(e, from, (const uint8_t *)chunk->bytes + at, chunk->count - at, &size);
        if (status) return status;
    }
    return SH_OK;
}

// Tells every rank how long its next chunk is.
static void exchange_sizes(exchange *e, sh_crew_bytes *send, sh_crew_bytes *receive) {
    for (int r = 0; r < e->crew->ranks; r++) {
        send[r] = (sh_crew_bytes){&e->out[r].chunk.count, sizeof(uint32_t)};
        receive[r] = (sh_crew_bytes){&e->in[r].chunk.count, sizeof(uint32_t)};
    }
    e->crew->exchange(e->crew, send, receive);
}

static void exchange_chunks(exchange *e, sh_crew_bytes *send, sh_crew_bytes *receive) {
    for (int r = 0; r < e->crew->ranks; r++) {
        bool other = r != e->crew->rank;
        send[r] = other ? e->out[r].chunk : (sh_crew_bytes){NULL, 0};
        receive[r] = other ? e->in[r].chunk : (sh_crew_bytes){NULL, 0};
        e->traffic->sent += send[r].count;
        e->traffic->received += receive[r].count;
    }
    e->crew->exchange(e->crew, send, receive);
}

// One chunk for every pair of ranks; *more says whether any rank has another.
static sh_status step(exchange *e, sh_crew_bytes *send, sh_crew_bytes *receive, bool *more) {
    sh_status status = SH_OK;
    bool left = false;
    for (int r = 0; r < e->crew->ranks; r++) {
        if (r == e->crew->rank) continue;
        if (!pack(e, &e->out[r]))
            status = sh_fail(e->error, SH_RESOURCES, "no memory for messages between ranks");
        left |= next_letter(e, &e->out[r]) != NULL;
    }
    exchange_sizes(e, send, receive);
    for (int r = 0; r < e->crew->ranks; r++)
        if (r != e->crew->rank && !grow(&e->in[r], e->in[r].chunk.count))
            status = sh_fail(e->error, SH_RESOURCES, "no memory for messages between ranks");
    status = sh_crew_agree(e->crew, status, e->error);
    if (status) return status;
    exchange_chunks(e, send, receive);
    for (int r = 0; !status && r < e->crew->ranks; r++)
        if (r != e->crew->rank) status = unpack(e, r);
    *more = sh_crew_any(e->crew, left);
    return sh_crew_agree(e->crew, status, e->error);
}

// What waits in this rank's boxes.
static void count_own(exchange *e) {
    sh_mail_count *arrived = &e->arrived;
    for (uint64_t b = (uint64_t)e->crew->rank; b < e->mail->blocks; b += (uint64_t)e->crew->ranks)
        for (uint64_t n = 0; n < e->mail->sent[b].count; n++) {
            const sh_letter *letter = &e->mail->sent[b].letter[n];
            arrived->letters++;
            arrived->bytes += letter->size;
            arrived->states += letter->states;
        }
}

static sh_status compare(exchange *e) {
    const sh_mail_count *out = &e->mail->out, *in = &e->arrived;
    uint64_t sums[6] = {out->letters, out->bytes, out->states, in->letters, in->bytes, in->states};
    sh_crew_sum(e->crew, sums, 6);
    e->traffic->all = (sh_mail_count){sums[0], sums[1], sums[2]};
    if (!memcmp(sums, sums + 3, 3 * sizeof *sums)) return SH_OK;
    return sh_fail(e->error, SH_DATA,
                   "%llu parcels with %llu states were sent and %llu with %llu arrived",
                   (unsigned long long)sums[0], (unsigned long long)sums[2],
                   (unsigned long long)sums[3], (unsigned long long)sums[5]);
}

static void close_exchange(exchange *e) {
    for (int r = 0; r < e->crew->ranks; r++) {
        if (e->out) free(e->out[r].chunk.bytes);
        if (e->in) free(e->in[r].chunk.bytes);
    }
    free(e->out);
    free(e->in);
}

sh_status sh_parcels_exchange(sh_mail *mail, sh_crew *crew, sh_parcel_traffic *traffic,
                              sh_error *error) {
    size_t ranks = (size_t)crew->ranks;
    exchange e = {.mail = mail,
                  .crew = crew,
                  .out = calloc(ranks, sizeof *e.out),
                  .in = calloc(ranks, sizeof *e.in),
                  .most = (uint32_t)(SH_PARCELS_BYTES / ranks),
                  .traffic = traffic,
                  .error = error};
    sh_crew_bytes *send = calloc(2 * ranks, sizeof *send);
    if (e.most < LEAST_CHUNK) e.most = LEAST_CHUNK;
    sh_status status = SH_OK;
    if (!e.out || !e.in || !send)
        status = sh_fail(error, SH_RESOURCES, "no memory for messages between ranks");
    status = sh_crew_agree(crew, status, error);
    assert(status || (e.out && e.in && send));
    for (size_t r = 0; !status && r < ranks; r++) e.out[r].block = r;
    for (bool more = true; !status && more;) status = step(&e, send, send + ranks, &more);
    if (!status) {
        count_own(&e);
        status = compare(&e);
    }
    free(send);
    close_exchange(&e);
    return status;
}
