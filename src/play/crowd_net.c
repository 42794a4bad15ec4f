// SPDX-License-Identifier: MIT
// The network of several players from weights: rows by number of a cell, and the number of every
// cell in every view.
#include "play/crowd_net.h"

#include <stdlib.h> // aligned_alloc

sh_crowd_net *sh_crowd_net_make(const sh_weights *weights, const sh_ways *ways) {
    const sh_set *mask = &ways->game.board.mask;
    sh_crowd_net *net = aligned_alloc(64, sizeof *net);
    if (!net) return NULL;
    memset(net, 0, sizeof *net);
    net->players = ways->game.players;
    memcpy(net->row, weights->input, sizeof net->row);
    memcpy(net->bias, weights->bias, sizeof net->bias);
    memcpy(net->output, weights->output[0], sizeof net->output);
    net->likely = weights->likely;
    net->moves = weights->moves;
    uint8_t number[SH_MAX_CELLS];
    int count = 0;
    for (int cell = sh_set_next(mask, 0); cell >= 0; cell = sh_set_next(mask, cell + 1))
        number[cell] = (uint8_t)count++;
    for (int p = 0; p < net->players; p++)
        for (int cell = sh_set_next(mask, 0); cell >= 0; cell = sh_set_next(mask, cell + 1))
            net->number[cell][p] = number[ways->view[p][cell]];
    return net;
}
