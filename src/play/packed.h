// SPDX-License-Identifier: MIT
// What searches share: moves as words in the order in which they are tried, and values as the table
// of positions stores them.
#pragma once

#include <stdint.h> // uint32_t

#include "play/bands.h"

// A move with its place in the order: what it gains, then from and to, packed into a word.
static inline uint32_t pack_move(int gain, int from, int to) {
    return (uint32_t)(gain + 32768) << 16 | (uint32_t)from << 8 | (uint32_t)to;
}
static inline int packed_from(uint32_t move) { return move >> 8 & 255; }
static inline int packed_to(uint32_t move) { return move & 255; }
static inline int packed_gain(uint32_t move) { return (int)(move >> 16) - 32768; }

// Brings the greatest of moves[at …] to moves[at].
static inline void pick(uint32_t *moves, int at, int count) {
    int best = at;
    for (int i = at + 1; i < count; i++)
        if (moves[i] > moves[best]) best = i;
    uint32_t move = moves[best];
    moves[best] = moves[at];
    moves[at] = move;
}

// Wins are stored as seen from their node, not from the root.
static inline int to_stored(int value, int ply) {
    return sh_value_wins(value) ? value + ply : sh_value_loses(value) ? value - ply : value;
}
static inline int from_stored(int value, int ply) {
    return sh_value_wins(value) ? value - ply : sh_value_loses(value) ? value + ply : value;
}
