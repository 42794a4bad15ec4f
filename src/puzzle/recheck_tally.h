// SPDX-License-Identifier: MIT
// Tallies for the second checker: rows of counts in sorted arrays, with a number each.
#pragma once

#include "puzzle/passage.h"

typedef struct plain_tally {
    uint8_t of[SH_MAX_DIAGONALS];
} plain_tally;

// Tallies with their distance from where a search began. Sorted once it is finished.
typedef struct tally_list {
    plain_tally *tally;
    int *distance;
    size_t count, room;
} tally_list;

void tally_list_free(tally_list *list);
bool tally_list_add(tally_list *list, const plain_tally *tally, int distance); // false: no memory
// One of each, with its least distance; false: no memory, and the list is as it was.
bool tally_list_sort(tally_list *list) SH_NODISCARD;
int tally_list_find(const tally_list *list, const plain_tally *tally); // its distance, or 1000

plain_tally plain_tally_of(const sh_passage *passage, const sh_set *army);
plain_tally plain_tally_reverse(const sh_passage *passage, const plain_tally *tally);
int64_t plain_tally_value(const sh_passage *passage, const plain_tally *tally);
// The most the value can be after k moves: k times the hindmost man goes `reach` beyond the
// foremost diagonal that can have been reached.
int64_t plain_tally_best(const sh_passage *passage, const plain_tally *tally, int k);

// All tallies of one relaxed move, the tally itself not among them.
bool plain_tally_moves(const sh_passage *passage, const plain_tally *tally, int distance,
                       tally_list *to);

// Adds to a sorted list of distance ≤ d, d + 1, … everything within `depth` that is wanted.
typedef bool tally_wanted(const void *context, const plain_tally *tally, int distance);
bool tally_list_grow(const sh_passage *passage, tally_list *list, int depth, tally_wanted *wanted,
                     const void *context);
