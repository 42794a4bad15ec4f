// SPDX-License-Identifier: MIT
// Inside sh_pairs: its tables, and the functions chosen for this board and this CPU.
//
// As with rankers, the operations exist three times from one source (pairs_template.h): 64 cells
// with PEXT/PDEP, 64 cells in plain C, and 128 cells.
#pragma once

#include <stdbool.h> // bool

#include "rank/canonical.h"
#include "rank/pairs.h"
#include "rank/unrank.h"

typedef struct sh_pairs_operations {
    bool (*fits)(const sh_pairs *pairs, const sh_position *position);
    sh_pair (*find)(const sh_pairs *pairs, const sh_position *position);
    uint64_t (*row)(const sh_pairs *pairs, uint64_t set, bool *mirrored);
    // Fills both armies: the set of a row, and a column of it.
    void (*place)(const sh_pairs *pairs, const sh_set *row_set, uint64_t column,
                  sh_position *position);
    sh_set (*waiter)(const sh_pairs *pairs, uint64_t row);
    int (*weight)(const sh_pairs *pairs, uint64_t row);
} sh_pairs_operations;

struct sh_pairs {
    const sh_pairs_operations *operations;
    int cells, pieces;
    bool has_mirror;
    uint64_t rows, columns;
    sh_canonical canonical; // of games with mirror symmetry
    sh_unranker sets;       // of `pieces` cells of the whole board
};

extern const sh_pairs_operations sh_pairs_operations_bmi2;
extern const sh_pairs_operations sh_pairs_operations_64;
extern const sh_pairs_operations sh_pairs_operations_128;
