// SPDX-License-Identifier: MIT
// See game_reach.h. Breadth first over positions. With steps an army of a puzzle gets everywhere
// but on boards that are nearly full, so only a few boards are looked at then; with jumps only many
// puzzles are impossible, and what an army reaches is little.
#include "puzzle/game_reach.h"

#include <stdlib.h> // malloc
#include <string.h> // memcpy

#include "base/keyset.h"
#include "sternhalma/moves.h"

enum { SET_WORDS = 4, KEY_WORDS = 2 * SET_WORDS + 1 };

static const size_t MOST_BOARDS[2] = {2000, 200000}; // with steps, and with jumps only

static sh_status add(sh_keyset *met, const sh_position *position) {
    uint64_t key[KEY_WORDS];
    memcpy(key, position->army[0].w, sizeof position->army[0].w);
    memcpy(key + SET_WORDS, position->army[1].w, sizeof position->army[1].w);
    key[KEY_WORDS - 1] = (uint64_t)position->turn;
    return sh_keyset_add(met, key);
}

static void take(const sh_keyset *met, size_t number, sh_position *position) {
    const uint64_t *key = sh_keyset_at(met, number);
    memset(position, 0, sizeof *position);
    memcpy(position->army[0].w, key, sizeof position->army[0].w);
    memcpy(position->army[1].w, key + SET_WORDS, sizeof position->army[1].w);
    position->turn = (int)key[KEY_WORDS - 1];
}

// Adds what one move leads to; *ends: a goal is full after one of them.
static sh_status expand(const sh_puzzle *puzzle, sh_keyset *met, size_t number, sh_move *moves,
                        bool *ends) {
    sh_position from;
    take(met, number, &from);
    int count = sh_moves_list(&puzzle->game, &from, moves);
    for (int i = 0; i < count && !*ends; i++) {
        sh_position to = from;
        sh_move_apply(&puzzle->game, &to, moves[i]);
        *ends = sh_puzzle_arrived(puzzle, to.army) >= 0;
        if (add(met, &to) == SH_RESOURCES) return SH_RESOURCES;
    }
    return SH_OK;
}

sh_status sh_game_reach(const sh_puzzle *puzzle, sh_error *error) {
    const size_t most = MOST_BOARDS[sh_puzzle_jumps_only(puzzle)];
    sh_keyset met = {.words = KEY_WORDS};
    sh_move *moves = malloc(SH_MAX_MOVES * sizeof *moves);
    sh_position start;
    sh_position_start(&puzzle->game, &start);
    bool ends = sh_puzzle_arrived(puzzle, start.army) >= 0;
    sh_status status = moves ? add(&met, &start) : SH_RESOURCES;
    size_t looked = 0;
    while (!status && !ends && looked < met.count && met.count < most)
        status = expand(puzzle, &met, looked++, moves, &ends);
    bool impossible = !status && !ends && looked == met.count;
    size_t boards = met.count;
    sh_keyset_close(&met);
    free(moves);
    if (status) return sh_fail(error, status, "no memory to look for an end of the game");
    if (!impossible) return SH_OK;
    return sh_fail(
        error, SH_NO,
        "impossible: no number of moves fills a goal of %s; all moves lead to %zu boards",
        puzzle->game.name, boards);
}
