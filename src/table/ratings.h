// SPDX-License-Identifier: MIT
// What a duel's table knows of single armies: a section of one byte for each set and question.
//
// For every set of the board its merit as mover, for every row the merit of its waiter; with
// distances also the typical turns to win or lose (value_model.h says what they are for). The
// section grows with the game, 21 MB for 7x7/6, so it is not read when a table is opened. It is cut
// into pages with a checksum each, and a guard reads and compares those that a block needs before
// it is decoded, each once. What it has read stays in memory.
//
// A view is immutable. A guard may be asked by many threads at once.
#pragma once

#include <pthread.h>   // pthread_mutex_t
#include <stdatomic.h> // atomic_uchar
#include <stdbool.h>   // bool
#include <stdint.h>    // uint64_t

#include "sternhalma/status.h"
#include "table/byte_source.h"

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

// The section of an open table in memory, page by page as it is asked for.
typedef struct sh_guard {
    const sh_byte_source *source;
    uint64_t offset, size; // of the section; its checksums follow it
    uint8_t *section;      // the pages read so far, at their places
    atomic_uchar *there;   // by page
    pthread_mutex_t reading;
} sh_guard;

sh_status sh_guard_open(sh_guard *guard, const sh_byte_source *source, uint64_t offset,
                        uint64_t size, sh_error *error) SH_NODISCARD;
void sh_guard_close(sh_guard *guard);

// Reads the pages that hold the bytes first … first+count-1 of the section and compares their
// checksums, unless it has done so before. SH_DATA where one differs.
sh_status sh_guard_check(sh_guard *guard, const void *first, uint64_t count,
                         sh_error *error) SH_NODISCARD;
// Reads the whole section again and compares all checksums.
sh_status sh_guard_check_all(const sh_guard *guard, sh_error *error) SH_NODISCARD;
