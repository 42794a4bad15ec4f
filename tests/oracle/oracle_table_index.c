// SPDX-License-Identifier: MIT
#include "oracle/oracle_table_index.h"

#include <stdbool.h> // bool
#include <stdlib.h>  // free

#include "oracle/oracle_subsets.h"

void oracle_table_open(oracle_table *table, int side, int pieces) {
    table->side = side;
    table->pieces = pieces;
    table->sets = oracle_subsets(side * side, pieces, &table->count);
}

void oracle_table_close(oracle_table *table) { free(table->sets); }

static uint32_t turned(int side, uint32_t set) {
    uint32_t image = 0;
    for (int r = 0; r < side; r++)
        for (int c = 0; c < side; c++)
            if (set >> (r * side + c) & 1) image |= 1u << ((side - 1 - r) * side + (side - 1 - c));
    return image;
}

static uint32_t mirrored(int side, uint32_t set) {
    uint32_t image = 0;
    for (int r = 0; r < side; r++)
        for (int c = 0; c < side; c++)
            if (set >> (r * side + c) & 1) image |= 1u << (c * side + r);
    return image;
}

void oracle_table_find(const oracle_table *table, const sh_position *position, uint64_t *row,
                       uint64_t *column) {
    bool first = position->turn == 0, mirror = table->pieces != 2;
    uint32_t mover = (uint32_t)position->army[first ? 0 : 1].w[0];
    uint32_t waiter = (uint32_t)position->army[first ? 1 : 0].w[0];
    if (first)
        waiter = turned(table->side, waiter);
    else
        mover = turned(table->side, mover);
    if (mirror && mirrored(table->side, waiter) < waiter) {
        waiter = mirrored(table->side, waiter);
        mover = mirrored(table->side, mover);
    }
    *row = *column = 0;
    for (size_t i = 0; i < table->count; i++) {
        uint32_t set = table->sets[i];
        if (set < waiter && (!mirror || set <= mirrored(table->side, set))) ++*row;
        if (set < mover && (set & turned(table->side, waiter)) == 0) ++*column;
    }
}
