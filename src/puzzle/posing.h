// SPDX-License-Identifier: MIT
// The last step of making a puzzle, shared by names and pictures.
#pragma once

#include "puzzle/puzzle.h"

// From board, first army (and second in a game), goals and tracks: the players and the symmetries.
void sh_puzzle_complete(sh_puzzle *puzzle);
