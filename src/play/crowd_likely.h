// SPDX-License-Identifier: MIT
// What several players are likely to play: a second small network, which orders the moves of a
// tree (weights.h has its numbers).
//
// It looks once at a position, as the player to move sees it, when its moves are listed. A move's
// worth is what it gains, and what it is worth to leave its first cell and to reach its last one,
// by phase of the army and by the hidden sums. Whole numbers throughout, so that all instruction
// sets agree.
#pragma once

#include "play/crowd_net.h"

#define SH_LIKELY_MOST 20000 // of a move's worth, either way

// The hidden sums of a position: they begin with the biases, pieces are added, then they are
// clipped.
typedef struct sh_likely_sums {
    _Alignas(64) int16_t hidden[SH_HIDDEN];
} sh_likely_sums;

// Adds pieces of the player or of others, by cell, as the player sees them. A vector stays in
// registers meanwhile, which compilers do not see of an array.
static inline void sh_likely_add(const sh_crowd_net *net, int player, bool own,
                                 const uint8_t *cells, int count, sh_likely_sums *sums) {
    typedef uint16_t vector __attribute__((vector_size(2 * SH_HIDDEN), may_alias));
    vector sum = *(const vector *)sums->hidden;
    for (int i = 0; i < count; i++)
        sum += *(const vector *)net->moves.input[!own][net->number[cells[i]][player]];
    *(vector *)sums->hidden = sum;
}

static inline void sh_likely_clip(sh_likely_sums *sums) {
    for (int h = 0; h < SH_HIDDEN; h++) {
        int16_t x = sums->hidden[h];
        sums->hidden[h] = x < 0 ? 0 : x > SH_HIDDEN_MOST ? SH_HIDDEN_MOST : x;
    }
}

// What it is worth to leave a cell (end 0) or to reach it (1).
static inline int sh_likely_end(const sh_crowd_net *net, const sh_likely_sums *sums, int phase,
                                int end, int number) {
    const int16_t *out = net->moves.output[end][number];
    int32_t value = 0;
    for (int h = 0; h < SH_HIDDEN; h++) value += (int32_t)sums->hidden[h] * out[h];
    return net->moves.cell[end][phase][number] + (value >> SH_LIKELY_SHIFT);
}

static inline int sh_likely_bounded(int worth) {
    return worth > SH_LIKELY_MOST    ? SH_LIKELY_MOST
           : worth < -SH_LIKELY_MOST ? -SH_LIKELY_MOST
                                     : worth;
}
