// SPDX-License-Identifier: MIT
// See band_values.h. The rules decide few states: those in which a goal is full or nearly so. Which
// lanes these are is found for a whole column with the sets of lanes by cell (band.h).
#include "table/band_values.h"

#include <stdlib.h> // aligned_alloc
#include <string.h> // memcpy

#include "rank/subset.h"

// The sets by number: each group's in order.
static b64 *list_sets(const sh_regions *regions) {
    b64 *sets = malloc(regions->first[regions->groups] * sizeof *sets);
    b64 set = sh_subset64_lowest(regions->pieces);
    for (uint32_t i = 0; sets && i < regions->first[regions->groups]; i++) {
        sets[sh_regions_number(regions, set)] = set;
        if (i + 1 < regions->first[regions->groups]) set = sh_subset64_next(set);
    }
    return sets;
}

sh_status sh_band_values_open(sh_band_values *values, const sh_table *table, sh_error *error) {
    const sh_regions *regions = &table->bands.regions;
    size_t bytes = table->header.info.block_states;
    *values = (sh_band_values){.table = table, .set = list_sets(regions)};
    bool words = table->header.info.metric == SH_WDL;
    values->packed = aligned_alloc(64, bytes);
    values->values = words ? aligned_alloc(64, bytes) : values->packed;
    values->illegal = malloc(regions->largest * sizeof *values->illegal);
    values->desk = sh_bands_take_desk((sh_bands *)&table->bands);
    if (values->desk && values->set && values->packed && values->values && values->illegal)
        return SH_OK;
    return sh_fail(error, SH_RESOURCES, "out of memory to read a table");
}

void sh_band_values_close(sh_band_values *values) {
    if (!values->table) return;
    if (values->values != values->packed) free(values->values);
    free(values->packed);
    free(values->illegal);
    free(values->set);
    if (values->desk) sh_bands_give_desk((sh_bands *)&values->table->bands, values->desk);
}

void sh_band_values_turn(sh_band_values *values, uint64_t band) {
    sh_band_make(&values->band, values->table->pairs, values->table->bands.regions.cells, band);
}

// Words of wins and draws as bytes.
static void widen(const uint64_t *words, const sh_patch_shape *shape, sh_patch_lanes *values) {
    for (uint32_t c = 0; c < shape->columns; c++, words += 2) {
        uint64_t legal = shape->column[c].legal, bytes[8];
        for (int i = 0; i < 8; i++)
            bytes[i] = b64_bytes(words[0] >> 8 * i) | b64_bytes(~legal >> 8 * i) * SH_BYTE_ANY;
        for (int i = 0; words[1] && i < 8; i++)
            bytes[i] |= b64_bytes(words[1] >> 8 * i) * SH_BYTE_DRAW;
        memcpy(&values[c], bytes, sizeof bytes);
    }
}

// The lanes that have pieces on all these cells.
static uint64_t lanes_on(const sh_band *band, uint64_t lanes, b64 cells) {
    for (; cells && lanes; cells = b64_rest(cells)) lanes &= band->on[b64_first(cells)];
    return lanes;
}

// Lanes whose verdict may not be that the game goes on: see sh_blockade_doubtful. The waiter is the
// first player here.
static uint64_t doubtful_lanes(const sh_game *game, const sh_band *band, b64 waiter,
                               uint64_t legal) {
    uint64_t lanes = lanes_on(band, legal, b64_from(&game->goal[0]) & ~waiter) |
                     lanes_on(band, legal, b64_from(&game->goal[1]) & ~waiter);
    if (game->pieces < 6) return lanes;
    if (game->pieces > 6 || !(b64_from(&game->entry[1]) & ~waiter)) return legal;
    return lanes | lanes_on(band, legal, b64_from(&game->entry[0]));
}

static void ask_rules(sh_band_values *values) {
    const sh_game *game = &values->table->game;
    sh_position position;
    memset(&position, 0, sizeof position);
    position.turn = 1;
    for (uint32_t c = 0; c < values->desk->shape.columns; c++) {
        const sh_patch_column *column = &values->desk->shape.column[c];
        b64 waiter = values->set[column->set];
        values->illegal[c] = 0;
        for (uint64_t rest = doubtful_lanes(game, &values->band, waiter, column->legal); rest;
             rest = b64_rest(rest)) {
            int lane = b64_first(rest);
            position.army[0] = b64_set(waiter);
            position.army[1] = b64_set(values->band.mover[lane]);
            sh_verdict verdict = sh_position_verdict(game, &position, NULL);
            if (verdict == SH_ONGOING) continue;
            values->values[c].lane[lane] = verdict == SH_WON ? 0 : SH_BYTE_ANY;
            if (verdict != SH_WON) values->illegal[c] |= 1ULL << lane;
        }
    }
}

sh_status sh_band_values_read(sh_band_values *values, uint32_t group, sh_error *error) {
    const sh_table *table = values->table;
    sh_status status =
        sh_table_patch(table, &values->band, group, values->desk, values->packed, error);
    if (status) return status;
    if (table->header.info.metric == SH_WDL)
        widen(values->packed, &values->desk->shape, values->values);
    ask_rules(values);
    return SH_OK;
}

