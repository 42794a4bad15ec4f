// SPDX-License-Identifier: MIT
// A cooperative game of one length, seen by the side that is to win it.
//
// The first player wins games of odd length, the second those of even length. A case holds what
// the searches need of the puzzle: armies by role (0 the winner, 1 the loser), the number of moves
// each has, the symmetries that leave every army's start and goal in place, and the code of each
// man on each cell, of which hashes of boards are made.
//
// The hash of a board: codes are added modulo 2^64 over its men; of the sums of all images of the
// board the least is taken; sh_mix of that is the hash. A set of boards has the sum of their
// hashes, whatever their order.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint64_t

#include "puzzle/puzzle.h"

enum { SH_GAME_WINNER, SH_GAME_LOSER, SH_GAME_ROLES };

typedef struct sh_game_case {
    const sh_puzzle *puzzle; // outlives the case
    int length;              // moves of both sides
    int men;                 // of the winner
    int moves[SH_GAME_ROLES];
    bool winner_first;
    int player[SH_GAME_ROLES]; // of the puzzle's game
    sh_set start[SH_GAME_ROLES], goal[SH_GAME_ROLES];
    sh_set stand[SH_GAME_ROLES], pass[SH_GAME_ROLES];
    sh_set type[SH_PUZZLE_TYPES]; // the cells of each type
    int images;                   // the identity and the other symmetries
    uint8_t image[SH_MAX_SYMMETRIES + 1][SH_MAX_CELLS];
    uint64_t code[SH_GAME_ROLES][SH_MAX_CELLS];
} sh_game_case;

// SH_NO and the reason where the winner's goal has not as many cells as the army has men.
sh_status sh_game_case_make(sh_game_case *one, const sh_puzzle *puzzle, int length,
                            sh_error *error) SH_NODISCARD;

// The length of the shortest game that the number of men alone allows: a move for each man of the
// smaller army.
int sh_game_least(const sh_puzzle *puzzle);
