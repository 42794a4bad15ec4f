// SPDX-License-Identifier: MIT
// From a colex rank back to the set, in O(k).
//
// The highest cell of a set of i cells with rank r is the largest c with C(c,i) <= r; the rest has
// rank r - C(c,i) among the sets of i-1 cells. Each c is found by one look-up and usually at most
// one comparison: the look-up is by the leading six bits of r, and neighbouring binomials differ by
// more than such a bucket is wide but for small i. On boards of 64 cells the lowest three cells
// come from a table of all sets of three, which in colex order serves every smaller board as well.
//
// An unranker is immutable once made, and safe to share.
#pragma once

#include <stdint.h> // uint64_t

#include "board/bits.h"
#include "rank/binomial.h"
#include "sternhalma/status.h"

#define SH_UNRANK_BUCKETS 1920
#define SH_UNRANK_LOW 3

typedef struct sh_unranker {
    sh_binomials binomials;
    int n, k;                                                // sets of k of n cells
    uint8_t start[SH_BINOMIAL_MAX_K + 1][SH_UNRANK_BUCKETS]; // by i and bucket: a first guess at c
    uint64_t *low; // n <= 64: sets of min(k, SH_UNRANK_LOW) cells in colex order; else NULL
} sh_unranker;

// Fails with SH_USAGE where C(n,k) does not fit 64 bits, with SH_RESOURCES where memory is short.
sh_status sh_unranker_make(sh_unranker *unranker, int n, int k, sh_error *error) SH_NODISCARD;
void sh_unranker_free(sh_unranker *unranker);

// C(n,k).
static inline uint64_t sh_unranker_sets(const sh_unranker *unranker) {
    return unranker->binomials.of[unranker->k][unranker->n];
}

// The leading six bits of a number and its size, in one number: 0 to SH_UNRANK_BUCKETS - 1.
static inline unsigned sh_unrank_bucket(uint64_t rank) {
    unsigned shift = 63u - 5u - (unsigned)__builtin_clzll(rank | 32);
    return (shift << 5) + (unsigned)(rank >> shift);
}

// The highest cell of the set of i cells with this rank.
static inline unsigned sh_unrank_top(const sh_unranker *unranker, uint64_t rank, int i) {
    const uint64_t *binomial = unranker->binomials.of[i];
    unsigned cell = unranker->start[i][sh_unrank_bucket(rank)];
    while (binomial[cell + 1] <= rank) cell++;
    return cell;
}

// The set of k cells with this rank among all such sets, on a board of at most 64 cells. k must be
// the unranker's; a constant lets the compiler unroll.
static inline b64 sh_unrank64(const sh_unranker *unranker, uint64_t rank, int k) {
    b64 set = 0;
    for (int i = k; i > SH_UNRANK_LOW; i--) {
        unsigned cell = sh_unrank_top(unranker, rank, i);
        set |= b64_of((int)cell);
        rank -= unranker->binomials.of[i][cell];
    }
    return set | unranker->low[rank];
}

// The same for up to 128 cells.
static inline b128 sh_unrank128(const sh_unranker *unranker, uint64_t rank, int k) {
    b128 set = 0;
    for (int i = k; i > 1; i--) {
        unsigned cell = sh_unrank_top(unranker, rank, i);
        set |= b128_of((int)cell);
        rank -= unranker->binomials.of[i][cell];
    }
    return set | b128_of((int)rank);
}
