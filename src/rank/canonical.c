// SPDX-License-Identifier: MIT
// A bit vector with rank and select: see canonical.h.
#include "rank/canonical.h"

#include <assert.h> // assert
#include <stdlib.h> // calloc

sh_status sh_canonical_make(sh_canonical *canonical, uint64_t sets, sh_canonical_ask *is_canonical,
                            void *context, sh_error *error) {
    *canonical = (sh_canonical){.sets = sets, .rows = sets};
    if (!is_canonical) return SH_OK;
    uint64_t words = (sets + 63) / 64;
    canonical->word = calloc(words, sizeof *canonical->word);
    if (!canonical->word) return sh_fail(error, SH_RESOURCES, "out of memory for the map of rows");
    canonical->rows = 0;
    for (uint64_t rank = 0; rank < sets; rank++) {
        sh_canonical_word *word = &canonical->word[rank >> 6];
        if ((rank & 63) == 0) word->before = canonical->rows;
        if (!is_canonical(context, rank)) continue;
        word->bits |= 1ULL << (rank & 63);
        canonical->rows++;
    }
    return SH_OK;
}

void sh_canonical_free(sh_canonical *canonical) { free(canonical->word); }

uint64_t sh_canonical_rank(const sh_canonical *canonical, uint64_t row) {
    assert(row < canonical->rows);
    if (!canonical->word) return row;
    uint64_t low = 0, high = (canonical->sets + 63) / 64; // before[low] <= row < before[high]
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (canonical->word[middle].before <= row)
            low = middle;
        else
            high = middle;
    }
    uint64_t bits = canonical->word[low].bits;
    for (uint64_t skip = row - canonical->word[low].before; skip > 0; skip--) bits &= bits - 1;
    assert(bits);
    return low * 64 + (uint64_t)__builtin_ctzll(bits);
}
