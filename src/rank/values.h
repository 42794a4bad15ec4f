// SPDX-License-Identifier: MIT
// What a two-player state is worth, as a number, and how solvers hand such numbers to tables.
//
// A value is seen from the mover's side. Its parity says who wins: even means the mover loses in
// that many plies (0: it has lost already), odd that it wins in that many. Where distances were not
// computed, losses are 0 and wins are 1. The two highest codes are draws and illegal states.
// States are numbered by row and column as in rank/pairs.h.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint16_t

#include "base/crew.h"
#include "sternhalma/position.h"
#include "sternhalma/status.h"

#define SH_VALUE_DRAW ((uint16_t)0xFFFE)
#define SH_VALUE_ILLEGAL ((uint16_t)0xFFFF)
#define SH_VALUE_MAX_DISTANCE 0xFFFD

static inline bool sh_value_is_win(uint16_t value) { return (value & 1) && value < SH_VALUE_DRAW; }
static inline bool sh_value_is_loss(uint16_t value) {
    return !(value & 1) && value < SH_VALUE_DRAW;
}

// What the successors of a position make it worth: those seen so far.
typedef struct sh_successors {
    uint32_t count, drawn;
    uint32_t losses, shortest_loss; // for the player who then moves
    uint16_t longest_win;
} sh_successors;

static inline void sh_successors_add(sh_successors *seen, uint16_t value) {
    seen->count++;
    if (sh_value_is_loss(value)) {
        if (!seen->losses++ || value < seen->shortest_loss) seen->shortest_loss = value;
    } else if (!sh_value_is_win(value)) {
        seen->drawn++;
    } else if (value > seen->longest_win) {
        seen->longest_win = value;
    }
}

// A win in one more than the shortest loss, else a draw, else a loss in one more than the longest
// win; 0 without successors. Without distances 1 for a win and 0 for a loss.
static inline uint16_t sh_successors_value(const sh_successors *seen, bool distances) {
    if (seen->losses) return (uint16_t)(distances ? seen->shortest_loss + 1 : 1);
    if (seen->drawn) return SH_VALUE_DRAW;
    return (uint16_t)(distances && seen->count ? seen->longest_win + 1 : 0);
}

// A source is asked for at most this many rows at a time.
#define SH_VALUE_MAX_ROWS 512

// Values of 64 movers, a lane each, against one waiter.
#define SH_VALUE_LANES 64
typedef struct sh_value_lanes {
    uint64_t apart;               // lanes in which the sets do not meet; of these:
    uint64_t won, drawn, illegal; // the others are lost
    uint8_t half[SH_VALUE_LANES]; // with distances: half of them, without the remainder
} sh_value_lanes;

// Rows of movers, 64 in a band. The last of them may have fewer.
typedef struct sh_mover_block {
    uint64_t first; // row
    uint32_t bands; // at most SH_MOVER_BANDS
    // The lanes of all bands against a waiter's set, seen with its camp at the top.
    void (*lanes)(const struct sh_mover_block *block, uint64_t waiter, sh_value_lanes *lanes);
} sh_mover_block;
#define SH_MOVER_BANDS (SH_VALUE_MAX_ROWS / SH_VALUE_LANES)

typedef void sh_mover_use(void *user, const sh_mover_block *block);

// A finished solution that can be read row by row: solvers make one, tables are written from one.
typedef struct sh_value_source {
    void *context;
    // Writes the values of rows first … first+count-1, row after row; count is at most
    // SH_VALUE_MAX_ROWS. Thread-safe: several calls may run at once. May be NULL by mover.
    sh_status (*rows)(void *context, uint64_t first, uint32_t count, uint16_t *values);
    uint64_t row_count, column_count;
    bool distances; // false: wins are all 1 and losses all 0
    bool only_wins; // with distances: losses are all 0
    // A row has a waiter and all movers, as in rank/pairs.h; or, by mover, it has a mover and all
    // waiters: the values of the same pieces with the other player to move.
    bool by_mover;
    // By mover: `use` gets rows number · block_rows and on, block_rows of them. Thread-safe.
    sh_status (*movers)(void *context, uint64_t number, sh_mover_use *use, void *user);
    uint32_t block_rows; // a multiple of 64, SH_VALUE_MAX_ROWS at most and with a crew
    // With a crew every rank has a source, and asks it only for blocks of which the number mod
    // ranks is its own. NULL: all rows are here.
    sh_crew *crew;
    // One value, for who does not want all; NULL where that is not possible. Thread-safe.
    sh_status (*value)(void *context, const sh_position *position, uint16_t *value);
} sh_value_source;
