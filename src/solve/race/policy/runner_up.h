// SPDX-License-Identifier: MIT
// The race for second place: a duel of the two players who are left.
//
// The first player's pieces stay in its goal, a corner that belongs to it alone, so they are in
// nobody's way; the others move in turn until one of them fills its goal.
#pragma once

#include "solve/race/policy/track_moves.h"

enum { SH_RUNNER_NOBODY, SH_RUNNER_NEXT, SH_RUNNER_PREVIOUS };

// [next's set][previous one's set] with the next player to move, next and previous seen from the
// one who has arrived: who can force to be second. NULL where there is no memory; the caller frees
// it.
uint8_t *sh_runner_up_solve(const sh_track_moves *moves);
