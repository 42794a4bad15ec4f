// SPDX-License-Identifier: MIT
// See flat.h. A state (waiter R, mover A) of a row stands for (mirror R, mirror A) too: where A is
// canonical it goes to R's line, where A's mirror image is it goes to the line of R's.
#include "table/flat.h"

#include <stdlib.h> // calloc
#include <string.h> // memcpy

#include "base/memory.h"
#include "rank/mirror.h"
#include "rank/subset.h"
#include "rank/turn.h"

static uint32_t rank_of(const sh_flat *flat, b64 set) {
    return (uint32_t)sh_subset64_rank(&flat->regions->binomials, set, flat->game->pieces);
}

// The sets by number.
static void list_sets(const sh_flat *flat) {
    b64 set = sh_subset64_lowest(flat->game->pieces);
    for (uint64_t rank = 0; rank < flat->sets; rank++) {
        flat->set[sh_regions_number(flat->regions, set)] = set;
        if (rank + 1 < flat->sets) set = sh_subset64_next(set);
    }
}

static void list_movers(const sh_flat *flat) {
    for (uint64_t number = 0; number < flat->bands; number++) {
        sh_band band;
        sh_band_make(&band, flat->pairs, flat->regions->cells, number);
        flat->shared[number] = band.shared;
        for (int lane = 0; lane < band.lanes; lane++) {
            b64 set = sh_turn64(band.mover[lane], flat->regions->cells);
            uint64_t mover = number * SH_BAND_LANES + (uint64_t)lane;
            flat->rank[0][mover] = rank_of(flat, set);
            flat->rank[1][mover] = rank_of(flat, sh_mirror64(flat->game, set));
        }
    }
}

sh_status sh_flat_open(sh_flat *flat, const sh_game *game, const sh_pairs *pairs,
                       const sh_regions *regions, bool distances, sh_error *error) {
    *flat = (sh_flat){.game = game, .pairs = pairs, .regions = regions, .distances = distances};
    flat->movers = sh_pairs_rows(pairs);
    flat->bands = sh_band_count(flat->movers);
    flat->words = (flat->bands + 63) / 64;
    flat->sets = regions->first[regions->groups];
    uint64_t lanes = flat->bands * SH_BAND_LANES;
    flat->rank[0] = calloc(lanes, sizeof *flat->rank[0]);
    flat->rank[1] = calloc(lanes, sizeof *flat->rank[1]);
    flat->set = calloc(flat->sets, sizeof *flat->set);
    flat->shared = calloc(flat->bands, sizeof *flat->shared);
    flat->wanted = calloc(flat->words, sizeof *flat->wanted);
    flat->first = calloc(flat->bands, sizeof *flat->first);
    if (!flat->rank[0] || !flat->rank[1] || !flat->set || !flat->shared || !flat->wanted ||
        !flat->first)
        return sh_fail(error, SH_RESOURCES, "out of memory for a table's values");
    list_sets(flat);
    list_movers(flat);
    return SH_OK;
}

uint64_t sh_flat_open_bytes(uint64_t bands, uint64_t sets) {
    const sh_flat *flat;
    return bands * (2 * SH_BAND_LANES * sizeof *flat->rank[0] + sizeof *flat->shared +
                    sizeof *flat->first) +
           sets * sizeof *flat->set;
}

uint64_t sh_flat_band_bytes(const sh_flat *flat, uint64_t band) {
    int free = flat->regions->cells - b64_count(flat->shared[band]);
    return flat->regions->binomials.of[flat->regions->pieces][free] *
           sh_flat_lanes(flat->distances);
}

static bool is_kept(const sh_flat *flat, uint64_t band) {
    return flat->wanted[band / 64] >> band % 64 & 1;
}

sh_status sh_flat_keep(sh_flat *flat, const uint64_t *wanted, sh_error *error) {
    if (flat->values) sh_memory_unmap(flat->values, flat->bytes);
    flat->values = NULL;
    flat->bytes = 0;
    memcpy(flat->wanted, wanted, flat->words * sizeof *wanted);
    for (uint64_t band = 0; band < flat->bands; band++) {
        flat->first[band] = flat->bytes;
        if (is_kept(flat, band)) flat->bytes += sh_flat_band_bytes(flat, band);
    }
    if (flat->bytes <= sh_memory_available()) flat->values = sh_memory_map(flat->bytes);
    if (flat->values) return SH_OK;
    return sh_fail(error, SH_RESOURCES, "no memory for %llu bytes of values",
                   (unsigned long long)flat->bytes);
}

void sh_flat_close(sh_flat *flat) {
    free(flat->rank[0]);
    free(flat->rank[1]);
    free(flat->set);
    free(flat->shared);
    free(flat->wanted);
    free(flat->first);
    if (flat->values) sh_memory_unmap(flat->values, flat->bytes);
    *flat = (sh_flat){0};
}

// A row's values from columns to ranks of the mover's set: the movers in the order of columns.
typedef struct row_copy {
    const sh_flat *flat;
    uint8_t cell[64]; // of the free cells
    const uint8_t *columns;
    uint8_t *ranks;
} row_copy;

// The sets with piece `position` on a free cell below `end` and all higher pieces placed.
static void copy_sets(row_copy *copy, int position, int end, uint64_t rank) {
    const uint64_t *choose = copy->flat->regions->binomials.of[position];
    if (position > 1) {
        for (int i = position - 1; i < end; i++)
            copy_sets(copy, position - 1, i, rank + choose[copy->cell[i]]);
        return;
    }
    for (int i = 0; i < end; i++) copy->ranks[rank + copy->cell[i]] = copy->columns[i];
    copy->columns += end;
}

