// SPDX-License-Identifier: MIT
// The way of an army across its board, cut into diagonals: what a transfer's bounds look at.
//
// A diagonal is the set of cells with the same s, a linear function of column and row that grows
// from the start to the goal: x + y on squares, rhombi and the checkers board, y on stars. A step
// changes s by at most `reach` (1, or 2 where diagonal moves lead forward), a jump by twice that.
// How many men stand on each diagonal is the army's tally (tally.h).
//
// A board is stored as one number: its tally, and for each diagonal which of its cells are taken,
// a subset of at most 16 places. A mirror that keeps start and goal turns every diagonal round, so
// a board and its mirror image have the same tally, and the lesser of two numbers stands for both.
//
// Opened once a puzzle, then immutable and safe to share.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint32_t

#include "puzzle/puzzle.h"

#define SH_MAX_DIAGONALS 32
#define SH_MAX_PLACES 16 // on a diagonal
#define SH_MAX_MEN 21

typedef struct sh_passage {
    const sh_puzzle *puzzle;
    int men, diagonals;
    int8_t diagonal[SH_MAX_CELLS];  // by cell; -1 where no man may stand
    uint8_t place[SH_MAX_CELLS];    // by cell: its place on the diagonal
    int places[SH_MAX_DIAGONALS];   // how many a diagonal has
    int landings[SH_MAX_DIAGONALS]; // … and on how many cells of it a chain may land on its way
    uint8_t cell[SH_MAX_DIAGONALS][SH_MAX_PLACES];
    int deltas;         // by how much s changes along the directions, 1 and more
    int delta[3];       // …
    int reach;          // the largest of them
    bool mirrored;      // the puzzle has a mirror that keeps s
    bool reversible;    // … and a reversal that takes s to diagonals - 1 - s
    sh_symmetry mirror; // where there are such
    sh_symmetry reversal;
    int64_t weight[SH_MAX_DIAGONALS]; // grows with s; the reversal changes its sign

    // Subsets of the places of a diagonal, as bits; by diagonal. `number` numbers those of one
    // size, [1] after mirroring; `subset` is its inverse from `first` on; `choose` counts them.
    uint32_t *number[2][SH_MAX_DIAGONALS];
    uint16_t *subset[SH_MAX_DIAGONALS];
    uint32_t first[SH_MAX_DIAGONALS][SH_MAX_PLACES + 2];
    uint32_t choose[SH_MAX_DIAGONALS][SH_MAX_PLACES + 2];
    uint16_t *reversed[SH_MAX_DIAGONALS]; // the subset on the opposite diagonal
} sh_passage;

// SH_USAGE where the board has a diagonal of more than 16 cells or more than 32 of them.
sh_status sh_passage_open(sh_passage *passage, const sh_puzzle *puzzle,
                          sh_error *error) SH_NODISCARD;
void sh_passage_close(sh_passage *passage);

// Which places of each diagonal are taken by a set of cells, and back.
void sh_passage_split(const sh_passage *passage, const sh_set *army,
                      uint16_t subset[SH_MAX_DIAGONALS]);
sh_set sh_passage_join(const sh_passage *passage, const uint16_t subset[SH_MAX_DIAGONALS]);
// Armies as numbers of 256 bits: is one less, and the lesser of an army and its mirror image.
bool sh_army_less(const sh_set *a, const sh_set *b);
sh_set sh_passage_lesser(const sh_passage *passage, const sh_set *army);
