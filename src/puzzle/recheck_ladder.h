// SPDX-License-Identifier: MIT
// The bounds of the recheck that follow jumps: ladders and dead cells.
#pragma once

#include "puzzle/recheck_board.h"

// Does the j-th cheapest man outside cost at most 2·spare + j, for every j (for the first man
// only, while none is in the goal)?
bool sh_recheck_ladder(const sh_game_case *one, const sh_recheck_board *board, int outside,
                       int spare);

// Can every cell of the goal that is not held by the winner still be entered, when no man leaves?
bool sh_recheck_open(const sh_game_case *one, const sh_recheck_board *board);
