// SPDX-License-Identifier: MIT
// The operations of `bench moves` on arrays: the baseline.
#include "bench/bench_moves.h"

static uint64_t winner(sh_moves_sample *sample) {
    uint64_t sum = 0;
    for (int i = 0; i < SH_MOVES_CALLS; i++)
        sum += (uint64_t)(1 + sh_array_winner(&sample->arrays,
                                              &sample->array_state[i % SH_MOVES_SAMPLE]));
    return sum;
}

static inline uint64_t apply_and_undo_all(sh_moves_sample *sample, bool walks) {
    uint64_t sum = 0;
    sh_array_move moves[SH_MAX_MOVES];
    sh_array_state state = walks ? sample->array_state[0] : sample->array_start;
    for (int i = 0; i < SH_MOVES_CALLS; i++) {
        int count = sh_array_moves(&sample->arrays, &state, moves);
        for (int j = 0; j < count; j++) {
            sum += b64_of(moves[j].to);
            sh_array_apply(&sample->arrays, &state, moves[j]);
            sh_array_undo(&sample->arrays, &state, moves[j]);
        }
        if (walks) sh_array_apply(&sample->arrays, &state, sample->array_walk[i]);
    }
    return sum;
}

static uint64_t successors(sh_moves_sample *sample) { return apply_and_undo_all(sample, true); }
static uint64_t repeated(sh_moves_sample *sample) { return apply_and_undo_all(sample, false); }

static uint64_t rank_first(sh_moves_sample *sample) {
    uint64_t sum = 0;
    for (int i = 0; i < SH_MOVES_CALLS; i++)
        sum += sh_array_rank_first(&sample->arrays, &sample->array_state[i % SH_MOVES_SAMPLE]);
    return sum;
}

static uint64_t rank_second(sh_moves_sample *sample) {
    uint64_t sum = 0;
    for (int i = 0; i < SH_MOVES_CALLS; i++)
        sum += sh_array_rank_second(&sample->arrays, &sample->array_state[i % SH_MOVES_SAMPLE]);
    return sum;
}

static uint64_t unrank_first(sh_moves_sample *sample) {
    uint64_t sum = 0, rank = 0;
    sh_array_state state = sample->array_state[0];
    for (int i = 0; i < SH_MOVES_CALLS; i++) {
        sh_array_unrank_first(&sample->arrays, rank, &state);
        sum += state.piece[0][0];
        if (++rank == sample->first_sets) rank = 0;
    }
    return sum;
}

static uint64_t unrank_second(sh_moves_sample *sample) {
    uint64_t sum = 0, rank = 0;
    sh_array_state state = sample->array_state[0];
    for (int i = 0; i < SH_MOVES_CALLS; i++) {
        sh_array_unrank_second(&sample->arrays, rank, &state);
        sum += state.piece[1][0];
        if (++rank == sample->second_sets) rank = 0;
    }
    return sum;
}

static uint64_t increment(sh_moves_sample *sample) {
    uint64_t sum = 0, rank = 0;
    sh_array_state state = sample->array_state[0];
    sh_array_unrank_second(&sample->arrays, 0, &state);
    for (int i = 0; i < SH_MOVES_CALLS; i++) {
        if (++rank == sample->second_sets) {
            sh_array_unrank_second(&sample->arrays, 0, &state);
            rank = 1;
        }
        sh_array_next_second(&sample->arrays, &state);
        sum += state.piece[1][0];
    }
    return sum;
}

const sh_moves_column sh_moves_array = {
    "array",
    {winner, successors, successors, repeated, rank_first, rank_second, unrank_first, unrank_second,
     increment},
};
