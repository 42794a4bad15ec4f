// SPDX-License-Identifier: MIT
// A set of 64-bit numbers that many threads fill at once and that ends as a sorted array.
//
// For the largest levels of a search whose numbers have an order that means something (transfers:
// the boards of one tally follow each other). Where that is not needed there are keyset.h and
// frontier.h: of 20 million numbers a keyset took 25 bytes each and 2.9 s, a frontier 24 and 3.0 s,
// this 14 and 2.0 s, and sorting 0.6 s (one thread).
//
// sh_number_set_add may run on any number of threads; everything else on one, while nobody adds.
// The caller makes room before a batch (sh_number_set_reserve), so adding never fails.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t

#include "base/pool.h"
#include "sternhalma/status.h"

typedef struct sh_number_set {
    uint64_t *slot; // key + 1, 0 for empty
    size_t slots;
    size_t count; // the owner keeps it: sums of what sh_number_set_add returned
} sh_number_set;

// A set that is all zero is empty. Room for `more` keys beyond the `count` there are, at most
// 80 percent full. SH_RESOURCES where there is no memory or it would take more than `most` bytes.
sh_status sh_number_set_reserve(sh_number_set *set, size_t more, size_t most, sh_pool *pool,
                                sh_error *error) SH_NODISCARD;
void sh_number_set_close(sh_number_set *set);

static inline size_t sh_number_slot(const sh_number_set *set, uint64_t key) {
    uint64_t mixed = key * 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 32) * 0xd6e8feb86659fd93;
    return (size_t)((unsigned __int128)mixed * set->slots >> 64);
}

static inline void sh_number_set_prefetch(const sh_number_set *set, uint64_t key) {
    __builtin_prefetch(&set->slot[sh_number_slot(set, key)], 1);
}

bool sh_number_set_add(sh_number_set *set, uint64_t key); // true where it was not there
// Keeps only keys below a bound.
void sh_number_set_trim(sh_number_set *set, uint64_t below);

// Turns the set into an ascending array; the set is then empty. `keys` is unmapped with
// sh_memory_unmap(keys, *bytes). SH_RESOURCES where there is no memory, and the set is as it was.
sh_status sh_number_set_sorted(sh_number_set *set, sh_pool *pool, uint64_t **keys, size_t *count,
                               size_t *bytes, sh_error *error) SH_NODISCARD;
