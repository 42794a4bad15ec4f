// SPDX-License-Identifier: MIT
// Ratings for armies: how good a set is for its mover and for its waiter, learned from samples.
//
// As with chess ratings (Bradley and Terry 1952), the odds that the mover wins are modelled as
// exp(merit of the mover's set - merit of the waiter's set). The merits that make the samples most
// likely are found by Newton steps from the sets' progress across the board. On 7x7/3 the
// difference alone leaves 0.15 bit a state where the difference in progress leaves 0.35.
//
// The typical number of turns to a win (by the mover's set) and to a loss (by the waiter's) are
// plain means. Sets that are mirror images share everything.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint32_t

#include "sternhalma/game.h"
#include "sternhalma/status.h"

// One state with a known end: neither drawn, nor over, nor illegal.
typedef struct sh_merit_sample {
    uint32_t mover; // rank of the mover's set
    uint32_t row;
    uint8_t value; // odd: the mover wins
} sh_merit_sample;

// Samples of a game: sets of the board, rows of the table.
typedef struct sh_merit_task {
    const sh_game *game;
    uint64_t sets, rows;
    const uint16_t *row_progress; // by row, of the waiter's set: see distance.h
    const sh_merit_sample *samples;
    size_t count;
    bool distances; // typical turns are wanted too
    int steps;      // of Newton's
} sh_merit_task;

// Fills a section of ratings (ratings.h). Deterministic.
sh_status sh_merit_fit(const sh_merit_task *task, uint8_t *section, sh_error *error) SH_NODISCARD;
