// SPDX-License-Identifier: MIT
// The order of ids in which the GPU's compact form walks along its rows.
#include <stdlib.h> // calloc

#include "solve/cuda/compact_index.h"
#include "test.h"

// In every row, the columns of a run's sets beside the waiter follow one another.
static void check_row(const sh_compact_index *index, uint64_t row) {
    uint64_t waiter = sh_compact_turn(index, index->row_set[row]), columns = 0;
    for (uint32_t s = 0; s < index->stream_count; s++) {
        const sh_gpu_run run = index->streams[s];
        uint32_t last = SH_GPU_NOWHERE;
        for (uint32_t square = run.first; square < run.first + run.count; square++)
            for (uint32_t lane = 0; lane < index->squares[square].count; lane++) {
                uint64_t cells = index->square_set[square * SH_WARP + lane];
                uint64_t mover = sh_compact_from_board(index, cells);
                if (mover & waiter) continue;
                uint32_t column = sh_compact_column(index, mover, waiter);
                if (last != SH_GPU_NOWHERE) assert_int_equal(column, last + 1);
                last = column;
                columns++;
            }
    }
    assert_int_equal(columns, index->columns);
}

static void check_order(const char *name) {
    sh_game game;
    sh_error error = {0};
    sh_compact_index index;
    assert_int_equal(sh_game_parse(&game, name, SH_STRICT, &error), SH_OK);
    assert_int_equal(sh_compact_index_open(&index, &game, &error), SH_OK);
    uint8_t *seen = calloc(index.ids, 1);
    for (uint32_t square = 0; square < index.square_count; square++)
        for (uint32_t lane = 0; lane < index.squares[square].count; lane++) {
            uint32_t id = index.square_id[square * SH_WARP + lane];
            uint64_t set = sh_compact_from_board(&index, index.square_set[square * SH_WARP + lane]);
            assert_int_equal(sh_compact_id(&index, set), id);
            assert_false(seen[id]++);
        }
    for (uint64_t id = 0; id < index.ids; id++) assert_true(seen[id]);
    for (uint64_t row = 0; row < index.rows; row += index.rows / 60 + 1) check_row(&index, row);
    free(seen);
    sh_compact_index_close(&index);
}

static void test_order(void **state) {
    static const char *const names[] = {"3x3/1", "4x4/3", "4x4/6", "5x5/4", "6x6/3", "7x7/3"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) check_order(names[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
