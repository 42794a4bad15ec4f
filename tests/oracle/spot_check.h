// SPDX-License-Identifier: MIT
// Checking a solution on positions drawn at random, against nothing but the rules.
//
// For each position the rules give the verdict and the legal moves; the value stored for it must be
// what the values stored for its successors make it: won (in one more than the shortest) if one of
// them is lost, else drawn if one is drawn, else lost (in one more than the longest). No code is
// shared with the solvers. Needs a random access a successor and runs on all threads of the
// solution.
#pragma once

#include "solve/duel/solution.h"

typedef struct sh_sample_report {
    uint64_t positions;  // drawn
    uint64_t illegal;    // of them, which have no value to check
    uint64_t successors; // looked up
    uint64_t wrong;
    sh_position example; // a wrong one, if any
} sh_sample_report;

// Draws `count` positions, the same for the same seed. SH_NO where one is wrong.
sh_status sh_solution_sample(sh_solution *solution, uint64_t count, uint64_t seed,
                             sh_sample_report *sample, sh_error *error) SH_NODISCARD;
