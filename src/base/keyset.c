// SPDX-License-Identifier: MIT
// See keyset.h. Linear probing; the table doubles when half of it is taken, the list of
// keys grows by half when it is full.
#include "base/keyset.h"

#include <stdlib.h> // realloc
#include <string.h> // memcpy

#define LEAST_KEYS 256
#define LEAST_SLOTS 512

void sh_keyset_close(sh_keyset *set) {
    free(set->key);
    free(set->slot);
    *set = (sh_keyset){.words = set->words};
}

void sh_keyset_clear(sh_keyset *set) {
    if (set->count) memset(set->slot, 0, set->slots * sizeof *set->slot);
    set->count = 0;
}

static inline bool same(const uint64_t *a, const uint64_t *b, int words) {
    for (int i = 0; i < words; i++)
        if (a[i] != b[i]) return false;
    return true;
}

static inline size_t probe(const sh_keyset *set, const uint64_t *key, uint64_t hash, int words) {
    size_t at = hash & (set->slots - 1);
    while (set->slot[at] && !same(set->key + (set->slot[at] - 1) * (size_t)words, key, words))
        at = (at + 1) & (set->slots - 1);
    return at;
}

// The slot that holds a key, or the free one where it belongs. Short keys are worth code of their
// own.
static size_t place(const sh_keyset *set, const uint64_t *key, uint64_t hash) {
    if (set->words == 1) return probe(set, key, hash, 1);
    if (set->words == 2) return probe(set, key, hash, 2);
    return probe(set, key, hash, set->words);
}

static size_t next_room(const sh_keyset *set) { return set->room + set->room / 2 + LEAST_KEYS; }

static bool grow_keys(sh_keyset *set) {
    size_t room = next_room(set);
    uint64_t *key = realloc(set->key, room * (size_t)set->words * sizeof *key);
    if (!key) return false;
    set->key = key;
    set->room = room;
    return true;
}

static bool grow_slots(sh_keyset *set) {
    size_t slots = set->slots ? 2 * set->slots : LEAST_SLOTS;
    uint32_t *slot = calloc(slots, sizeof *slot);
    if (!slot) return false;
    free(set->slot);
    set->slot = slot;
    set->slots = slots;
    for (size_t i = 0; i < set->count; i++) {
        const uint64_t *key = sh_keyset_at(set, i);
        set->slot[place(set, key, sh_keyset_hash(key, set->words))] = (uint32_t)(i + 1);
    }
    return true;
}

static bool keys_full(const sh_keyset *set) { return set->count == set->room; }
static bool slots_full(const sh_keyset *set) { return set->count >= set->slots / 2; }

sh_status sh_keyset_add_hashed(sh_keyset *set, const uint64_t *key, uint64_t hash) {
    if (slots_full(set) && !grow_slots(set)) return SH_RESOURCES;
    size_t at = place(set, key, hash);
    if (set->slot[at]) return SH_NO;
    if (set->count == SH_KEYSET_MOST || (keys_full(set) && !grow_keys(set))) return SH_RESOURCES;
    memcpy(set->key + set->count * (size_t)set->words, key, (size_t)set->words * sizeof *key);
    set->slot[at] = (uint32_t)++set->count;
    return SH_OK;
}

sh_status sh_keyset_add(sh_keyset *set, const uint64_t *key) {
    return sh_keyset_add_hashed(set, key, sh_keyset_hash(key, set->words));
}

bool sh_keyset_find(const sh_keyset *set, const uint64_t *key, size_t *number) {
    if (!set->count) return false;
    size_t at = place(set, key, sh_keyset_hash(key, set->words));
    if (set->slot[at] && number) *number = set->slot[at] - 1;
    return set->slot[at] != 0;
}

void sh_keyset_settle(sh_keyset *set) {
    if (!set->count) {
        sh_keyset_close(set);
        return;
    }
    free(set->slot);
    set->slot = NULL;
    set->slots = 0;
    uint64_t *key = realloc(set->key, set->count * (size_t)set->words * sizeof *key);
    if (!key) return;
    set->key = key;
    set->room = set->count;
}

static size_t bytes_of(const sh_keyset *set, size_t room, size_t slots) {
    return room * (size_t)set->words * sizeof *set->key + slots * sizeof *set->slot;
}

size_t sh_keyset_bytes(const sh_keyset *set) { return bytes_of(set, set->room, set->slots); }

bool sh_keyset_fits(const sh_keyset *set, size_t most) {
    if (!keys_full(set) && !slots_full(set)) return true;
    return bytes_of(set, keys_full(set) ? next_room(set) : set->room,
                    slots_full(set) ? 2 * set->slots : set->slots) <= most;
}