// The patches of a band, one after the other.
typedef struct band_store {
    sh_patch_lanes *values;
    uint64_t *legal; // by column
    uint32_t *first; // by group: columns of all groups before
} band_store;

static sh_status read_band(sh_band_values *values, band_store *store, sh_error *error) {
    uint32_t used = 0;
    for (uint32_t group = 0; group < values->table->bands.regions.groups; group++) {
        sh_status status = sh_band_values_read(values, group, error);
        if (status) return status;
        store->first[group] = used;
        memcpy(store->values + used, values->values,
               values->desk->shape.columns * sizeof *store->values);
        for (uint32_t c = 0; c < values->desk->shape.columns; c++)
            store->legal[used++] = values->desk->shape.column[c].legal;
    }
    return SH_OK;
}

// Rows go through the waiters in ascending order, and so does each lane through those that it
// leaves room for.
static void write_rows(const sh_band_values *values, const band_store *store, uint64_t lanes,
                       uint16_t *rows) {
    const sh_table *table = values->table;
    const sh_regions *regions = &table->bands.regions;
    b64 shared = values->band.shared;
    uint64_t columns = table->header.info.columns;
    uint16_t *at[SH_BAND_LANES];
    uint64_t sets = regions->binomials.of[regions->pieces][regions->cells - b64_count(shared)];
    int skipped = b64_first(lanes);
    for (int lane = 0; lane < SH_BAND_LANES; lane++)
        at[lane] = rows + (uint64_t)(lane < skipped ? 0 : lane - skipped) * columns;
    b64 set = sh_subset64_expand(sh_subset64_lowest(regions->pieces), shared);
    for (uint64_t i = 0; i < sets; i++) {
        uint32_t column =
            store->first[sh_regions_group(regions, set)] + sh_regions_column(regions, set, shared);
        const uint8_t *from = store->values[column].lane;
        for (uint64_t rest = store->legal[column] & lanes; rest; rest = b64_rest(rest)) {
            int lane = b64_first(rest);
            *at[lane]++ =
                from[lane] == SH_BYTE_ANY ? SH_VALUE_ILLEGAL : sh_table_value_of_byte(from[lane]);
        }
        if (i + 1 < sets) set = sh_subset64_next_beside(set, shared);
    }
}

static void close_store(band_store *store) {
    free(store->values);
    free(store->legal);
    free(store->first);
}

// All patches of a band. To be closed either way.
static sh_status open_store(band_store *store, sh_band_values *values, uint64_t band,
                            sh_error *error) {
    const sh_regions *regions = &values->table->bands.regions;
    uint64_t sets = regions->first[regions->groups];
    sh_band_values_turn(values, band);
    *store = (band_store){.values = aligned_alloc(64, sets * sizeof *store->values),
                          .legal = malloc(sets * sizeof *store->legal),
                          .first = malloc(regions->groups * sizeof *store->first)};
    return store->values && store->legal && store->first
               ? read_band(values, store, error)
               : sh_fail(error, SH_RESOURCES, "out of memory for rows of a table");
}

sh_status sh_band_values_rows(sh_band_values *values, uint64_t first, uint32_t count,
                              uint16_t *rows, sh_error *error) {
    band_store store;
    sh_status status = open_store(&store, values, first / SH_BAND_LANES, error);
    uint64_t lanes = count < SH_BAND_LANES ? (1ULL << count) - 1 : UINT64_MAX;
    if (!status) write_rows(values, &store, lanes << first % SH_BAND_LANES, rows);
    close_store(&store);
    return status;
}

// A band as a block of movers.
typedef struct band_movers {
    sh_mover_block block;
    const sh_regions *regions;
    const band_store *store;
    b64 shared;
} band_movers;

static void lanes_of(const sh_mover_block *block, uint64_t waiter, sh_value_lanes *lanes) {
    const band_movers *movers = (const band_movers *)block;
    *lanes = (sh_value_lanes){0};
    if (waiter & movers->shared) return;
    uint32_t column = movers->store->first[sh_regions_group(movers->regions, waiter)] +
                      sh_regions_column(movers->regions, waiter, movers->shared);
    const uint8_t *bytes = movers->store->values[column].lane;
    lanes->apart = movers->store->legal[column];
    for (uint64_t rest = lanes->apart; rest; rest = b64_rest(rest)) {
        int lane = b64_first(rest);
        uint64_t bit = 1ULL << lane;
        if (bytes[lane] == SH_BYTE_ANY)
            lanes->illegal |= bit;
        else if (bytes[lane] == SH_BYTE_DRAW)
            lanes->drawn |= bit;
        else if (bytes[lane] & 1)
            lanes->won |= bit;
        lanes->half[lane] = bytes[lane] / 2;
    }
}

sh_status sh_band_values_movers(sh_band_values *values, uint64_t band, sh_mover_use *use,
                                void *user, sh_error *error) {
    band_store store;
    sh_status status = open_store(&store, values, band, error);
    band_movers movers = {.block = {band * SH_BAND_LANES, 1, lanes_of},
                          .regions = &values->table->bands.regions,
                          .store = &store,
                          .shared = values->band.shared};
    if (!status) use(user, &movers.block);
    close_store(&store);
    return status;
}
