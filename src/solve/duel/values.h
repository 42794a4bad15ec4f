// SPDX-License-Identifier: MIT
// Rows of values (rank/values.h) from bits by row and id.
//
// The planes hold one bit a state and question, by id; tables want one number a state, by column. A
// row's bits come as words of 64 ids; they are spread into values by id and picked in the order of
// the columns: the mover's sets among the cells that the row's waiter leaves free, in colex order.
// With the upper pieces fixed, the ids of the lowest one's places are neighbours in rank.
#pragma once

#include "solve/duel/index.h"

#define SH_DISTANCE_PLANES 8 // bits of half the distance: up to 511 plies

// One row, bits by id. `not_won` and the rest are words of ids / 64.
typedef struct sh_row_bits {
    const uint64_t *not_won, *unknown, *illegal;
    const uint64_t *distance[SH_DISTANCE_PLANES]; // NULL: zero
} sh_row_bits;

// `by_id` is scratch of ids values; `values` gets the row's columns.
void sh_row_values(const sh_duel_index *index, uint64_t row, const sh_row_bits *bits,
                   uint16_t *by_id, uint16_t *values);

// Takes 64 lanes (word `word` of the lines) of ids 0 … ids-1 and gives 64 rows of ids / 64 words.
void sh_rows_of_lines(const sh_duel_index *index, const sh_line *lines, int word, uint64_t *rows);
