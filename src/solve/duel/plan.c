// SPDX-License-Identifier: MIT
// Which backend fits the machine.
#include <sys/statvfs.h> // statvfs

#include "base/memory.h"
#include "solve/duel/solution.h"

// The program, its libraries and stacks: 9.1 to 9.3 MB as the peak of solve 3x3/1.
#define PROGRAM_BYTES 10000000

const sh_backend *const sh_cpu_backends[] = {&sh_backend_fast, &sh_backend_compact,
                                             &sh_backend_disk, NULL};

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
}

// Bytes free in a folder.
static uint64_t disk_free(const char *folder) {
    struct statvfs about;
    if (!folder || statvfs(folder, &about)) return 0;
    return (uint64_t)about.f_bavail * about.f_frsize;
}

static bool fits(const sh_plan *plan, const sh_solve_options *options) {
    if (plan->memory + plan->workspace > sh_memory_available()) return false;
    if (plan->disk && plan->disk > disk_free(options->scratch)) return false;
    return !options->memory || plan->memory <= options->memory;
}

// Says what stands in the way of the plan that needs least, and what would make it fit.
static sh_status refuse(const sh_game *game, const sh_solve_options *options, const sh_plan *plan,
                        sh_error *error) {
    char need[32], have[32];
    uint64_t there = sh_memory_available(), disk = disk_free(options->scratch);
    const char *hint = options->scratch ? "" : "; --scratch DIR keeps the table on disk";
    if (plan->memory + plan->workspace > there) {
        sh_memory_print((double)plan->memory + (double)plan->workspace, need);
        sh_memory_print((double)there, have);
        return sh_fail(error, SH_RESOURCES, "%s needs %s of memory and %s are free%s", game->name,
                       need, have, hint);
    }
    if (options->memory && plan->memory > options->memory) {
        sh_memory_print((double)plan->memory, need);
        sh_memory_print((double)options->memory, have);
        return sh_fail(error, SH_RESOURCES, "%s needs --memory %s rather than %s%s", game->name,
                       need, have, hint);
    }
    sh_memory_print((double)plan->disk, need);
    sh_memory_print((double)disk, have);
    return sh_fail(error, SH_RESOURCES,
                   "%s needs %s of disk and %s are free in %s; choose another --scratch DIR",
                   game->name, need, have, options->scratch);
}

sh_status sh_plan_make(const sh_backend *const *backends, const sh_game *game,
                       const sh_solve_options *options, sh_plan *plan, sh_error *error) {
    sh_plan least = {.memory = UINT64_MAX / 2};
    for (; *backends; backends++) {
        sh_status status = (*backends)->plan(game, options, plan, error);
        if (status == SH_RESOURCES) continue;
        if (status) return status;
        plan->workspace += PROGRAM_BYTES;
        if (fits(plan, options)) return SH_OK;
        if (plan->memory < least.memory) least = *plan;
    }
    if (!least.backend) return SH_RESOURCES; // the last of them said why
    return refuse(game, options, &least, error);
}
