// SPDX-License-Identifier: MIT
// A board: cells, directions, and how to draw them. One type for every shape.
//
// Every board lies in an integer lattice with columns x and rows y, and a cell's number is
// stride·y + x + offset with one stride for the whole board. So a cell is a bit, a direction is a
// shift, and one generator serves rhombi, stars, squares and the 32-cell checkers board. Numbers
// grow row by row from the top, left to right; on stars and the checkers board some numbers
// between 0 and span-1 belong to no cell (`mask` says which do).
//
// A board is plain data: fill it with sh_board_make, copy it freely, share it between threads.
// There is nothing to free.
#pragma once

#include <stdint.h> // int8_t

#include "sternhalma/set.h"
#include "sternhalma/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SH_MAX_DIRS 8

typedef enum sh_shape {
    SH_RHOMBUS,  // size×size cells, six directions, camps in the acute corners
    SH_STAR,     // six-pointed star of parameter size: 13, 37, 73, 121 cells for 1 to 4
    SH_SQUARE,   // size×size cells with 4, 6 or 8 directions
    SH_CHECKERS, // the 32 dark squares of a checkers board seen from its corner, 4, 6 or 8
                 // directions
} sh_shape;

// Directions come in opposite pairs: dir i and dir i^1 lie on axis i>>1, and even ones lead to
// higher cells.
typedef struct sh_direction {
    int8_t dx, dy; // in the lattice
    int8_t shift;  // cell + shift is the neighbour, where there is one
} sh_direction;

typedef struct sh_board {
    sh_shape shape;
    int size;          // m of a rhombus or square, n of a star, 8 for checkers
    int cells;         // how many cells there are
    int span;          // highest cell number + 1: bits a bitboard needs
    int width;         // 64, 128 or 256: the bitboard that holds the span
    int columns, rows; // lattice extent: 0 <= x < columns, 0 <= y < rows
    int directions;    // 4, 6 or 8
    sh_direction dir[SH_MAX_DIRS];
    sh_set mask;                    // the cells that exist
    sh_set middle[SH_MAX_DIRS / 2]; // by axis: cells with a neighbour on both sides
    sh_set toward[SH_MAX_DIRS];     // by direction: cells with a neighbour there
    sh_set steps[SH_MAX_CELLS];     // by cell: its neighbours
    sh_set over[SH_MAX_CELLS];      // by cell: the neighbours that can be hopped over, …
    sh_set land[SH_MAX_CELLS];      // … and the cells behind them, in the same order
    int16_t neighbour[SH_MAX_CELLS][SH_MAX_DIRS]; // by cell and direction: the neighbour or -1
    const struct sh_landings *landings;      // of the move generators alone; NULL on larger boards
    int8_t x[SH_MAX_CELLS], y[SH_MAX_CELLS]; // lattice column and row of a cell
} sh_board;

// Makes a board. `directions` is 6 for rhombi and stars, 4, 6 or 8 for the others. Sizes: rhombus
// 3 to 11, star 1 to 4, square 3 to 16, checkers 8.
SH_API sh_status sh_board_make(sh_board *board, sh_shape shape, int size, int directions,
                               sh_error *error) SH_NODISCARD;

// The cell at a lattice column and row, or -1.
SH_API int sh_board_cell(const sh_board *board, int x, int y);

// The direction that leads from one cell towards another `length` steps away on a straight line,
// or -1.
SH_API int sh_board_direction(const sh_board *board, int from, int to, int length);

// Where a cell is drawn: units of half a cell spacing, x to the right, y downwards, the rows
// people know (a rhombus stands on its tip, a star on its point). On hexagonal boards a unit of y
// is sqrt(3) units of x and rows are one unit apart; on the others the units are the same and rows
// are two apart.
SH_API void sh_board_drawing(const sh_board *board, int cell, int *x, int *y);

// Is the board drawn so that the cells around a cell form a hexagon: a rhombus or a star? Squares
// are not, whatever their directions.
SH_API bool sh_board_is_hexagonal(const sh_board *board);

// A unit of y in units of x: sqrt(3) or 1.
SH_API double sh_board_row_height(const sh_board *board);

#ifdef __cplusplus
}
#endif
