// SPDX-License-Identifier: MIT
// What the implementations measured by `bench moves` share.
//
// The operations are those of Sturtevant's Tables 1 and 2 (An Efficient Chinese Checkers
// Implementation): each is called SH_MOVES_CALLS times, on placements drawn at random from the
// whole game, which are the states a solver meets. Every implementation of an operation returns the
// same checksum.
//
// Successors are measured three ways. Along a random walk, where no branch can be learned:
// each implementation as fast as it can, which for lanes is several moves at once on copies of the
// army, as a solver can look at successors; and one move after another, applied and undone, as a
// search does. And as the paper has it: in one state over and over, here the start.
#pragma once

#include "bench/baseline/array_game.h"
#include "rank/unrank.h"
#include "sternhalma/game.h"

#define SH_MOVES_CALLS 1000000
#define SH_MOVES_SAMPLE 4096 // a power of two
#define SH_MOVES_SELF 7      // the place of a cell in its own row: sh_moves_sample

// Hides a value from the optimiser, so that what made it must happen and what follows cannot know
// it.
#define SH_MOVES_OPAQUE(value) __asm__ volatile("" : "+r"(value))
// The same constraint for a vector that fits one register.
#if defined(__AVX512F__)
#define SH_MOVES_VECTOR_REGISTER(value) "+v"(value)
#elif defined(__x86_64__)
#define SH_MOVES_VECTOR_REGISTER(value) "+x"(value)
#else
#define SH_MOVES_VECTOR_REGISTER(value) "+w"(value)
#endif

typedef struct sh_moves_state {
    b64 army[2];
    int turn;
} sh_moves_state;

typedef struct sh_moves_sample {
    sh_game game;
    sh_unranker sets; // of the first player: of the second too, on fewer cells
    uint64_t first_sets, second_sets;
    sh_moves_state state[SH_MOVES_SAMPLE];
    sh_array_game arrays;
    sh_array_state array_state[SH_MOVES_SAMPLE];
    sh_moves_state start;
    sh_array_state array_start;
    sh_array_move array_walk[SH_MOVES_CALLS]; // random moves from the first state on, wins aside
    b64 walk[SH_MOVES_CALLS];                 // the same as bitboards have moves: both cells
    // By cell: its neighbour in each direction or nothing, and itself.
    _Alignas(64) b64 beside[64][SH_MOVES_SELF + 1];
} sh_moves_sample;

// Plays a move of the walk.
static inline void sh_moves_walk(sh_moves_state *state, b64 move) {
    state->army[state->turn] ^= move;
    state->turn ^= 1;
}

typedef enum sh_moves_operation {
    SH_MOVES_WINNER,
    SH_MOVES_SUCCESSORS, // get the moves, apply and undo each, along the walk
    SH_MOVES_ONE_BY_ONE, // the same, one move after another
    SH_MOVES_REPEATED,   // the first of these at the start, over and over
    SH_MOVES_RANK_FIRST,
    SH_MOVES_RANK_SECOND,
    SH_MOVES_UNRANK_FIRST,
    SH_MOVES_UNRANK_SECOND,
    SH_MOVES_INCREMENT,
    SH_MOVES_OPERATIONS,
} sh_moves_operation;

// One way to do them all. A function makes all calls and returns the checksum. The array functions
// use the sample's array states and leave them as they were.
typedef struct sh_moves_column {
    const char *name;
    uint64_t (*run[SH_MOVES_OPERATIONS])(sh_moves_sample *sample);
} sh_moves_column;

extern const sh_moves_column sh_moves_array;
extern const sh_moves_column sh_moves_pext;
extern const sh_moves_column sh_moves_portable;
extern const sh_moves_column sh_moves_avx2;
extern const sh_moves_column sh_moves_avx512;
