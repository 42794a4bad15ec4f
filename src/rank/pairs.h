// SPDX-License-Identifier: MIT
// States of two-player games on rhombi as rows and columns of a table.
//
// A state is stored from the mover's side. A is the mover's set seen with its camp at the top, R
// the waiter's set seen with *its* camp at the top, that is, turned by 180°. If R is larger than
// its mirror image (as a number, cell c being bit c), both sets are mirrored. The row is the number
// of R among the canonical sets in colex order; the column is the colex rank of A among the cells
// the waiter leaves free. So 7x7/3 has 9,303 rows of 15,180 columns: 141,219,540 states for the
// 559,352,640 positions. Games without mirror symmetry (two pieces) have a row for every R.
//
// All positions that are equal by symmetry share a state. A move changes A only; the successors of
// all states of one row have the same mover and lie, seen from there, in one column set.
//
// Immutable once opened, and safe to share between threads.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint64_t

#include "rank/binomial.h"
#include "sternhalma/position.h"

typedef struct sh_pairs sh_pairs;

typedef struct sh_pair {
    uint64_t row, column;
} sh_pair;

// For two-player games on rhombi. SH_USAGE for other games, and where the states are too many to be
// numbered with 64 bits (9x9/10). The time does not depend on the number of states.
sh_status sh_pairs_open(sh_pairs **pairs, const sh_game *game, sh_error *error) SH_NODISCARD;
void sh_pairs_close(sh_pairs *pairs);

// How many states a game has, without opening anything; SH_BINOMIAL_HUGE where that does not fit 64
// bits. For two-player games on rhombi.
uint64_t sh_pairs_count(const sh_game *game);

uint64_t sh_pairs_rows(const sh_pairs *pairs);
uint64_t sh_pairs_columns(const sh_pairs *pairs);
// Positions with one player to move, without symmetry: Σ weight · columns over all rows.
uint64_t sh_pairs_placements(const sh_pairs *pairs);

// Is this a position of the game (sh_position_check)? Faster than asking the rules.
bool sh_pairs_fits(const sh_pairs *pairs, const sh_position *position);

// Where a position is stored.
sh_pair sh_pairs_find(const sh_pairs *pairs, const sh_position *position);
// The position stored there, with the first player to move.
void sh_pairs_position(const sh_pairs *pairs, sh_pair pair, sh_position *position);

// The set R of a row, and the number of waiters the row stands for: 2, or 1 where R is its own
// mirror image or the game has none.
sh_set sh_pairs_waiter(const sh_pairs *pairs, uint64_t row);
int sh_pairs_weight(const sh_pairs *pairs, uint64_t row);
// The row of a waiter's set, and whether it is the set's mirror image that has it. For boards of up
// to 64 cells.
uint64_t sh_pairs_row(const sh_pairs *pairs, uint64_t set, bool *mirrored);
// The sets of the rows first … first+count-1: faster than one by one. For boards of up to 64 cells.
void sh_pairs_waiters(const sh_pairs *pairs, uint64_t first, int count, uint64_t *sets);
// The position stored in a column of the row with this set. Finding the set takes most of the time
// of sh_pairs_position: who goes through whole rows asks for it once.
void sh_pairs_place(const sh_pairs *pairs, const sh_set *waiter, uint64_t column,
                    sh_position *position);
