// SPDX-License-Identifier: MIT
// The parts of a kernel for one width, each on top of those before it.

#include "puzzle/game_field_template.h" // the case as bitboards

#include "puzzle/game_bounds_template.h" // what is dropped

#include "puzzle/game_moves_template.h" // both sides' moves

#include "puzzle/game_score_template.h" // what beams prefer
