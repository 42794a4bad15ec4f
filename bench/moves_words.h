// SPDX-License-Identifier: MIT
// Moves of one piece after another: for the generators that give a word of targets a piece.
#include "bench/moves.h"
#include "rules/generator.h"

static inline uint64_t apply_and_undo_all(const sh_moves_sample *sample,
                                          const sh_generator *generator) {
    uint64_t sum = 0;
    sh_moves_state state = sample->state[0];
    for (int i = 0; i < SH_MOVES_CALLS; i++) {
        b64 targets[SH_TARGETS_ROOM], *army = &state.army[state.turn], pieces = *army;
        b64 occupied = state.army[0] | state.army[1];
        generator->targets64(&sample->game, state.turn, army, &occupied, targets);
        b64 playing = pieces;
        int turn = state.turn;
        for (int piece = 0; piece < sample->game.pieces; piece++, pieces = b64_rest(pieces)) {
            b64 from = pieces & -pieces;
            sum += targets[piece];
            for (b64 rest = targets[piece]; rest; rest = b64_rest(rest)) {
                b64 move = from | (rest & -rest);
                for (int there_and_back = 0; there_and_back < 2; there_and_back++) {
                    playing ^= move;
                    turn ^= 1;
                    SH_MOVES_OPAQUE(playing);
                    SH_MOVES_OPAQUE(turn);
                }
            }
        }
        sh_moves_walk(&state, sample->walk[i]);
    }
    return sum;
}
