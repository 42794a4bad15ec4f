// SPDX-License-Identifier: MIT
// Which backend fits the machine.
#include <stdio.h> // snprintf

#include "base/memory.h"
#include "solve/solution.h"

const sh_backend *const sh_cpu_backends[] = {&sh_backend_fast, NULL};

sh_status sh_plan_make(const sh_backend *const *backends, const sh_game *game,
                       const sh_solve_options *options, sh_plan *plan, sh_error *error) {
    uint64_t memory = options->memory ? options->memory : sh_memory_available();
    sh_plan least = {.memory = UINT64_MAX};
    for (; *backends; backends++) {
        sh_status status = (*backends)->plan(game, options, plan, error);
        if (status == SH_RESOURCES) continue;
        if (status) return status;
        if (plan->memory <= memory) return SH_OK;
        if (plan->memory < least.memory) least = *plan;
    }
    if (!least.backend) return SH_RESOURCES; // the last of them said why
    char need[32], have[32];
    sh_memory_print((double)least.memory, need);
    sh_memory_print((double)memory, have);
    return sh_fail(error, SH_RESOURCES,
                   "%s needs %s of memory and %s are there; --memory %s would allow it%s",
                   game->name, need, have, need,
                   options->scratch ? "" : ", --scratch DIR would keep the table on disk");
}
