// SPDX-License-Identifier: MIT
// See reader.h: values as solvers give them, out of a table. The rules are asked first, for what
// they decide is not in the blocks.
#include <stdlib.h> // malloc
#include <string.h> // memset

#include "rank/subset.h"
#include "rank/turn.h"
#include "sternhalma/moves.h"
#include "table/band_values.h"
#include "table/duel.h"

uint16_t sh_table_value_of_byte(uint16_t byte) {
    return byte == SH_BYTE_DRAW ? SH_VALUE_DRAW : byte;
}

// True where the rules decide, with the value.
static bool rules_decide(const sh_game *game, const sh_position *position, uint16_t *value) {
    switch (sh_position_verdict(game, position, NULL)) {
    case SH_ONGOING:
        return false;
    case SH_WON:
        *value = 0;
        return true;
    case SH_ILLEGAL_FILLED:
    case SH_ILLEGAL_BLOCKED:
        break;
    }
    *value = SH_VALUE_ILLEGAL;
    return true;
}

// Outcomes as they are stored, with the distances that are.
static sh_status stored_value(const sh_table *table, const sh_position *position, uint16_t *value,
                              sh_error *error) {
    if (rules_decide(&table->game, position, value)) return SH_OK;
    sh_status status = sh_table_at(table, sh_table_place(table, position), value, error);
    if (!status) *value = sh_table_value_of_byte(*value);
    return status;
}

// The distance of a loss where only those of wins are stored: all its successors are won.
static sh_status derive_loss(const sh_table *table, const sh_position *position, uint16_t *value,
                             sh_error *error) {
    if (sh_position_verdict(&table->game, position, NULL) == SH_WON) return SH_OK; // it is over
    sh_move *moves = malloc(SH_MAX_MOVES * sizeof *moves);
    if (!moves) return sh_fail(error, SH_RESOURCES, "out of memory for a list of moves");
    int count = sh_moves_list(&table->game, position, moves);
    sh_successors seen = {0};
    sh_status status = SH_OK;
    for (int i = 0; !status && i < count; i++) {
        sh_position after = *position;
        uint16_t next;
        sh_move_apply(&table->game, &after, moves[i]);
        status = stored_value(table, &after, &next, error);
        if (!status) sh_successors_add(&seen, next);
    }
    free(moves);
    if (!status && (seen.losses || seen.drawn))
        status = sh_fail(error, SH_DATA, "the table contradicts itself: a loss has a better move");
    if (!status) *value = sh_successors_value(&seen, true);
    return status;
}

sh_status sh_table_value(const sh_table *table, const sh_position *position, uint16_t *value,
                         sh_error *error) {
    sh_status status = stored_value(table, position, value, error);
    if (!status && *value == 0 && table->header.info.only_wins)
        status = derive_loss(table, position, value, error);
    return status;
}

// A duel's row: the bytes of its blocks become values, unless the rules decide.
static void finish_row(const sh_table *table, uint64_t row, const uint8_t *bytes,
                       uint16_t *values) {
    const sh_game *game = &table->game;
    sh_set waiter = sh_pairs_waiter(table->pairs, row);
    b64 taken = sh_turn64(b64_from(&waiter), game->board.cells);
    b64 mover = sh_subset64_expand(sh_subset64_lowest(game->pieces), taken);
    sh_position position;
    memset(&position, 0, sizeof position);
    position.army[1] = b64_set(taken);
    for (uint64_t column = 0; column < table->header.info.columns; column++) {
        position.army[0] = b64_set(mover);
        if (!rules_decide(game, &position, &values[column]))
            values[column] = sh_table_value_of_byte(bytes[column]);
        mover = sh_subset64_next_beside(mover, taken);
    }
}

static void finish_codes(const sh_table *table, const uint8_t *letters, uint16_t *values) {
    for (uint64_t column = 0; column < table->header.info.columns; column++)
        values[column] = table->codes.code[letters[column]];
}

// The stored bytes of the unit that begins with block `number`: all its strips side by side.
static sh_status read_unit(const sh_table *table, uint64_t unit, uint8_t *bytes, sh_error *error) {
    uint32_t strips = sh_header_strips(&table->header);
    for (uint32_t strip = 0; strip < strips; strip++) {
        sh_status status = sh_table_block(table, unit * strips + strip, bytes, error);
        if (status) return status;
        bytes += table->header.strip_columns;
    }
    return SH_OK;
}

// Rows of a table of version 3, band by band.
static sh_status band_rows(const sh_table *table, uint64_t first, uint32_t count, uint16_t *rows,
                           sh_error *error) {
    sh_band_values values;
    sh_status status = sh_band_values_open(&values, table, error);
    while (!status && count > 0) {
        uint32_t left = SH_BAND_LANES - (uint32_t)(first % SH_BAND_LANES);
        uint32_t now = count < left ? count : left;
        status = sh_band_values_rows(&values, first, now, rows, error);
        rows += now * table->header.info.columns;
        first += now;
        count -= now;
    }
    sh_band_values_close(&values);
    return status;
}

sh_status sh_table_rows(const sh_table *table, uint64_t first, uint32_t count, uint16_t *values,
                        sh_error *error) {
    const sh_header *header = &table->header;
    uint64_t columns = header->info.columns, read = UINT64_MAX;
    if (first >= header->info.rows || count > header->info.rows - first)
        return sh_fail(error, SH_USAGE, "the table has no row %llu",
                       (unsigned long long)(first + count - 1));
    if (header->codec == SH_CODEC_BANDS) return band_rows(table, first, count, values, error);
    // The last strip of a row may be shorter than the others: room for whole strips.
    uint8_t *bytes =
        malloc((size_t)header->unit_rows * header->strip_columns * sh_header_strips(header));
    if (!bytes) return sh_fail(error, SH_RESOURCES, "out of memory for rows of a table");
    sh_status status = SH_OK;
    for (uint64_t row = first; !status && row < first + count; row++, values += columns) {
        uint64_t unit = row / header->unit_rows;
        if (unit != read) status = read_unit(table, unit, bytes, error);
        if (status) break;
        read = unit;
        const uint8_t *own = bytes + (row - unit * header->unit_rows) * columns;
        if (header->codec == SH_CODEC_DUEL)
            finish_row(table, row, own, values);
        else
            finish_codes(table, own, values);
    }
    free(bytes);
    return status;
}

static sh_status source_rows(void *context, uint64_t first, uint32_t count, uint16_t *values) {
    return sh_table_rows(context, first, count, values, NULL);
}

static sh_status source_movers(void *context, uint64_t number, sh_mover_use *use, void *user) {
    sh_band_values values;
    sh_status status = sh_band_values_open(&values, context, NULL);
    if (!status) status = sh_band_values_movers(&values, number, use, user, NULL);
    sh_band_values_close(&values);
    return status;
}

static sh_status source_value(void *context, const sh_position *position, uint16_t *value) {
    return sh_table_value(context, position, value, NULL);
}

sh_value_source sh_table_source(const sh_table *table) {
    return (sh_value_source){.context = (void *)table,
                             .rows = source_rows,
                             .row_count = table->header.info.rows,
                             .column_count = table->header.info.columns,
                             .distances = table->header.info.metric == SH_DTW,
                             .only_wins = table->header.info.only_wins,
                             .by_mover = table->header.codec == SH_CODEC_BANDS,
                             .movers = source_movers,
                             .block_rows = SH_BAND_LANES,
                             .value = table->pairs ? source_value : NULL};
}
