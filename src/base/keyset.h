// SPDX-License-Identifier: MIT
// A set of keys of one size, numbered in the order in which they came.
//
// A key is `words` words of 64 bits: a position's key, a rank, a whole position. The set stores
// them in full, one behind the other, so that two keys are never taken for one and whoever walks
// through a graph has its queue for nothing: the keys not yet looked at are those from some number
// on. Beside them stands a table with open addressing of their numbers. Zeros but for `words` are
// an empty set. For one thread; sets for many, and larger than memory, are in frontier.h. Who knows
// a key's hash (sh_keyset_hash) already says so, and it is not computed again.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t

#include "sternhalma/status.h"

#define SH_KEYSET_MOST UINT32_MAX // keys

typedef struct sh_keyset {
    int words;
    size_t count, room;
    uint64_t *key;  // `words` a key
    uint32_t *slot; // number + 1; 0: free
    size_t slots;   // a power of two or 0
} sh_keyset;

void sh_keyset_close(sh_keyset *set);
// Forgets the keys, keeps the memory.
void sh_keyset_clear(sh_keyset *set);

// Adds a key. SH_OK: it is new, and the last; SH_NO: it is there already; SH_RESOURCES: no memory.
sh_status sh_keyset_add(sh_keyset *set, const uint64_t *key) SH_NODISCARD;
sh_status sh_keyset_add_hashed(sh_keyset *set, const uint64_t *key, uint64_t hash) SH_NODISCARD;
// Is it there? *number, which may be NULL, is when it came.
bool sh_keyset_find(const sh_keyset *set, const uint64_t *key, size_t *number);

// Gives back all but the keys. Nothing can be added or found any more; sh_keyset_close closes.
void sh_keyset_settle(sh_keyset *set);

// What a set takes, and whether it takes `most` bytes at most after one key more.
size_t sh_keyset_bytes(const sh_keyset *set);
bool sh_keyset_fits(const sh_keyset *set, size_t most);

static inline const uint64_t *sh_keyset_at(const sh_keyset *set, size_t number) {
    return set->key + number * (size_t)set->words;
}

// A number that looks random, the same on every machine: for each word both halves of a product.
static inline uint64_t sh_keyset_hash(const uint64_t *key, int words) {
    uint64_t hash = 0x2545f4914f6cdd1dULL;
    for (int i = 0; i < words; i++) {
        unsigned __int128 product = (unsigned __int128)(hash ^ key[i]) * 0x9e3779b97f4a7c15ULL;
        hash = (uint64_t)product ^ (uint64_t)(product >> 64);
    }
    return hash;
}

// Asks for the memory of a key that will be added or looked for soon.
static inline void sh_keyset_prefetch(const sh_keyset *set, uint64_t hash) {
    if (set->slots) __builtin_prefetch(&set->slot[hash & (set->slots - 1)]);
}
