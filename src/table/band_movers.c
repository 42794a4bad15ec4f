// SPDX-License-Identifier: MIT
// See band_movers.h. A block of movers meets every waiter once, in colex order: that is the order
// of a band's lanes in flat, so they are written one after the other.
#include "table/band_movers.h"

#include <stdlib.h> // calloc
#include <string.h> // memcpy

#include "rank/mirror.h"
#include "rank/subset.h"
#include "rank/turn.h"
#include "table/band_crew.h"

// A worker, and the block that it reads.
typedef struct mover_reading {
    sh_band_writing *w;
    sh_band_worker *own;
    const sh_mover_block *block;
    b64 shared[SH_MOVER_BANDS];      // by band
    uint64_t single[SH_MOVER_BANDS]; // lanes that stand for one mover
    uint8_t *to[SH_MOVER_BANDS];     // where its next lanes go, or NULL
} mover_reading;

// The lane as a byte of duel.h.
static uint8_t byte_of(const sh_band_writing *w, const sh_value_lanes *lanes, int lane) {
    uint64_t bit = 1ULL << lane;
    if (!(lanes->apart & bit) || (lanes->illegal & bit)) return SH_BYTE_ANY;
    if (lanes->drawn & bit) return SH_BYTE_DRAW;
    uint8_t won = (lanes->won & bit) != 0;
    if (!sh_band_distances(w) || (w->recipe->only_wins && !won)) return won;
    return (uint8_t)(2 * lanes->half[lane] + won);
}

// The lanes as flat has them. Where the sets meet, anything will do.
static void put(const sh_band_writing *w, const sh_value_lanes *lanes, uint8_t *to) {
    if (!sh_band_distances(w)) {
        uint64_t words[2] = {lanes->won | lanes->illegal, lanes->drawn | lanes->illegal};
        memcpy(to, words, sizeof words);
        return;
    }
    for (int lane = 0; lane < SH_BAND_LANES; lane++)
        to[lane] = (uint8_t)(2 * lanes->half[lane] + (lanes->won >> lane & 1));
    uint64_t other = lanes->drawn | lanes->illegal;
    if (w->recipe->only_wins) other |= ~lanes->won;
    for (uint64_t rest = other & lanes->apart; rest; rest = b64_rest(rest))
        to[b64_first(rest)] = byte_of(w, lanes, b64_first(rest));
}

static uint64_t weigh(uint64_t lanes, uint64_t single) {
    return 2 * (uint64_t)b64_count(lanes) - (uint64_t)b64_count(lanes & single);
}

static void count(const sh_band_writing *w, const sh_value_lanes *lanes, uint64_t single,
                  sh_table_info *sums) {
    uint64_t decided = lanes->apart & ~lanes->drawn & ~lanes->illegal;
    sums->wins += weigh(lanes->won, single);
    sums->losses += weigh(decided & ~lanes->won, single);
    sums->draws += weigh(lanes->drawn, single);
    sums->illegal += weigh(lanes->illegal, single);
    if (!sh_band_distances(w)) return;
    unsigned most = 0;
    for (int lane = 0; lane < SH_BAND_LANES; lane++)
        most = lanes->half[lane] > most ? lanes->half[lane] : most;
    if (2 * most + 1 <= sums->longest) return;
    for (uint64_t rest = w->recipe->only_wins ? lanes->won : decided; rest; rest = b64_rest(rest)) {
        int lane = b64_first(rest);
        uint32_t plies = 2U * lanes->half[lane] + (uint32_t)(lanes->won >> lane & 1);
        if (plies > sums->longest) sums->longest = plies;
    }
}

static void read_lanes(mover_reading *reading) {
    sh_band_writing *w = reading->w;
    uint64_t step = sh_flat_lanes(w->flat.distances);
    b64 set = sh_subset64_lowest(w->regions.pieces);
    for (uint64_t i = 0; i < w->flat.sets; i++) {
        sh_value_lanes lanes[SH_MOVER_BANDS];
        reading->block->lanes(reading->block, set, lanes);
        for (uint32_t band = 0; band < reading->block->bands; band++) {
            if (set & reading->shared[band]) continue;
            if (w->learning) count(w, &lanes[band], reading->single[band], &reading->own->sums);
            if (!reading->to[band]) continue;
            put(w, &lanes[band], reading->to[band]);
            reading->to[band] += step;
        }
        if (i + 1 < w->flat.sets) set = sh_subset64_next(set);
    }
}

