// SPDX-License-Identifier: MIT
// The states of a row in order, each with its neighbours: the states one small step behind it.
//
// A row fixes the waiter; its columns are the mover's sets among the free cells in colex order
// (rank/pairs.h). Take one piece of a set to an adjacent free cell with a lower number: that set
// comes earlier in the row, so when the values are decoded in order its value is already known, and
// it is the best hint there is. Two of the three directions to lower numbers lead back towards the
// mover's camp (`back`), one leads across (`side`); the two kinds are told apart.
//
// The walk is a loop over all pieces but the lowest and hands out runs: the sets that differ in
// their lowest piece only, with consecutive columns. A neighbour's column is the state's column
// minus a distance, Σ C(index, position) before and after. As long as the moved piece leaps no
// lower one, the distance is the same for the whole run; passing a piece exchanges their positions,
// which is settled piece by piece on the way down, for the lowest piece inside the run
// (`crossings`).
//
// A sh_walk is immutable and shared; a sh_walk_row belongs to one thread.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint32_t

#include "sternhalma/game.h"

#define SH_WALK_MAX_PIECES 7
#define SH_WALK_MAX_CELLS 128
#define SH_WALK_MAX_NEIGHBOURS (3 * SH_WALK_MAX_PIECES)

typedef struct sh_walk {
    int cells, pieces, free;            // free: cells the waiter leaves
    int8_t lower[SH_WALK_MAX_CELLS][3]; // by cell: neighbours back, back, across; or -1
    uint32_t choose[SH_WALK_MAX_PIECES + 2][SH_WALK_MAX_CELLS + 1]; // C(n, k) by k and n
} sh_walk;

// The free cells of a row: free cell i is cell[i] of the board, and its lower neighbours are free
// cells too, or -1.
typedef struct sh_walk_row {
    const sh_walk *walk;
    uint8_t cell[SH_WALK_MAX_CELLS];
    int8_t lower[SH_WALK_MAX_CELLS][3];
} sh_walk_row;

// A neighbour by a move that meets or leaps the run's lowest piece. With the lowest piece on a
// free cell below `target` it lies `distance` columns back; above, at distance
// `passing` + a - C(a, 2).
typedef struct sh_crossing {
    int target;
    uint32_t distance, passing;
} sh_crossing;

enum { SH_BACK, SH_SIDE, SH_WALK_KINDS };

typedef struct sh_run {
    const sh_walk_row *row;
    uint32_t column;          // a set with its lowest piece on free cell a has column `column` + a
    int begin, end;           // the values of a: begin … end-1
    uint32_t rank;            // and rank `rank` + cell[a] among all sets of the board
    uint32_t first;           // the first column of the block: neighbours before it do not count
    int fixed[SH_WALK_KINDS]; // neighbours at a fixed distance
    uint32_t distance[SH_WALK_KINDS][SH_WALK_MAX_NEIGHBOURS];
    int crossings[SH_WALK_KINDS];
    sh_crossing crossing[SH_WALK_KINDS][SH_WALK_MAX_NEIGHBOURS];
} sh_run;

typedef void sh_run_visit(void *context, const sh_run *run);

// For two-player games on rhombi of at most SH_WALK_MAX_CELLS cells.
void sh_walk_make(sh_walk *walk, const sh_game *game);

// How many sets the mover has on the whole board.
static inline uint64_t sh_walk_sets(const sh_walk *walk) {
    return walk->choose[walk->pieces][walk->cells];
}

// The row of a waiter, its set seen from its own side.
void sh_walk_row_make(sh_walk_row *row, const sh_walk *walk, const sh_set *waiter);

// The rank among all sets of the board of the mover's set in this column. It grows with the column.
uint32_t sh_walk_rank(const sh_walk_row *row, uint32_t column);

// Visits the runs that contain the columns first … last-1, in order, each cut to those columns.
void sh_walk_runs(const sh_walk_row *row, uint32_t first, uint32_t last, sh_run_visit *visit,
                  void *context);

// The columns of the neighbours of the state with its lowest piece on free cell a; returns how
// many. The first *backs of them lie back, the others across. `whole` says that the block begins
// with the row, so that no neighbour can lie before it: known to the compiler, it saves a
// comparison each.
static inline __attribute__((always_inline)) int
sh_run_neighbours(const sh_run *run, bool whole, int a, uint32_t *columns, int *backs) {
    const uint32_t *pairs = run->row->walk->choose[2];
    const int8_t *lower = run->row->lower[a];
    uint32_t column = run->column + (uint32_t)a, span = column - run->first;
    int count = 0;
    for (int kind = SH_BACK; kind <= SH_SIDE; kind++) {
        for (int i = 0; i < run->fixed[kind]; i++) {
            columns[count] = column - run->distance[kind][i];
            count += whole || run->distance[kind][i] <= span;
        }
        for (int i = 0; i < run->crossings[kind]; i++) {
            const sh_crossing *c = &run->crossing[kind][i];
            uint32_t distance = a < c->target ? c->distance : c->passing + (uint32_t)a - pairs[a];
            columns[count] = column - distance;
            count += (whole || distance <= span) && a != c->target;
        }
        for (int d = kind == SH_BACK ? 0 : 2; d < (kind == SH_BACK ? 2 : 3); d++) {
            uint32_t distance = (uint32_t)(a - lower[d]);
            columns[count] = column - distance;
            count += (whole || distance <= span) && lower[d] >= 0;
        }
        if (kind == SH_BACK) *backs = count;
    }
    return count;
}
