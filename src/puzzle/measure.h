// SPDX-License-Identifier: MIT
// What Bell's paper says of armies, computed: types and balance (sections 2.1 and 3.4), the
// centroid (3.1), ladders (2.2) and the speed of a solution (3.4).
//
// A ladder carries a man of one type forward by a chain of jumps over the men that are its rungs.
// Jumps never change a type, so a board has at most one best ladder for each of the four: the chain
// over empty cells of that type, whoever's men it jumps over, that leads across most diagonals.
#pragma once

#include "puzzle/puzzle.h"

typedef struct sh_ladder {
    int jumps;      // of a shortest chain between its ends; 0: there is none
    int span;       // diagonals that it leads across
    int from, to;   // its ends, cells
    unsigned rungs; // types of the men it leads over, bit by bit
} sh_ladder;

typedef struct sh_measure {
    int types[SH_PUZZLE_TYPES]; // men of each
    bool balanced;              // as equal as can be
    int centroid;               // Σ of 2·(diagonal − middle) over the men: twice Bell's c(A)
} sh_measure;

// The number of a cell's diagonal: x + y, on stars y.
int sh_diagonal(const sh_board *board, int cell);

// One army, seen from the side that goes to higher diagonals (or, `back`, to lower ones).
sh_measure sh_measure_army(const sh_board *board, const sh_set *army, bool back);

// The best ladder for men of each type over all men on the board.
void sh_measure_ladders(const sh_board *board, const sh_set *men,
                        sh_ladder ladder[SH_PUZZLE_TYPES]);

// The speed of an army that came from one place to another in so many moves: the distance of its
// centres of mass in steps, a move; as a fraction in lowest terms.
void sh_measure_speed(const sh_board *board, const sh_set *from, const sh_set *to, int moves,
                      int *cells, int *per_moves);
