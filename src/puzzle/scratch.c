// SPDX-License-Identifier: MIT
// Levels of a transfer search in a folder: room beyond memory, and what a stopped search resumes
// from. Corridors are the same whenever they are made, so the numbers of boards stay true.
#include "puzzle/identity.h"
#include "puzzle/transfer_parts.h"

static sh_level_label label_of(const sh_transfer *t, int time) {
    return (sh_level_label){.search = sh_puzzle_identity(t->puzzle),
                            .length = (uint32_t)t->corridor.length,
                            .known = (uint32_t)t->known,
                            .time = (uint32_t)time,
                            .tallies = sh_tally_map_count(&t->corridor.map)};
}

static sh_status path_of(const sh_transfer *t, int time, char path[SH_PUZZLE_PATH],
                         sh_error *error) {
    return sh_puzzle_level_path(t->puzzle, t->options.scratch, t->corridor.length, time, path,
                                error);
}

sh_status sh_transfer_store(sh_transfer *t, int time, sh_error *error) {
    if (!t->options.scratch) return SH_OK;
    char path[SH_PUZZLE_PATH];
    sh_level_label label = label_of(t, time);
    sh_status status = path_of(t, time, path, error);
    if (status) return status;
    return sh_level_store(&t->level[time], path, &label, t->look[time].hash, error);
}

sh_status sh_transfer_find(sh_transfer *t, int time, sh_error *error) {
    if (!t->options.scratch) return SH_NO;
    char path[SH_PUZZLE_PATH];
    uint64_t hash;
    sh_level_label label = label_of(t, time);
    sh_status status = path_of(t, time, path, error);
    if (!status) status = sh_level_load(&t->level[time], path, &label, &hash, error);
    if (status) return status;
    const sh_level *level = &t->level[time];
    uint64_t last = 0;
    if (level->count) status = sh_level_at(level, level->count - 1, &last, error);
    if (!status && sh_board_tally(&t->corridor, last) >= label.tallies)
        status = sh_fail(error, SH_DATA, "%.300s is damaged: it has boards of no tally", path);
    if (status) {
        sh_level_close(&t->level[time]);
        return status;
    }
    t->look[time] = (sh_transfer_level){t->level[time].count, hash};
    t->looks = time + 1;
    t->boards += t->level[time].count;
    return SH_OK;
}

void sh_transfer_clear(sh_transfer *t) {
    if (!t->options.scratch || !t->settled) return;
    for (int time = t->known + 1; time < t->looks; time++) {
        char path[SH_PUZZLE_PATH];
        // What cannot be removed stays; a later search takes its place.
        sh_status status = path_of(t, time, path, NULL);
        if (!status) status = sh_level_clear(path, NULL);
        (void)status;
    }
}
