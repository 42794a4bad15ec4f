// SPDX-License-Identifier: MIT
// States of two-player games on rhombi and the memory of their solvers.
#include "base/cpu.h"
#include "cli/facts.h"
#include "rank/pairs.h"
#include "solve/duel/solution.h"

// The memory of the fastest solver that takes the game.
static uint64_t duel_memory(const sh_game *game) {
    sh_solve_options options = {.metric = SH_WDL, .level = sh_cpu_level_get()};
    for (const sh_backend *const *backend = sh_cpu_backends; *backend; backend++) {
        sh_plan plan;
        if ((*backend)->plan(game, &options, &plan, NULL) == SH_OK) return plan.memory;
    }
    return 0;
}

void sh_facts_duel(sh_facts *facts, const sh_game *game) {
    uint64_t states = sh_pairs_count(game);
    if (states == SH_BINOMIAL_HUGE) return;
    facts->states = states;
    facts->table = states / 4 + (states % 4 != 0); // two bits a state
    facts->memory = duel_memory(game);
}