static void copy_row(const sh_flat *flat, uint64_t row, const uint8_t *columns, uint8_t *ranks) {
    row_copy copy = {.flat = flat, .columns = columns, .ranks = ranks};
    sh_set waiter = sh_pairs_waiter(flat->pairs, row);
    b64 taken = sh_turn64(b64_from(&waiter), flat->regions->cells);
    int free = 0;
    for (int cell = 0; cell < flat->regions->cells; cell++)
        if (!(taken & b64_of(cell))) copy.cell[free++] = (uint8_t)cell;
    copy_sets(&copy, flat->game->pieces, free, 0);
}

void sh_flat_numbers(const sh_flat *flat, uint64_t row, uint32_t number[2]) {
    sh_set waiter = sh_pairs_waiter(flat->pairs, row);
    b64 set = b64_from(&waiter);
    number[0] = sh_regions_number(flat->regions, set);
    number[1] = sh_regions_number(flat->regions, sh_mirror64(flat->game, set));
}

static const uint64_t ONES = 0x0101010101010101ULL;

// Without distances values are 0, 1, SH_BYTE_DRAW and SH_BYTE_ANY: the low two bits tell them
// apart.
static uint64_t pack_bits(const uint8_t *lanes, int bit) {
    uint64_t bits = 0;
    for (int i = 0; i < SH_BAND_LANES / 8; i++) {
        uint64_t word;
        memcpy(&word, lanes + 8 * i, sizeof word);
        bits |= ((word >> bit & ONES) * 0x0102040810204080ULL >> 56) << 8 * i;
    }
    return bits;
}

static void put_lanes(const sh_flat *flat, uint8_t *to, const uint8_t *lanes) {
    if (flat->distances) {
        memcpy(to, lanes, SH_BAND_LANES);
        return;
    }
    uint64_t bits[2] = {pack_bits(lanes, 0), pack_bits(lanes, 1)};
    memcpy(to, bits, sizeof bits);
}

static void get_lanes(const sh_flat *flat, const uint8_t *from, uint8_t *lanes) {
    uint64_t bits[2], words[SH_BAND_LANES / 8];
    if (flat->distances) {
        memcpy(lanes, from, SH_BAND_LANES);
        return;
    }
    memcpy(bits, from, sizeof bits);
    for (int i = 0; i < SH_BAND_LANES / 8; i++)
        words[i] = b64_bytes(bits[0] >> 8 * i) | b64_bytes(bits[1] >> 8 * i) * SH_BYTE_DRAW;
    memcpy(lanes, words, sizeof words);
}

// The number of a set among those that do not meet these cells.
static uint64_t column_of(const sh_flat *flat, b64 set, b64 shared) {
    return sh_subset64_rank_beside(&flat->regions->binomials, set, shared, flat->game->pieces);
}

// Where the lanes of a band and a set begin, which its movers do not all meet.
static uint8_t *lanes_of(const sh_flat *flat, uint64_t band, b64 set) {
    uint64_t column = column_of(flat, set, flat->shared[band]);
    return flat->values + flat->first[band] + column * sh_flat_lanes(flat->distances);
}

// Puts the lanes of a waiter's set into all bands. Neighbouring bands often share the same cells,
// and then the set has the same column in them.
static void put_line(sh_flat *flat, b64 waiter, const uint32_t *rank, const uint8_t *line) {
    uint64_t size = sh_flat_lanes(flat->distances), column = 0;
    b64 shared = ~(b64)0;
    for (uint64_t i = 0; i < flat->words; i++)
        for (uint64_t rest = flat->wanted[i]; rest; rest = b64_rest(rest)) {
            uint64_t band = 64 * i + (uint64_t)b64_first(rest);
            const uint32_t *mover = rank + band * SH_BAND_LANES;
            uint8_t lanes[SH_BAND_LANES];
            if (waiter & flat->shared[band]) continue;
            if (flat->shared[band] != shared) {
                shared = flat->shared[band];
                column = column_of(flat, waiter, shared);
            }
            for (int lane = 0; lane < SH_BAND_LANES; lane++) lanes[lane] = line[mover[lane]];
            put_lanes(flat, flat->values + flat->first[band] + column * size, lanes);
        }
}

void sh_flat_put_row(sh_flat *flat, uint64_t row, const uint8_t *values, uint8_t *line) {
    sh_set canonical = sh_pairs_waiter(flat->pairs, row);
    b64 waiter = b64_from(&canonical);
    memset(line, SH_BYTE_ANY, flat->sets);
    copy_row(flat, row, values, line);
    put_line(flat, waiter, flat->rank[0], line);
    put_line(flat, sh_mirror64(flat->game, waiter), flat->rank[1], line);
}

uint8_t *sh_flat_band(const sh_flat *flat, uint64_t band) {
    return is_kept(flat, band) ? flat->values + flat->first[band] : NULL;
}

void sh_flat_get_patch(const sh_flat *flat, uint64_t band, const sh_patch_shape *shape,
                       sh_patch_lanes *values) {
    enum { AHEAD = 32 }; // columns lie anywhere: the memory is asked for several at a time
    const uint8_t *from[AHEAD];
    for (uint32_t first = 0; first < shape->columns; first += AHEAD) {
        uint32_t count = shape->columns - first < AHEAD ? shape->columns - first : AHEAD;
        for (uint32_t i = 0; i < count; i++) {
            from[i] = lanes_of(flat, band, flat->set[shape->column[first + i].set]);
            __builtin_prefetch(from[i]);
        }
        for (uint32_t i = 0; i < count; i++) get_lanes(flat, from[i], values[first + i].lane);
    }
}
