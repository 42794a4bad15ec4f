// SPDX-License-Identifier: MIT
// Mining one table: puzzles from plausible games, and a census of a small race.
//
// Duels are mined along games in which both sides mostly play well and sometimes do not, so that
// positions look like positions of games. Races are walked breadth-first from the start; while
// there are few enough positions the walk is complete and the census exact. The same table always
// gives the same findings: the random numbers have a fixed seed.
#pragma once

#include <stdatomic.h> // atomic_bool

#include "server/survey.h"

typedef struct sh_findings {
    int puzzles[SH_QUIZ_KINDS];
    sh_puzzle puzzle[SH_QUIZ_KINDS][SH_MAX_PUZZLES];
    sh_census census; // reachable is 0 where it was not taken
} sh_findings;

// Never fails: a table that cannot be read, or no memory, just gives few findings. The caller frees
// them. NULL when there is no memory at all. Returns soon after *stop becomes true.
sh_findings *sh_mine_table(const sh_table *table, const atomic_bool *stop);
