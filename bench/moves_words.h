// SPDX-License-Identifier: MIT
// Moves one after another: a generator gives a word of targets a piece, and each move is one XOR
// there and one back on the mover's army.
#include "bench/bench_moves.h"
#include "rules/generator.h"

// Plays and takes back the move from one cell to the lowest of the targets.
static inline void apply_and_undo(b64 *army, int *turn, b64 from, b64 targets) {
    b64 move = from | (targets & -targets);
    for (int there_and_back = 0; there_and_back < 2; there_and_back++) {
        *army ^= move;
        *turn ^= 1;
        SH_MOVES_OPAQUE(*army);
        SH_MOVES_OPAQUE(*turn);
    }
}

// All moves in every state of the walk, or in the start over and over. `sure` moves of every piece
// are made without looking whether it has so many.
static inline uint64_t apply_and_undo_all(const sh_moves_sample *sample,
                                          const sh_generator *generator, const int sure,
                                          const bool walks) {
    uint64_t sum = 0;
    sh_moves_state state = walks ? sample->state[0] : sample->start;
    for (int i = 0; i < SH_MOVES_CALLS; i++) {
        SH_MOVES_OPAQUE(state.army[0]);
        int turn = state.turn;
        b64 targets[SH_TARGETS_ROOM], army = state.army[turn], pieces = army;
        b64 occupied = state.army[0] | state.army[1];
        generator->targets64(&sample->game, turn, &pieces, &occupied, targets);
        for (int piece = 0; piece < sample->game.pieces; piece++, pieces = b64_rest(pieces)) {
            b64 from = pieces & -pieces, rest = targets[piece];
            sum += rest;
#pragma GCC unroll 8
            for (int move = 0; move < sure; move++, rest = b64_rest(rest))
                apply_and_undo(&army, &turn, from, rest);
            for (; rest; rest = b64_rest(rest)) apply_and_undo(&army, &turn, from, rest);
        }
        if (walks) sh_moves_walk(&state, sample->walk[i]);
    }
    return sum;
}
