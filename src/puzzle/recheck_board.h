// SPDX-License-Identifier: MIT
// Boards of the recheck: what stands on each cell, and the bounds of game_kernel.h on them.
#pragma once

#include "puzzle/game_case.h"

enum { SH_RECHECK_EMPTY, SH_RECHECK_WINNER, SH_RECHECK_LOSER };

typedef struct sh_recheck_board {
    uint8_t at[SH_MAX_CELLS]; // SH_RECHECK_…
} sh_recheck_board;

// Where a man may go: writes the cells and returns how many.
int sh_recheck_targets(const sh_game_case *one, const sh_recheck_board *board, int from,
                       uint8_t *targets);

// Winner's men outside the goal; loser's men inside it.
int sh_recheck_outside(const sh_game_case *one, const sh_recheck_board *board);
int sh_recheck_inside(const sh_game_case *one, const sh_recheck_board *board);

// Has the army of a role filled its goal?
bool sh_recheck_filled(const sh_game_case *one, const sh_recheck_board *board, int role);

// While no man is in the goal: are the winner's men at most so many steps from it or the loser's?
bool sh_recheck_near(const sh_game_case *one, const sh_recheck_board *board, int steps);

// Does a board after the winner's move stand all bounds, with so many moves left to her?
bool sh_recheck_stands(const sh_game_case *one, const sh_recheck_board *board, int left);
