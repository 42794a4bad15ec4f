// SPDX-License-Identifier: MIT
// Numbers for the sets that are not larger than their mirror images.
//
// A set and its mirror image have equal values, so only the smaller one, the canonical set, gets a
// row in a table. Rows are numbered in colex order of canonical sets. The map is a bit for each set
// and a running count for each 64: from the rank of a set to its row is one cache line, back again
// a short search. It takes a quarter of a byte a set: 3.5 MB for 7x7/6.
//
// Games without mirror symmetry have a row for every set and no map. Immutable once made.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint64_t

#include "sternhalma/status.h"

typedef struct sh_canonical_word {
    uint64_t bits;   // which of 64 consecutive sets are canonical
    uint64_t before; // how many canonical sets come before them
} sh_canonical_word;

typedef struct sh_canonical {
    uint64_t sets, rows;
    sh_canonical_word *word; // NULL: every set is its own row
} sh_canonical;

// The row of the canonical set with this rank.
static inline uint64_t sh_canonical_row(const sh_canonical *canonical, uint64_t rank) {
    if (!canonical->word) return rank;
    const sh_canonical_word *word = &canonical->word[rank >> 6];
    return word->before + (uint64_t)__builtin_popcountll(word->bits & ((1ULL << (rank & 63)) - 1));
}

// Makes the map for `sets` sets; `is_canonical` is asked for each in ascending order of rank.
// NULL means all are. SH_RESOURCES where memory is short.
typedef bool sh_canonical_ask(void *context, uint64_t rank);
sh_status sh_canonical_make(sh_canonical *canonical, uint64_t sets, sh_canonical_ask *is_canonical,
                            void *context, sh_error *error) SH_NODISCARD;
void sh_canonical_free(sh_canonical *canonical);

// The rank of the set of a row.
uint64_t sh_canonical_rank(const sh_canonical *canonical, uint64_t row);
