// SPDX-License-Identifier: MIT
// Which backend fits the machine: the first whose plan does. Where none does, what stands in the
// way of the plan with the least memory is said.
#include "solve/duel/backend.h"

const sh_backend *const sh_cpu_backends[] = {&sh_backend_fast, &sh_backend_compact,
                                             &sh_backend_disk, &sh_backend_coded, NULL};

void sh_round_add(sh_round *sum, const sh_round *part) {
    if (part->states && (!sum->states || part->example_row < sum->example_row)) {
        sum->example_row = part->example_row;
        sum->example_set = part->example_set;
    }
    sum->states += part->states;
    sum->positions += part->positions;
    sum->illegal += part->illegal;
    sum->strips += part->strips;
    sum->read += part->read;
    sum->written += part->written;
    sum->mail += part->mail;
}

sh_status sh_plan_make(const sh_backend *const *backends, const sh_game *game,
                       const sh_solve_options *options, sh_plan *plan, sh_error *error) {
    sh_plan least = {.memory = UINT64_MAX};
    for (; *backends; backends++) {
        sh_status status = (*backends)->plan(game, options, plan, error);
        if (status == SH_RESOURCES) continue;
        if (status) return status;
        plan->name = plan->backend->name;
        plan->about = plan->backend->about;
        plan->threads = options->threads ? options->threads : sh_cpu_count();
        plan->workspace += SH_PLAN_PROGRAM_BYTES;
        if (plan->ranks && !options->crew) return SH_OK; // on machines that are not this one
        status = sh_plan_check(plan, game->name, options->memory, options->scratch, error);
        if (!status) return SH_OK;
        if (plan->memory < least.memory) least = *plan;
    }
    if (!least.backend) return SH_RESOURCES; // the last of them said why
    *plan = least;
    return sh_plan_check(&least, game->name, options->memory, options->scratch, error);
}
