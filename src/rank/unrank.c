// SPDX-License-Identifier: MIT
// The tables of unrank.h.
#include "rank/unrank.h"

#include <assert.h> // assert
#include <stdlib.h> // malloc

#include "rank/subset.h"

// The smallest rank of a bucket; the inverse of sh_unrank_bucket.
static uint64_t bucket_start(unsigned bucket) {
    if (bucket < 64) return bucket;
    unsigned shift = (bucket >> 5) - 1;
    return (uint64_t)(bucket - (shift << 5)) << shift;
}

static void fill_starts(sh_unranker *unranker) {
    for (int i = 1; i <= unranker->k; i++) {
        const uint64_t *binomial = unranker->binomials.of[i];
        unsigned cell = (unsigned)i - 1; // C(i-1, i) = 0
        for (unsigned bucket = 0; bucket < SH_UNRANK_BUCKETS; bucket++) {
            uint64_t rank = bucket_start(bucket);
            assert(sh_unrank_bucket(rank) == bucket);
            while ((int)cell < unranker->n && binomial[cell + 1] <= rank) cell++;
            unranker->start[i][bucket] = (uint8_t)cell;
        }
    }
}

static void fill_low(uint64_t *low, uint64_t sets, int k) {
    b64 set = sh_subset64_lowest(k);
    for (uint64_t rank = 0; rank < sets; rank++, set = sh_subset64_next(set)) low[rank] = set;
}

sh_status sh_unranker_make(sh_unranker *unranker, int n, int k, sh_error *error) {
    assert(k >= 1 && k <= n && n < SH_BINOMIAL_MAX_N && k <= SH_BINOMIAL_MAX_K);
    sh_binomials_make(&unranker->binomials);
    unranker->n = n;
    unranker->k = k;
    unranker->low = NULL;
    if (unranker->binomials.of[k][n] == SH_BINOMIAL_HUGE)
        return sh_fail(error, SH_USAGE,
                       "the sets of %d of %d cells are too many to be numbered with 64 bits", k, n);
    fill_starts(unranker);
    if (n > 64) return SH_OK;
    int low = k < SH_UNRANK_LOW ? k : SH_UNRANK_LOW;
    uint64_t sets = unranker->binomials.of[low][n];
    unranker->low = malloc(sets * sizeof *unranker->low);
    if (!unranker->low) return sh_fail(error, SH_RESOURCES, "out of memory for rank tables");
    fill_low(unranker->low, sets, low);
    return SH_OK;
}

void sh_unranker_free(sh_unranker *unranker) { free(unranker->low); }
