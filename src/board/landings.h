// SPDX-License-Identifier: MIT
// Where first hops land, by look-up: the move generators' own table of a small board.
//
// For boards of width 64 with up to six directions. In both tables row 64 is for no cell, and
// empty.
#pragma once

#include "sternhalma/board.h"

typedef struct sh_landings {
    uint64_t around[65];     // by cell: its neighbours
    uint64_t behind[65][64]; // by cell and by which of these are occupied: the cells behind them.
                             // Bit i of the second index is the i-th neighbour in ascending order,
                             // as PEXT has it.
} sh_landings;

// The table of a board; NULL for larger ones. Made once in the life of the process for all boards
// that look alike. Thread-safe.
const sh_landings *sh_landings_of(const sh_board *board);
