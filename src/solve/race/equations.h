// SPDX-License-Identifier: MIT
// Checking a solved three-player game without trusting the solver: the local equations of each
// layer, from the rules of the game.
//
// The value of an open position follows from those of its successors. Where the player to move
// belongs to the coalition of a question, some move must lead to a position in which the coalition
// still has its way; where not, all moves must. The moves come from the rules (sternhalma/moves.h),
// not from the solver's lanes. The equations hold of every consistent answer, so they find wrong
// bits but could not tell a coalition that only goes round in circles from one that arrives: that
// is left to the comparison with brute force on small boards.
#pragma once

#include "solve/race/solved.h"

// Checks one position. SH_NO and a sentence where an equation does not hold.
sh_status sh_equations_check(const sh_solved *solved, const sh_position *position,
                             sh_error *error) SH_NODISCARD;

// Checks `samples` random placements, or all with all three turns where it is 0. *checked counts
// positions.
sh_status sh_equations_check_all(const sh_solved *solved, uint64_t samples, uint64_t seed,
                                 const sh_monitor *monitor, uint64_t *checked,
                                 sh_error *error) SH_NODISCARD;
