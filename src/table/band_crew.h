// SPDX-License-Identifier: MIT
// A table written by a crew: every rank reads and encodes the bands of its own rows and puts their
// blocks into the file, what was learned is put together by all, and rank 0 writes the rest: model,
// ratings, the index of all blocks and the header. No rank holds all.
// Alone, all bands are here and there is nothing to put together.
#pragma once

#include "table/band_writing.h"

// The rank that has a band's rows, and whether that is this one.
int sh_band_rank(const sh_band_writing *w, uint64_t band);
static inline bool sh_band_here(const sh_band_writing *w, uint64_t band) {
    return sh_band_rank(w, band) == sh_crew_rank(w->source->crew);
}

// So many bands or more, as whole shares: neighbours that one rank has.
uint64_t sh_band_shares(uint64_t bands);
// Takes the bands of other ranks out of a set of them.
void sh_band_keep_own(const sh_band_writing *w, uint64_t *wanted);
// The least of a number that each rank has.
uint64_t sh_band_least(const sh_band_writing *w, uint64_t number);

// All ranks get the sums, all samples, and the counts to train with.
sh_status sh_band_join_sums(sh_band_writing *w, sh_error *error) SH_NODISCARD;
sh_status sh_band_join_samples(sh_band_writing *w, sh_error *error) SH_NODISCARD;
sh_status sh_band_join_counts(sh_band_writing *w, uint32_t *counts, size_t count,
                              sh_error *error) SH_NODISCARD;

// The batch is encoded: every rank puts the bytes of its bands into the file, and rank 0 notes all
// blocks. Called by all ranks; a rank that cannot write alone says so.
sh_status sh_band_share(sh_band_writing *w, uint64_t count, sh_error *error) SH_NODISCARD;
