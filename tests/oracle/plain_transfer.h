// SPDX-License-Identifier: MIT
// Army transfers by plain breadth-first search over all boards, with the moves of the rules: no
// bounds, no symmetries, no levels thrown away. For boards of at most 64 cells and few men.
#pragma once

#include "puzzle/puzzle.h"

typedef struct plain_transfer {
    uint64_t *board;    // every board that was met, in order of distance
    int *distance;      // from the start
    uint64_t *ways;     // shortest ways to it
    size_t count, room; // …
    size_t *slot;       // hash table: index + 1
    size_t slots;
    int length;         // of the shortest solution, -1 where there is none
    uint64_t solutions; // how many there are of that length
} plain_transfer;

void plain_transfer_run(plain_transfer *plain, const sh_puzzle *puzzle);
void plain_transfer_free(plain_transfer *plain);
