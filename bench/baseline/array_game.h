// SPDX-License-Identifier: MIT
// The game on plain arrays: what a good program without bitboards does.
//
// This is the "original" of Sturtevant (An Efficient Chinese Checkers Implementation): a position
// is the contents of every cell plus each player's list of pieces; hops are searched depth first
// with a bit set of visited cells; a move knows its piece, so that lists and contents are updated
// at once; the winner is found by a loop, ranks by a walk over the cells. It serves as the baseline
// of `bench moves` and as the oracle of the tests: it shares no tables and no code with the
// bitboards, only the coordinates of the cells.
//
// An sh_array_game is immutable once made and may be shared; states belong to one thread each.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint8_t

#include "sternhalma/moves.h"

#define SH_ARRAY_PIECES 21
#define SH_ARRAY_EMPTY (-1)

typedef struct sh_array_game {
    int players, pieces, directions;
    int cells;                   // how many there are
    uint8_t cell[SH_MAX_CELLS];  // their numbers, ascending
    int16_t place[SH_MAX_CELLS]; // the place of a number in `cell`
    bool needs_all;              // plain Halma: a goal must be filled by its owner alone
    bool needs_wait;             // two players: who wins has just moved
    bool swaps;                  // the game ends when all have arrived
    bool hops_only;              // there are no steps
    uint8_t goal[SH_MAX_PLAYERS][SH_ARRAY_PIECES];
    int16_t neighbour[SH_MAX_CELLS][SH_MAX_DIRS]; // or -1
    bool stand[SH_MAX_PLAYERS][SH_MAX_CELLS], pass[SH_MAX_PLAYERS][SH_MAX_CELLS];
    uint64_t binomial[SH_ARRAY_PIECES + 1][SH_MAX_CELLS]; // [k][n] = C(n, k) modulo 2^64
} sh_array_game;

typedef struct sh_array_state {
    int8_t contents[SH_MAX_CELLS];                  // the player on a cell or SH_ARRAY_EMPTY
    uint8_t piece[SH_MAX_PLAYERS][SH_ARRAY_PIECES]; // where each piece stands
    int turn;
} sh_array_state;

typedef struct sh_array_move {
    uint8_t piece, from, to;
} sh_array_move;

void sh_array_game_make(sh_array_game *arrays, const sh_game *game);
void sh_array_load(const sh_array_game *arrays, const sh_position *position, sh_array_state *state);

// All moves of the mover by the movement rules, moves into illegal positions included; `moves` has
// room for SH_MAX_MOVES.
int sh_array_moves(const sh_array_game *arrays, const sh_array_state *state, sh_array_move *moves);

static inline void sh_array_apply(const sh_array_game *arrays, sh_array_state *state,
                                  sh_array_move move) {
    state->contents[move.to] = state->contents[move.from];
    state->contents[move.from] = SH_ARRAY_EMPTY;
    state->piece[state->turn][move.piece] = move.to;
    state->turn = state->turn + 1 == arrays->players ? 0 : state->turn + 1;
}

static inline void sh_array_undo(const sh_array_game *arrays, sh_array_state *state,
                                 sh_array_move move) {
    state->turn = state->turn == 0 ? arrays->players - 1 : state->turn - 1;
    state->piece[state->turn][move.piece] = move.from;
    state->contents[move.from] = state->contents[move.to];
    state->contents[move.to] = SH_ARRAY_EMPTY;
}

// Is this player's goal filled as the rules of the game want it?
static inline bool sh_array_arrived(const sh_array_game *arrays, const sh_array_state *state,
                                    int player) {
    bool own = false;
    for (int i = 0; i < arrays->pieces; i++) {
        int holder = state->contents[arrays->goal[player][i]];
        if (holder == SH_ARRAY_EMPTY || (arrays->needs_all && holder != player)) return false;
        own |= holder == player;
    }
    return own;
}

// Who has won, or -1: Definition 1, or the rules of races and puzzles. In a swap the last to move.
static inline int sh_array_winner(const sh_array_game *arrays, const sh_array_state *state) {
    int arrived = 0;
    for (int p = 0; arrays->swaps && p < arrays->players; p++)
        arrived += sh_array_arrived(arrays, state, p);
    if (arrays->swaps)
        return arrived < arrays->players ? -1 : (state->turn + arrived - 1) % arrays->players;
    for (int p = 0; p < arrays->players; p++) {
        if (arrays->needs_wait && p == state->turn) continue;
        if (sh_array_arrived(arrays, state, p)) return p;
    }
    return -1;
}

// Colex ranks of the two players' sets, the second relative to the first, and back. The unrankers
// replace the pieces of their player; the second leaves those of the first alone and may not find
// them on its cells.
uint64_t sh_array_rank_first(const sh_array_game *arrays, const sh_array_state *state);
uint64_t sh_array_rank_second(const sh_array_game *arrays, const sh_array_state *state);
void sh_array_unrank_first(const sh_array_game *arrays, uint64_t rank, sh_array_state *state);
void sh_array_unrank_second(const sh_array_game *arrays, uint64_t rank, sh_array_state *state);
// The second player's next set in rank order; its list of pieces must ascend, and stays so. The
// last set has no next.
void sh_array_next_second(const sh_array_game *arrays, sh_array_state *state);
