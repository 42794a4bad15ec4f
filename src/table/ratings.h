// SPDX-License-Identifier: MIT
// What a duel's table knows of single armies: a section of one byte for each set and question.
//
// For every set of the board its merit as mover, for every row the merit of its waiter; with
// distances also the typical turns to win or lose (model.h says what they are for). The section
// grows with the game, 21 MB for 7x7/6, so it is neither read nor copied when a table is opened: a
// view points into the mapped file. It is cut into pages with a checksum each, and a guard compares
// those that a block needs before it is decoded, each once.
//
// A view is immutable. A guard may be asked by many threads at once.
#pragma once

#include <stdatomic.h> // atomic_uchar
#include <stdbool.h>   // bool
#include <stdint.h>    // uint64_t

#include "sternhalma/status.h"

enum { SH_RATINGS_PAGE = 16384, SH_SUM_BYTES = 8 };

typedef struct sh_ratings {
    const int8_t *mover_merit;   // by rank of the mover's set, quarters of a logit
    const int8_t *waiter_merit;  // by row
    const uint8_t *mover_turns;  // typical turns to win, by rank; NULL without distances
    const uint8_t *waiter_turns; // typical turns to lose, by row
} sh_ratings;

// Bytes of the section, and of the list of checksums that follows it.
uint64_t sh_ratings_size(uint64_t sets, uint64_t rows, bool distances);
uint64_t sh_ratings_sums_size(uint64_t size);

// The parts of a section, in this order.
sh_ratings sh_ratings_view(const uint8_t *section, uint64_t sets, uint64_t rows, bool distances);

// The list of checksums of a section's pages.
void sh_ratings_sum(const uint8_t *section, uint64_t size, uint8_t *sums);

typedef struct sh_guard {
    const uint8_t *section, *sums;
    uint64_t size;
    atomic_uchar *checked; // by page
} sh_guard;

sh_status sh_guard_open(sh_guard *guard, const uint8_t *section, uint64_t size, const uint8_t *sums,
                        sh_error *error) SH_NODISCARD;
void sh_guard_close(sh_guard *guard);

// Compares the pages that hold the bytes first … first+count-1 of the section, unless it has done
// so before. SH_DATA where a checksum differs.
sh_status sh_guard_check(sh_guard *guard, const void *first, uint64_t count,
                         sh_error *error) SH_NODISCARD;
