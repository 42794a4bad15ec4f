// SPDX-License-Identifier: MIT
// Rows and columns of two-player tables by definition: sets are turned and mirrored cell by cell,
// rows and columns are found by counting the sets that come before.
#pragma once

#include <stddef.h> // size_t
#include <stdint.h> // uint64_t

#include "sternhalma/position.h"

typedef struct oracle_table {
    int side, pieces;
    uint32_t *sets; // all sets of `pieces` cells in numeric order
    size_t count;
} oracle_table;

// A rhombus of at most 5×5 cells.
void oracle_table_open(oracle_table *table, int side, int pieces);
void oracle_table_close(oracle_table *table);
void oracle_table_find(const oracle_table *table, const sh_position *position, uint64_t *row,
                       uint64_t *column);
