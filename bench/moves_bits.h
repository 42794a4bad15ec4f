// SPDX-License-Identifier: MIT
// The operations of `bench moves` on bitboards, compiled once for each instruction set.
//
// Including files define COLUMN, NAME, `successors` and `repeated`, and GENERATOR, which gives the
// moves that are made one by one.
#include "rank/subset.h"

// Branches that the walk does not let the CPU learn are avoided: most pieces have no more than six
// moves, and so many are made without looking. A move from a cell to nowhere, twice, changes
// nothing.
static uint64_t one_by_one(sh_moves_sample *sample) {
    return apply_and_undo_all(sample, &GENERATOR, 6, true);
}

static uint64_t winner(sh_moves_sample *sample) {
    b64 goal[2] = {sample->game.goal[0].w[0], sample->game.goal[1].w[0]};
    uint64_t sum = 0;
    for (int i = 0; i < SH_MOVES_CALLS; i++) {
        const sh_moves_state *state = &sample->state[i % SH_MOVES_SAMPLE];
        int waiter = 1 - state->turn;
        b64 open = goal[waiter] & ~(state->army[0] | state->army[1]);
        if (!open && (goal[waiter] & state->army[waiter])) sum += (uint64_t)(waiter + 1);
    }
    return sum;
}

static inline uint64_t rank_first_k(sh_moves_sample *sample, int k) {
    uint64_t sum = 0;
    for (int i = 0; i < SH_MOVES_CALLS; i++)
        sum += sh_subset64_rank(&sample->sets.binomials, sample->state[i % SH_MOVES_SAMPLE].army[0],
                                k);
    return sum;
}

static inline uint64_t rank_second_k(sh_moves_sample *sample, int k) {
    uint64_t sum = 0;
    for (int i = 0; i < SH_MOVES_CALLS; i++) {
        const sh_moves_state *state = &sample->state[i % SH_MOVES_SAMPLE];
        sum += sh_subset64_rank_beside(&sample->sets.binomials, state->army[1], state->army[0], k);
    }
    return sum;
}

static inline uint64_t unrank_first_k(sh_moves_sample *sample, int k) {
    uint64_t sum = 0, rank = 0;
    for (int i = 0; i < SH_MOVES_CALLS; i++) {
        sum += (uint64_t)b64_first(sh_unrank64(&sample->sets, rank, k));
        if (++rank == sample->first_sets) rank = 0;
    }
    return sum;
}

static inline uint64_t unrank_second_k(sh_moves_sample *sample, int k) {
    uint64_t sum = 0, rank = 0;
    b64 first = sample->state[0].army[0];
    for (int i = 0; i < SH_MOVES_CALLS; i++) {
        SH_MOVES_OPAQUE(first);
        sum += (uint64_t)b64_first(sh_subset64_expand(sh_unrank64(&sample->sets, rank, k), first));
        if (++rank == sample->second_sets) rank = 0;
    }
    return sum;
}

// Constant numbers of pieces let the compiler unroll.
#define FOR_PIECES(function)                                                                       \
    static uint64_t function(sh_moves_sample *sample) {                                            \
        return sample->game.pieces == 3 ? function##_k(sample, 3) : function##_k(sample, 6);       \
    }
FOR_PIECES(rank_first)
FOR_PIECES(rank_second)
FOR_PIECES(unrank_first)
FOR_PIECES(unrank_second)
#undef FOR_PIECES

// Without branches of the loop in between, the CPU guesses better when pieces will fall.
static uint64_t increment(sh_moves_sample *sample) {
    uint64_t sum = 0;
    b64 first = sample->state[0].army[0];
    b64 start = sh_subset64_expand(sh_subset64_lowest(sample->game.pieces), first);
    for (uint64_t left = SH_MOVES_CALLS; left;) {
        uint64_t calls = left < sample->second_sets ? left : sample->second_sets - 1;
        b64 second = start;
#pragma GCC unroll 4
        for (uint64_t i = 0; i < calls; i++) {
            SH_MOVES_OPAQUE(first);
            second = sh_subset64_next_beside(second, first);
            sum += (uint64_t)b64_first(second);
        }
        left -= calls;
    }
    return sum;
}

const sh_moves_column COLUMN = {
    NAME,
    {winner, successors, one_by_one, repeated, rank_first, rank_second, unrank_first, unrank_second,
     increment},
};
