// SPDX-License-Identifier: MIT
// The last step of making a puzzle, shared by names and pictures.
#pragma once

#include "puzzle/puzzle.h"

// From board, movement, first army (and second in a game), goals and tracks: the players and the
// symmetries.
void sh_puzzle_complete(sh_puzzle *puzzle);
// SH_USAGE where `moves` is not 0 and the board has another number of directions.
sh_status sh_puzzle_check_directions(const sh_puzzle *puzzle, int moves,
                                     sh_error *error) SH_NODISCARD;
