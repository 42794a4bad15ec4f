// SPDX-License-Identifier: MIT
// Marches: how many moves an army needs to its goal if it is alone on the board.
//
// A table with a byte for every placement of the army on a region of the board: all cells where
// that is affordable (7x7/6: 14 million placements), else those nearest to the goal (the last 28 of
// 9x9/10). One table serves both players: the second looks at it through half a turn. The table is
// computed on first use in seconds, backwards from the goal, since every move can be taken back,
// and kept in a folder; a file there that is damaged or of another version is computed again, a
// good one is mapped, so that engines and processes share its memory.
//
// Immutable once open, shared by all threads.
#pragma once

#include <stdint.h> // uint8_t

#include "base/mapping.h"
#include "base/progress.h"
#include "play/course.h"
#include "sternhalma/engine.h"

#define SH_MARCH_PIECES 15
#define SH_MARCH_UNKNOWN 255 // an army that is not in the region, or never arrives within it

typedef struct sh_march {
    int cells, pieces;
    uint64_t count;   // placements
    sh_set region[2]; // by player
    // By player, number of the piece in ascending order, and cell: the sum of these is the number
    // of the placement.
    uint32_t term[2][SH_MARCH_PIECES][SH_MAX_CELLS];
    const uint8_t *moves; // by number; one more at the end is SH_MARCH_UNKNOWN
    uint8_t *own;         // their memory where they were computed
    sh_mapping file;      // and where they were not
} sh_march;

// Maps or computes the marches of a course, for at most so many placements. `folder` NULL is the
// user's cache folder; "" is none: nothing is kept. That a folder cannot be written to is no error.
// The monitor, which may be NULL, hears of placements computed; stopped, it is SH_INTERRUPTED, and
// nothing is kept. SH_USAGE where the game or so few placements do not allow it.
sh_status sh_march_open(sh_march *march, const sh_course *course, uint64_t most, const char *folder,
                        const sh_monitor *monitor, sh_error *error) SH_NODISCARD;
// The same as the options of an engine want it.
sh_status sh_march_open_for(sh_march *march, const sh_course *course, const sh_tuning *tuning,
                            const sh_engine_options *options, sh_error *error) SH_NODISCARD;
void sh_march_close(sh_march *march);

// The moves an army needs alone, or SH_MARCH_UNKNOWN. For tests; the search has its own by width.
int sh_march_moves(const sh_march *march, int player, const sh_set *army);
