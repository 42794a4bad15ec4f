// SPDX-License-Identifier: MIT
// See band_crew.h.
#include "table/band_crew.h"

#include <stdlib.h> // calloc
#include <string.h> // memcpy

enum { SHARE_BANDS = SH_VALUE_MAX_ROWS / SH_BAND_LANES, SUM_BYTES = 1 << 24 };

static sh_status no_memory(sh_error *error) {
    return sh_fail(error, SH_RESOURCES, "out of memory to write a table");
}

int sh_band_rank(const sh_band_writing *w, uint64_t band) {
    return (int)(band / SHARE_BANDS % (uint64_t)sh_crew_ranks(w->source->crew));
}

uint64_t sh_band_shares(uint64_t bands) {
    return (bands + SHARE_BANDS - 1) / SHARE_BANDS * SHARE_BANDS;
}

void sh_band_keep_own(const sh_band_writing *w, uint64_t *wanted) {
    for (uint64_t band = 0; band < w->flat.bands; band++)
        if (!sh_band_here(w, band)) wanted[band / 64] &= ~(1ULL << band % 64);
}

uint64_t sh_band_least(const sh_band_writing *w, uint64_t number) {
    uint64_t least = number;
    for (int rank = 0; rank < sh_crew_ranks(w->source->crew); rank++) {
        uint64_t other = number;
        sh_crew_broadcast(w->source->crew, rank, &other, sizeof other);
        if (other < least) least = other;
    }
    return least;
}

sh_status sh_band_join_sums(sh_band_writing *w, sh_error *error) {
    sh_table_info *info = &w->header->info;
    uint64_t sums[] = {info->wins, info->losses, info->draws, info->illegal};
    sh_crew_sum(w->source->crew, sums, 4);
    info->wins = sums[0];
    info->losses = sums[1];
    info->draws = sums[2];
    info->illegal = sums[3];
    info->longest = (uint32_t)(UINT32_MAX - sh_band_least(w, UINT32_MAX - info->longest));
    return sh_crew_agree(w->source->crew, SH_OK, error);
}

// Bytes of which each is zero on all ranks but one, as sums of words of them.
static sh_status join_bytes(sh_crew *crew, uint8_t *bytes, uint64_t count, sh_error *error) {
    uint64_t *words = malloc(SUM_BYTES);
    sh_status status = sh_crew_agree(crew, words ? SH_OK : no_memory(error), error);
    for (uint64_t at = 0; words && !status && at < count; at += SUM_BYTES) {
        uint64_t now = count - at < SUM_BYTES ? count - at : SUM_BYTES;
        words[(now - 1) / 8] = 0;
        memcpy(words, bytes + at, now);
        sh_crew_sum(crew, words, (uint32_t)((now + 7) / 8));
        memcpy(bytes + at, words, now);
    }
    free(words);
    return status;
}

// A sample that another rank has drawn has no row here.
sh_status sh_band_join_samples(sh_band_writing *w, sh_error *error) {
    uint64_t count = w->header->info.rows * w->per_row;
    uint8_t *values = calloc(count + 1, 1);
    sh_status status = sh_crew_agree(w->source->crew, values ? SH_OK : no_memory(error), error);
    for (uint64_t i = 0; values && !status && i < count; i++)
        if (w->samples[i].row != UINT32_MAX) values[i] = w->samples[i].value;
    if (values && !status) status = join_bytes(w->source->crew, values, count, error);
    for (uint64_t i = 0; values && !status && i < count; i++) {
        uint64_t row = i / w->per_row, number = i % w->per_row;
        uint32_t mover = sh_band_first_sample(w, row) + (uint32_t)number * w->stride;
        w->samples[i] = (sh_merit_sample){mover, (uint32_t)row, values[i]};
    }
    free(values);
    return status;
}

sh_status sh_band_join_counts(sh_band_writing *w, uint32_t *counts, size_t count, sh_error *error) {
    uint64_t *sums = malloc(count * sizeof *sums);
    sh_status status = sh_crew_agree(w->source->crew, sums ? SH_OK : no_memory(error), error);
    if (sums && !status) {
        for (size_t i = 0; i < count; i++) sums[i] = counts[i];
        sh_crew_sum(w->source->crew, sums, (uint32_t)count);
        for (size_t i = 0; i < count; i++) counts[i] = (uint32_t)sums[i];
    }
    free(sums);
    return status;
}

// The notes of a rank's own blocks, in order.
static uint64_t own_notes(const sh_band_writing *w, uint64_t count, sh_block_note *notes) {
    uint64_t groups = w->regions.groups, n = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (!sh_band_here(w, w->first + i)) continue;
        const uint8_t *bytes = w->bands[i].bytes;
        for (uint64_t group = 0; group < groups; group++) {
            uint32_t size = w->bands[i].sizes[group];
            notes[n++] = (sh_block_note){size, sh_checksum_block(bytes, size)};
            bytes += size;
        }
    }
    return n;
}

// The notes of all ranks come to rank 0, each rank's together.
static void gather_notes(sh_band_writing *w, uint64_t count) {
    sh_crew *crew = w->source->crew;
    sh_crew_bytes *send = w->chunks, *receive = w->chunks + crew->ranks;
    uint32_t size = (uint32_t)(w->regions.groups * sizeof *w->notes);
    memset(send, 0, 2 * (size_t)crew->ranks * sizeof *send);
    uint64_t own = own_notes(w, count, w->notes) * sizeof *w->notes;
    if (crew->rank) send[0] = (sh_crew_bytes){w->notes, (uint32_t)own};
    for (uint64_t i = 0; !crew->rank && i < count; i++)
        receive[sh_band_rank(w, w->first + i)].count += size;
    uint8_t *at = (uint8_t *)w->notes + receive[0].count;
    receive[0].count = 0;
    for (int rank = 1; rank < crew->ranks; at += receive[rank++].count) receive[rank].bytes = at;
    crew->exchange(crew, send, receive);
}

// Rank 0 notes the blocks in the order of bands; those of a rank lie where they were received.
static void keep_blocks(sh_band_writing *w, uint64_t count) {
    sh_crew_bytes *from = w->chunks + w->source->crew->ranks;
    from[0].bytes = w->notes;
    for (uint64_t i = 0; i < count; i++) {
        sh_crew_bytes *next = &from[sh_band_rank(w, w->first + i)];
        sh_sections_keep(&w->sections, next->bytes, w->regions.groups);
        next->bytes = (sh_block_note *)next->bytes + w->regions.groups;
    }
}

sh_status sh_band_share(sh_band_writing *w, uint64_t count, sh_error *error) {
    sh_crew *crew = w->source->crew;
    for (uint64_t i = 0; i < count; i++)
        w->band_bytes[i] = sh_band_here(w, w->first + i) ? w->bands[i].count : 0;
    sh_crew_sum(crew, w->band_bytes, (uint32_t)count);
    gather_notes(w, count);
    if (!crew->rank) keep_blocks(w, count);
    sh_status status = sh_parts_status(w->sections.parts, error); // its files are there, or not
    status = sh_crew_agree(crew, status, error);
    if (status) return status;
    for (uint64_t i = 0; i < count; w->end += w->band_bytes[i++])
        if (sh_band_here(w, w->first + i))
            sh_sections_put(&w->sections, w->end, w->bands[i].bytes, w->bands[i].count);
    return sh_parts_status(w->sections.parts, error);
}
