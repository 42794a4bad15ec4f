// SPDX-License-Identifier: MIT
// A set of 64-bit numbers that many threads fill at once: eight bytes a place, open addressing.
//
// sh_key_set_add may run on any number of threads; everything else on one, while nobody adds. The
// caller makes room before a batch (sh_key_set_reserve), so adding never fails.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t

#include "base/pool.h"
#include "sternhalma/status.h"

typedef struct sh_key_set {
    uint64_t *slot; // key + 1, 0 for empty
    size_t slots;
    size_t count; // the owner keeps it: sums of what sh_key_set_add returned
} sh_key_set;

// A set that is all zero is empty. Room for `more` keys beyond the `count` there are, at most
// 80 percent full. SH_RESOURCES where there is no memory or it would take more than `most` bytes.
sh_status sh_key_set_reserve(sh_key_set *set, size_t more, size_t most, sh_pool *pool,
                             sh_error *error) SH_NODISCARD;
void sh_key_set_close(sh_key_set *set);

static inline size_t sh_key_slot(const sh_key_set *set, uint64_t key) {
    uint64_t mixed = key * 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 32) * 0xd6e8feb86659fd93;
    return (size_t)((unsigned __int128)mixed * set->slots >> 64);
}

static inline void sh_key_set_prefetch(const sh_key_set *set, uint64_t key) {
    __builtin_prefetch(&set->slot[sh_key_slot(set, key)], 1);
}

bool sh_key_set_add(sh_key_set *set, uint64_t key); // true where it was not there
bool sh_key_set_has(const sh_key_set *set, uint64_t key);
// Keeps only keys below a bound.
void sh_key_set_trim(sh_key_set *set, uint64_t below);

// Turns the set into an ascending array, which takes its memory over; the set is then empty.
// `keys` is unmapped with sh_memory_unmap(keys, *bytes).
uint64_t *sh_key_set_sorted(sh_key_set *set, sh_pool *pool, size_t *count, size_t *bytes);
