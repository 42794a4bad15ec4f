// SPDX-License-Identifier: MIT
// See reader.h: the blocks of version 2, rows and columns of a duel.
#include "table/duel.h"
#include "table/reader.h"

// The ratings that decoding a row of a block needs: those of the movers in its columns, and of the
// waiter.
static sh_status check_ratings(const sh_table *table, const sh_walk_row *row, const sh_span *span,
                               sh_error *error) {
    sh_guard *guard = (sh_guard *)&table->guard; // what it has checked is no part of the value
    const sh_ratings *ratings = &table->model.ratings;
    uint32_t first = sh_walk_rank(row, span->first);
    uint32_t count = sh_walk_rank(row, span->last - 1) - first + 1;
    sh_status status = sh_guard_check(guard, ratings->mover_merit + first, count, error);
    if (!status) status = sh_guard_check(guard, ratings->waiter_merit + span->row, 1, error);
    if (status || !table->model.distances) return status;
    status = sh_guard_check(guard, ratings->mover_turns + first, count, error);
    if (!status) status = sh_guard_check(guard, ratings->waiter_turns + span->row, 1, error);
    return status;
}

sh_status sh_rows_decode(const sh_table *table, const sh_block *block, const uint8_t *bytes,
                         size_t count, uint8_t *states, sh_error *error) {
    sh_duel_scratch scratch;
    sh_status status = sh_duel_scratch_make(&scratch, table->header.info.columns, error);
    sh_decoder decoder = sh_decoder_start(bytes, count);
    uint32_t width = block->last_column - block->first_column;
    for (uint32_t i = 0; !status && i < block->rows; i++) {
        sh_span span = sh_duel_span(table->pairs, block, i);
        sh_walk_row row;
        sh_walk_row_make(&row, &table->walk, &span.waiter);
        status = check_ratings(table, &row, &span, error);
        if (!status && !sh_duel_decode(&table->model, &row, &span, states + (size_t)i * width,
                                       &scratch, &decoder))
            status = sh_fail(error, SH_DATA, "a block of the table holds an impossible distance");
    }
    sh_duel_scratch_free(&scratch);
    return status;
}

sh_status sh_rows_open(sh_table *table, uint64_t sets, const uint8_t *model, sh_error *error) {
    const sh_table_info *info = &table->header.info;
    bool distances = info->metric == SH_DTW;
    sh_status status = sh_value_model_make(&table->model, distances, error);
    if (status) return status;
    table->model.ratings = sh_ratings_view(table->guard.section, sets, info->rows, distances);
    return sh_value_model_unpack(&table->model, model, error);
}