// The samples of a mover, whose set or its mirror image has this rank: those of the waiters' rows
// that count it.
static void draw_samples(const mover_reading *reading, uint64_t mover, bool image) {
    const sh_band_writing *w = reading->w;
    uint32_t rank = w->flat.rank[image][mover], residue = rank % w->stride;
    uint64_t place = mover - reading->block->first;
    for (uint32_t i = w->begin[residue]; i < w->begin[residue + 1]; i++) {
        uint32_t row = w->by_residue[i], number = rank / w->stride;
        if (number >= w->per_row) continue;
        sh_set canonical = sh_pairs_waiter(w->pairs, row);
        b64 waiter = b64_from(&canonical);
        if (image) waiter = sh_mirror64(w->flat.game, waiter);
        sh_value_lanes lanes[SH_MOVER_BANDS];
        reading->block->lanes(reading->block, waiter, lanes);
        uint8_t value = byte_of(w, &lanes[place / SH_BAND_LANES], (int)(place % SH_BAND_LANES));
        w->samples[row * w->per_row + number] = (sh_merit_sample){rank, row, value};
    }
}

// A sh_mover_use.
static void read_block(void *user, const sh_mover_block *block) {
    mover_reading *reading = user;
    sh_band_writing *w = reading->w;
    uint64_t first = block->first / SH_BAND_LANES, rows = w->source->row_count;
    uint64_t end = block->first + (uint64_t)block->bands * SH_BAND_LANES;
    if (end > rows) end = rows;
    reading->block = block;
    memset(reading->single, 0, sizeof reading->single);
    for (uint32_t band = 0; band < block->bands; band++) {
        reading->shared[band] = w->flat.shared[first + band];
        reading->to[band] = sh_flat_band(&w->flat, first + band);
    }
    for (uint64_t mover = block->first; mover < end; mover++)
        if (sh_pairs_weight(w->pairs, mover) == 1)
            reading->single[mover / SH_BAND_LANES - first] |= 1ULL << mover % SH_BAND_LANES;
    read_lanes(reading);
    if (!w->learning) return;
    for (uint64_t mover = block->first; mover < end; mover++)
        for (int image = 0; image < 2; image++) draw_samples(reading, mover, image);
}

static bool is_wanted(const sh_band_writing *w, uint64_t first, uint64_t bands) {
    if (w->learning) return true;
    for (uint64_t band = first; band < first + bands && band < w->flat.bands; band++)
        if (sh_flat_band(&w->flat, band)) return true;
    return false;
}

// A sh_task: one block of this rank. What is known of a row without its values is noted for the
// blocks of all ranks.
static void read_movers(void *context, size_t index, int number) {
    sh_band_writing *w = context;
    mover_reading reading = {.w = w, .own = &w->workers[number]};
    uint64_t ranks = (uint64_t)sh_crew_ranks(w->source->crew), rows = w->source->block_rows;
    uint64_t block = (w->first + index) * ranks;
    if (w->learning) sh_band_note_progress(w, block * rows, ranks * rows);
    block += (uint64_t)sh_crew_rank(w->source->crew);
    if (block * rows >= w->source->row_count ||
        !is_wanted(w, block * rows / SH_BAND_LANES, rows / SH_BAND_LANES))
        return;
    sh_band_note(w, w->source->movers(w->source->context, block, read_block, &reading));
}

sh_status sh_band_read_movers(sh_band_writing *w, sh_error *error) {
    uint64_t rows = w->source->block_rows * (uint64_t)sh_crew_ranks(w->source->crew);
    uint64_t tasks = (w->source->row_count + rows - 1) / rows;
    return sh_band_run(w, sh_band_reading(w), 0, tasks, w->tasks, read_movers, NULL, error);
}

sh_status sh_band_sort_rows(sh_band_writing *w, sh_error *error) {
    uint64_t rows = w->header->info.rows;
    w->begin = calloc((size_t)w->stride + 2, sizeof *w->begin);
    w->by_residue = malloc(rows * sizeof *w->by_residue);
    if (!w->begin || !w->by_residue)
        return sh_fail(error, SH_RESOURCES, "out of memory to write a table");
    for (uint64_t row = 0; row < rows; row++) w->begin[sh_band_first_sample(w, row) + 2]++;
    for (uint32_t i = 1; i < w->stride + 2; i++) w->begin[i] += w->begin[i - 1];
    for (uint64_t row = 0; row < rows; row++)
        w->by_residue[w->begin[sh_band_first_sample(w, row) + 1]++] = (uint32_t)row;
    return SH_OK;
}
