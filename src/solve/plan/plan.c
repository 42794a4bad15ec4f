// SPDX-License-Identifier: MIT
// See plan.h. Memory is compared with what is free now, disk with what is free in the folder.
#include "solve/plan/plan.h"

#include <stdbool.h>     // bool
#include <sys/statvfs.h> // statvfs

#include "base/memory.h"

// Bytes free in a folder.
static uint64_t disk_free(const char *folder) {
    struct statvfs about;
    if (!folder || statvfs(folder, &about)) return 0;
    return (uint64_t)about.f_bavail * about.f_frsize;
}

sh_status sh_plan_check(const sh_plan *plan, const char *game, uint64_t memory, const char *scratch,
                        sh_error *error) {
    char need[32], have[32];
    uint64_t all = plan->memory + plan->workspace, there = sh_memory_available();
    if (plan->here) there /= (uint64_t)plan->here;
    const bool on_disk = !plan->backend || plan->card || scratch; // or cannot be
    const char *hint = on_disk ? "" : "; --scratch DIR keeps the table on disk";
    if (all > there) {
        sh_memory_print((double)all, need);
        sh_memory_print((double)there, have);
        return sh_fail(error, SH_RESOURCES, "%s needs %s of memory and %s are free%s", game, need,
                       have, hint);
    }
    if (memory && plan->memory > memory) {
        sh_memory_print((double)plan->memory, need);
        sh_memory_print((double)memory, have);
        return sh_fail(error, SH_RESOURCES, "%s needs --memory %s rather than %s%s", game, need,
                       have, hint);
    }
    uint64_t disk = plan->disk ? disk_free(scratch) : 0;
    if (plan->disk <= disk) return SH_OK;
    sh_memory_print((double)plan->disk, need);
    sh_memory_print((double)disk, have);
    return sh_fail(error, SH_RESOURCES,
                   "%s needs %s of disk and %s are free in %s; choose another --scratch DIR", game,
                   need, have, scratch);
}
