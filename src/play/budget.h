// SPDX-License-Identifier: MIT
// When a search must end: nodes, time of the clock or of the CPU, and a flag that others set.
//
// The leading worker asks; the others only look at the flag. A move with a clock gets its share of
// what is left; where an iteration would not finish in its time it is not begun.
#pragma once

#include <stdatomic.h> // atomic_bool
#include <stdbool.h>   // bool
#include <stdint.h>    // uint64_t

#include "base/progress.h"
#include "sternhalma/engine.h"

typedef struct sh_budget {
    atomic_bool stop;      // every worker ends at once
    atomic_bool pondering; // no limit counts
    sh_limits limits;
    double began;              // on the wall; when the limits began to count
    double cpu_began;          // on the leading thread's CPU clock
    double soft, hard;         // seconds: begin no iteration after, end after; 0: none
    const sh_monitor *monitor; // of a search: stopped, it ends; may be NULL
} sh_budget;

// Begins to count.
void sh_budget_begin(sh_budget *budget, const sh_limits *limits);
// The calling thread leads: its CPU time counts.
void sh_budget_lead(sh_budget *budget);
// Waits as long as pondering goes on.
void sh_budget_wait(sh_budget *budget);
// Seconds since it began, as the limits count them.
double sh_budget_seconds(const sh_budget *budget);
// Is it over, after so many nodes? Asked every thousand nodes or so.
bool sh_budget_spent(sh_budget *budget, uint64_t nodes);
// Is there no point in another iteration?
bool sh_budget_enough(sh_budget *budget, int depth);
