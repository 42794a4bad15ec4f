// SPDX-License-Identifier: MIT
// The question that the reach kernel answers (reach_template.h).
//
// For a subset F (the k-1 pieces of the mover that stay) and all 512 lanes at once, a lane being
// one placement of everybody else: which sets F ∪ {q} have a move into a target, that is into a set
// F ∪ {p} whose strip in `targets` has the lane's bit? The lanes of `questions` are the questions
// still asked; a lane is cleared where the answer is yes.
#pragma once

#include "solve/bitslice/strip.h"

// The moves of one block of lanes. Ids number the mover's sets; strips are indexed by id. Strips of
// sets that overlap what a lane stands for are zero there, in `targets` and in `questions`.
typedef struct sh_reach {
    const uint64_t *subset;   // by number of F: its cells
    const uint32_t *superset; // [F][cells]: id of F ∪ {cell}, of zero strips where it is in F
    const sh_strip *occupied; // [cells]: lanes in which others stand on the cell
    const sh_strip *targets;  // [id]
    sh_strip *questions;      // [id]
} sh_reach;
