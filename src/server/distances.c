// SPDX-License-Identifier: MIT
#include "server/distances.h"

#include <stdlib.h> // malloc

#include "rank/pairs.h"
#include "rank/values.h"
#include "table/reader.h"

#define MOST_STATES 1000000000ULL
#define ROWS 16 // read at a time

static void count_rows(sh_distances *distances, const sh_pairs *pairs, uint64_t first,
                       uint32_t rows, const uint16_t *values) {
    uint64_t columns = sh_pairs_columns(pairs);
    for (uint32_t r = 0; r < rows; r++) {
        uint64_t weight = (uint64_t)sh_pairs_weight(pairs, first + r);
        for (uint64_t c = 0; c < columns; c++) {
            uint16_t value = values[r * columns + c];
            if (value >= SH_MAX_PLIES) continue; // a draw or illegal
            distances->positions[value] += weight;
            if (value >= distances->count) distances->count = value + 1;
        }
    }
}

void sh_distances_count(sh_distances *distances, const sh_table *table, const atomic_bool *stop) {
    const sh_table_info *info = sh_table_about(table);
    *distances = (sh_distances){0};
    if (info->metric != SH_DTW || info->rows > MOST_STATES / info->columns) return;
    sh_pairs *pairs;
    if (sh_pairs_open(&pairs, sh_table_game(table), NULL) != SH_OK) return;
    uint16_t *values = malloc(ROWS * info->columns * sizeof *values);
    bool fine = values;
    for (uint64_t row = 0; fine && row < info->rows; row += ROWS) {
        uint32_t rows = info->rows - row < ROWS ? (uint32_t)(info->rows - row) : ROWS;
        fine = !atomic_load(stop) && sh_table_rows(table, row, rows, values, NULL) == SH_OK;
        if (fine) count_rows(distances, pairs, row, rows, values);
    }
    if (!fine) distances->count = 0;
    free(values);
    sh_pairs_close(pairs);
}
