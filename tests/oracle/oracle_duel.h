// SPDX-License-Identifier: MIT
// The two-player game solved the obvious way, from the definitions and with nothing of the library.
//
// Every placement with every turn has a value; no symmetry is used. Round t looks at every position
// that has none yet, lists its moves, and gives it distance t where the definitions say so.
// Coordinates are (r, c) as in docs/rules.md; a set is a number with bit m·r + c for each cell.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define ORACLE_DRAW 0xFFFE
#define ORACLE_ILLEGAL 0xFFFF

typedef struct oracle_duel {
    int m, pieces;
    bool published;
    uint64_t camp[2]; // of the first and the second player; each is the other's goal
    int sets;
    uint64_t *set;   // all sets of the size, ascending
    int *number;     // and back, for boards up to 5x5
    uint16_t *value; // [first][second][turn]: plies, even: the player to move loses
} oracle_duel;

void oracle_duel_solve(oracle_duel *oracle, int m, int pieces, bool published);
void oracle_duel_free(oracle_duel *oracle);
// Cells that a piece on cell `from` can go to by steps and hops.
uint64_t oracle_duel_targets(int m, int from, uint64_t occupied);
uint16_t oracle_duel_value(const oracle_duel *oracle, uint64_t first, uint64_t second, int turn);
