// SPDX-License-Identifier: MIT
// Can a cooperative game end at all? All boards that moves lead to, where they are few.
#pragma once

#include "puzzle/puzzle.h"

// SH_NO and a sentence where the moves of both sides lead to no board on which a goal is full.
// Looks at a limited number of boards: SH_OK says that there is such a board, or that there are too
// many boards to tell. No bounds, no symmetries: each board and whose turn it is, once.
sh_status sh_game_reach(const sh_puzzle *puzzle, sh_error *error) SH_NODISCARD;
