// SPDX-License-Identifier: MIT
// Move generators: where each piece of an army can go, several ways that agree.
//
// A generator takes the pieces of one player and all occupied cells and gives, for every piece in
// ascending order of its cell, its targets: the empty cells on which it may end a step, where the
// game has steps, or a chain of hops. Which of these moves lead into illegal positions is decided
// afterwards (legal.h).
//
// All of them flood along the same insight: a hop goes twice the distance of a step, so hops keep
// the parity of row and column, a chain is never next to its origin, and whether the origin counts
// as occupied or empty while the piece is under way makes no difference. And because a board has
// one stride (board.h), "all hops in direction s" is one shift of the whole set: with the cells T =
// ((occupied & middle) << s) & landing computed once for a position, the pieces at H hop to (H <<
// 2s) & T. T has only cells whose two predecessors exist, so no shift can wrap around an edge.
//
// The functions exist for boards of 64, 128 and 256 cells. They pass bitboards by address because
// vectors are passed differently in files compiled for different instruction sets.
#pragma once

#include "board/bits.h"
#include "sternhalma/game.h"

#define SH_MAX_PIECES 21
// Generators write whole groups of eight.
#define SH_TARGETS_ROOM 24

#define SH_TARGETS_FUNCTION(w)                                                                     \
    void (*targets##w)(const sh_game *game, int player, const b##w *army, const b##w *occupied,    \
                       b##w *targets)

// Each function writes the targets of game->pieces pieces; `targets` has SH_TARGETS_ROOM entries.
typedef struct sh_generator {
    const char *name;
    SH_TARGETS_FUNCTION(64);
    SH_TARGETS_FUNCTION(128);
    SH_TARGETS_FUNCTION(256);
} sh_generator;

extern const sh_generator sh_generator_portable; // two pieces at a time, one a lane
extern const sh_generator sh_generator_avx2;     // four pieces at a time
extern const sh_generator sh_generator_avx512;   // eight pieces at a time

// The fastest of them on this CPU.
const sh_generator *sh_generator_best(void);
