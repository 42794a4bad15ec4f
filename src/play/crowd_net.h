// SPDX-License-Identifier: MIT
// A small network that says what each army of several players is worth besides its places.
//
// Every army sees the board turned so that its own camp is at the top, and all armies share the
// weights (weights.h): a view is one layer of SH_HIDDEN clipped sums, over the army's pieces by
// cell and over the pieces of all others by cell. The sums are kept up to date move by move; whole
// numbers throughout, so that all instruction sets agree.
#pragma once

#include <string.h> // memcpy

#include "play/crowd_ways.h"
#include "play/weights.h"

typedef struct sh_crowd_net {
    // What a piece adds to a view: own pieces and others', by number of the cell in the view.
    _Alignas(64) int16_t row[2][SH_MAX_CELLS][SH_HIDDEN];
    _Alignas(64) int16_t bias[SH_HIDDEN];
    _Alignas(64) int16_t output[SH_HIDDEN];
    uint8_t number[SH_MAX_CELLS][SH_MAX_PLAYERS]; // of a cell in each player's view
    int players;
    bool likely; // there are weights of moves (crowd_likely.h)
    _Alignas(64) sh_move_weights moves;
} sh_crowd_net;

// The hidden sums by view.
typedef struct sh_crowd_sums {
    _Alignas(64) int16_t view[SH_MAX_PLAYERS][SH_HIDDEN];
} sh_crowd_sums;

// NULL: out of memory. Free with free().
sh_crowd_net *sh_crowd_net_make(const sh_weights *weights, const sh_ways *ways);

// The sums of a position, from its pieces.
static inline void sh_crowd_sums_begin(const sh_crowd_net *net, sh_crowd_sums *sums) {
    for (int p = 0; p < net->players; p++) memcpy(sums->view[p], net->bias, sizeof net->bias);
}
static inline void sh_crowd_sums_add(const sh_crowd_net *net, int owner, int cell,
                                     sh_crowd_sums *sums) {
    for (int p = 0; p < net->players; p++) {
        const int16_t *in = net->row[p != owner][net->number[cell][p]];
        for (int h = 0; h < SH_HIDDEN; h++) sums->view[p][h] = (int16_t)(sums->view[p][h] + in[h]);
    }
}

// The sums after a move.
static inline void sh_crowd_sums_move(const sh_crowd_net *net, int owner, int from, int to,
                                      const sh_crowd_sums *before, sh_crowd_sums *restrict after) {
    for (int p = 0, players = net->players; p < players; p++) {
        const int16_t *in = net->row[p != owner][net->number[to][p]];
        const int16_t *out = net->row[p != owner][net->number[from][p]];
        for (int h = 0; h < SH_HIDDEN; h++)
            after->view[p][h] = (int16_t)(before->view[p][h] + in[h] - out[h]);
    }
}

// Adds what the network says of each army to what it is worth; less where the leader has more than
// SH_NET_ROWS rows to go, since it has learned there from results that little can be known of yet.
#define SH_NET_ROWS 32
static inline void sh_crowd_sums_value(const sh_crowd_net *net, const sh_crowd_sums *sums, int rows,
                                       int *restrict worth) {
    int parts = rows < SH_NET_ROWS ? SH_NET_ROWS : rows;
    for (int p = 0, players = net->players; p < players; p++) {
        int32_t value = 0;
        for (int h = 0; h < SH_HIDDEN; h++) {
            int16_t x = sums->view[p][h];
            x = x < 0 ? 0 : x > SH_HIDDEN_MOST ? SH_HIDDEN_MOST : x;
            value += (int32_t)x * net->output[h];
        }
        worth[p] += (value >> SH_OUTPUT_SHIFT) * SH_NET_ROWS / parts;
    }
}
