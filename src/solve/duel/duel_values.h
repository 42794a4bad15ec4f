// SPDX-License-Identifier: MIT
// Rows of values (rank/values.h) from bits by row and id.
//
// The planes hold one bit a state and question, by id; tables want one number a state, by column. A
// row's bits come as words of 64 ids; they are spread into values by id and picked in the order of
// the columns: the mover's sets among the cells that the row's waiter leaves free, in colex order.
// With the upper pieces fixed, the ids of the lowest one's places are neighbours in rank.
#pragma once

#include "solve/duel/backend.h"
#include "solve/duel/index.h"
#include "solve/duel/initial.h"

#define SH_DISTANCE_PLANES 8 // bits of half the distance: up to 511 plies

// The finished states of a block as strips by id, lanes being rows: T[R][set(id)], or by mover, see
// below.
typedef struct sh_block_strips {
    const sh_strip *not_won, *unknown;
    const sh_strip *distance[SH_DISTANCE_PLANES]; // NULL: zero
} sh_block_strips;

// The values of rows first … first+count-1, all of one block. SH_RESOURCES where there is no
// memory.
sh_status sh_block_values(const sh_duel_index *index, const sh_initial_rules *rules,
                          const sh_block_strips *strips, uint64_t first, uint64_t count,
                          uint16_t *values) SH_NODISCARD;

// Bytes that it takes while it runs.
uint64_t sh_block_values_bytes(const sh_duel_index *index, bool distances);

// The same strips with lanes as movers and ids as waiters: T[set(id)][R].
typedef struct sh_strip_movers {
    sh_mover_block block; // what is handed out
    const sh_duel_index *index;
    const sh_block_strips *strips;
    sh_initial_block initial;
} sh_strip_movers;

void sh_strip_movers_make(sh_strip_movers *movers, const sh_duel_index *index,
                          const sh_initial_rules *rules, const sh_block_strips *strips,
                          uint64_t number);

// Cuts rows first … first+count-1 at the borders of blocks and calls `rows` for each piece.
typedef sh_status sh_block_rows(void *context, uint64_t first, uint64_t count, uint16_t *values);
sh_status sh_values_by_block(const sh_duel_index *index, uint64_t first, uint64_t count,
                             sh_block_rows *rows, void *context, uint16_t *values) SH_NODISCARD;

// Mutual zugzwang in a block (backend.h), from N and U as rows and, of the same placements with the
// other to move, as columns. `one_draws` counts those in which the row's mover loses.
void sh_block_zugzwang(const sh_duel_index *index, uint64_t block, uint64_t first, uint64_t count,
                       const sh_strip *row_not_won, const sh_strip *row_unknown,
                       const sh_strip *column_not_won, const sh_strip *column_unknown,
                       sh_zugzwang *zugzwang);
