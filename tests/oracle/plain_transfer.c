// SPDX-License-Identifier: MIT
// See plain_transfer.h.
#include "oracle/plain_transfer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "sternhalma/moves.h"

static size_t find(const plain_transfer *p, uint64_t board) {
    size_t at = (size_t)(board * 0x9e3779b97f4a7c15 >> 20) % p->slots;
    while (p->slot[at] && p->board[p->slot[at] - 1] != board) at = (at + 1) % p->slots;
    return at;
}

static void reach(plain_transfer *p, uint64_t board, int distance, uint64_t ways) {
    size_t at = find(p, board);
    if (!p->slot[at]) {
        assert(p->count < p->room);
        p->board[p->count] = board;
        p->distance[p->count] = distance;
        p->slot[at] = ++p->count;
    }
    if (p->distance[p->slot[at] - 1] == distance) p->ways[p->slot[at] - 1] += ways;
}

void plain_transfer_run(plain_transfer *p, const sh_puzzle *puzzle) {
    const sh_game *game = &puzzle->game;
    static sh_move moves[SH_MAX_MOVES];
    memset(p, 0, sizeof *p);
    assert(game->board.span <= 64);
    p->room = 4000000;
    p->slots = 2 * p->room;
    p->board = calloc(p->room, sizeof *p->board);
    p->distance = calloc(p->room, sizeof *p->distance);
    p->ways = calloc(p->room, sizeof *p->ways);
    p->slot = calloc(p->slots, sizeof *p->slot);
    assert(p->board && p->distance && p->ways && p->slot);
    p->length = -1;
    reach(p, game->camp[0].w[0], 0, 1);
    for (size_t i = 0; i < p->count; i++) {
        sh_position position = {.army = {{{p->board[i]}}}};
        int count = sh_moves_list(game, &position, moves);
        for (int m = 0; m < count; m++) {
            uint64_t next = p->board[i] ^ 1ULL << moves[m].from ^ 1ULL << moves[m].to;
            reach(p, next, p->distance[i] + 1, p->ways[i]);
        }
    }
    size_t goal = find(p, game->goal[0].w[0]);
    if (!p->slot[goal]) return;
    p->length = p->distance[p->slot[goal] - 1];
    p->solutions = p->ways[p->slot[goal] - 1];
}

void plain_transfer_free(plain_transfer *p) {
    free(p->board);
    free(p->distance);
    free(p->ways);
    free(p->slot);
}
