// SPDX-License-Identifier: MIT
// Three players on a star by brute force: slow, obvious, and sharing no code with the solver.
//
// Cells are axial coordinates looked up by search, moves are found by walking hop by hop, states
// are (turn, set of A, set of B, set of C) in arrays with holes, and every question is answered by
// a queue of proven states. One star of parameter 1 or 2 with up to three marbles a player.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint8_t

#define RACE_ORACLE_NEVER 255

typedef struct race_oracle {
    int n, k;
    bool loose; // marbles may land on foreign corners in mid-chain
    int cells;
    int q[64], r[64];     // axial coordinates by cell
    int near[64][6];      // by cell and direction: the neighbour or -1
    uint8_t legal[3][64]; // by player and cell: centre or own corner
    int sets[3];          // sets of k cells a player may stand on
    uint64_t *set[3];
    int camp[3], goal[3]; // numbers of sets
    size_t states;        // 3 · sets^3
} race_oracle;

void race_oracle_open(race_oracle *oracle, int n, int k, bool loose);
void race_oracle_close(race_oracle *oracle);

size_t race_oracle_state(const race_oracle *oracle, int turn, int a, int b, int c);
void race_oracle_split(const race_oracle *oracle, size_t state, int *turn, int set[3]);

// Do the three sets of a state stand on different cells?
bool race_oracle_exists(const race_oracle *oracle, size_t state);
// -1 nobody has won, 0 to 2 who has, 3 two or more (illegal).
int race_oracle_winner(const race_oracle *oracle, size_t state);

// The states that moves of the player to move lead to, or that moves of the player before come
// from.
#define RACE_ORACLE_MAX_MOVES 256
int race_oracle_successors(const race_oracle *oracle, size_t state, size_t *to);
int race_oracle_predecessors(const race_oracle *oracle, size_t state, size_t *from);

// depth[state] = plies in which the players in `coalition` (bits) can force that one of those in
// `winners` (bits) arrives first, 0 where one has, RACE_ORACLE_NEVER where they cannot.
void race_oracle_force(const race_oracle *oracle, int coalition, int winners, uint8_t *depth);

// depth[state] = plies from the opening with A to move, RACE_ORACLE_NEVER where there is no way.
void race_oracle_reach(const race_oracle *oracle, uint8_t *depth);
