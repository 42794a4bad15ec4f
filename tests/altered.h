// SPDX-License-Identifier: MIT
// Solved values in tests: a copy of all that a source gives, any of which a test may change.
#pragma once

#include "test.h"

#include "rank/values.h"

typedef struct altered {
    sh_value_source source; // of the values below
    uint16_t *values;       // in order of rows and columns
    size_t count;
} altered;

static inline sh_status altered_rows(void *context, uint64_t first, uint32_t count,
                                     uint16_t *values) {
    const altered *a = context;
    uint64_t columns = a->source.column_count;
    memcpy(values, a->values + first * columns, count * columns * sizeof *values);
    return SH_OK;
}

static inline altered *altered_open(sh_value_source of) {
    altered *a = malloc(sizeof *a);
    uint64_t rows = of.row_count, columns = of.column_count;
    *a = (altered){.source = of, .count = rows * columns};
    a->values = malloc(a->count * sizeof *a->values);
    for (uint64_t row = 0; row < rows; row += SH_VALUE_MAX_ROWS) {
        uint32_t now = (uint32_t)(rows - row < SH_VALUE_MAX_ROWS ? rows - row : SH_VALUE_MAX_ROWS);
        assert_int_equal(of.rows(of.context, row, now, a->values + row * columns), SH_OK);
    }
    a->source.rows = altered_rows;
    a->source.context = a;
    return a;
}

static inline void altered_close(altered *a) {
    free(a->values);
    free(a);
}
