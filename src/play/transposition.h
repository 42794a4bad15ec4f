// SPDX-License-Identifier: MIT
// The table of positions seen: what the search has found of each, shared by all its threads.
//
// An entry is 16 bytes: a word of data, and the position's key XORed with it, so that an entry that
// two threads wrote at once does not match any key (Hyatt and Mann 2002). Four entries share a line
// of the cache; a new one replaces the same position, else the least valuable: old and shallow.
#pragma once

#include <stdatomic.h> // _Atomic
#include <stdbool.h>   // bool
#include <stddef.h>    // size_t
#include <stdint.h>    // uint64_t

#include "sternhalma/status.h"

enum { SH_BOUND_NONE, SH_BOUND_UPPER, SH_BOUND_LOWER, SH_BOUND_EXACT };

// What is known of a position. Without a move, from equals to.
typedef struct sh_knowledge {
    int16_t value;
    uint8_t depth, bound;
    uint8_t from, to;
} sh_knowledge;

typedef struct sh_entry {
    _Atomic uint64_t check, data;
} sh_entry;

typedef struct sh_transposition {
    sh_entry *entries;
    uint64_t buckets; // of four entries
    size_t bytes;
    uint8_t age; // of this search, modulo 64
} sh_transposition;

sh_status sh_transposition_open(sh_transposition *table, size_t bytes,
                                sh_error *error) SH_NODISCARD;
void sh_transposition_close(sh_transposition *table);
void sh_transposition_clear(sh_transposition *table);
// How full it is with entries of this search, in thousandths, from a sample.
int sh_transposition_fill(const sh_transposition *table);

static inline sh_entry *sh_transposition_bucket(const sh_transposition *table, uint64_t key) {
    return table->entries + 4 * (uint64_t)(((unsigned __int128)key * table->buckets) >> 64);
}

static inline void sh_transposition_prefetch(const sh_transposition *table, uint64_t key) {
    __builtin_prefetch(sh_transposition_bucket(table, key));
}

static inline uint64_t sh_knowledge_pack(sh_knowledge k, uint8_t age) {
    return (uint64_t)(uint16_t)k.value | (uint64_t)k.depth << 16 | (uint64_t)k.from << 24 |
           (uint64_t)k.to << 32 | (uint64_t)k.bound << 40 | (uint64_t)age << 42;
}

static inline sh_knowledge sh_knowledge_unpack(uint64_t data) {
    return (sh_knowledge){(int16_t)data, (uint8_t)(data >> 16), data >> 40 & 3,
                          (uint8_t)(data >> 24), (uint8_t)(data >> 32)};
}

// False where nothing is known; then *known has no move and no bound.
static inline bool sh_transposition_probe(const sh_transposition *table, uint64_t key,
                                          sh_knowledge *known) {
    sh_entry *bucket = sh_transposition_bucket(table, key);
    for (int i = 0; i < 4; i++) {
        uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket[i].check, memory_order_relaxed);
        if ((check ^ data) != key || !data) continue;
        *known = sh_knowledge_unpack(data);
        return true;
    }
    *known = (sh_knowledge){0};
    return false;
}

// How much an entry is worth keeping.
static inline int sh_transposition_worth(const sh_transposition *table, uint64_t data) {
    int age = (int)((table->age - (data >> 42)) & 63);
    return data ? (int)(data >> 16 & 255) - 4 * age : -1000;
}

static inline void sh_transposition_store(sh_transposition *table, uint64_t key, sh_knowledge k) {
    sh_entry *bucket = sh_transposition_bucket(table, key), *victim = bucket;
    int least = INT32_MAX;
    for (int i = 0; i < 4; i++) {
        uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&bucket[i].check, memory_order_relaxed);
        if ((check ^ data) == key) {
            victim = &bucket[i];
            if (k.from == k.to) { // keep the move that was known
                k.from = (uint8_t)(data >> 24);
                k.to = (uint8_t)(data >> 32);
            }
            break;
        }
        int worth = sh_transposition_worth(table, data);
        if (worth < least) {
            least = worth;
            victim = &bucket[i];
        }
    }
    uint64_t data = sh_knowledge_pack(k, table->age);
    atomic_store_explicit(&victim->data, data, memory_order_relaxed);
    atomic_store_explicit(&victim->check, key ^ data, memory_order_relaxed);
}
