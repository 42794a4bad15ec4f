// SPDX-License-Identifier: MIT
// Levels of a transfer search in a folder: room beyond memory, and what a stopped search resumes
// from. Corridors are the same whenever they are made, so the numbers of boards stay true.
#include <stdio.h>  // snprintf
#include <string.h> // memset
#include <xxhash.h> // XXH3_64bits

#include "puzzle/transfer_parts.h"

#define NAME_TEXT 512

// What the numbers of boards depend on.
typedef struct identity {
    int32_t shape, size, directions, jumps_only;
    sh_set camp, goal, stand, pass;
} identity;

static uint64_t search_number(const sh_puzzle *puzzle) {
    const sh_game *game = &puzzle->game;
    identity id;
    memset(&id, 0, sizeof id);
    id.shape = (int32_t)game->board.shape;
    id.size = game->board.size;
    id.directions = game->board.directions;
    id.jumps_only = sh_puzzle_jumps_only(puzzle);
    id.camp = game->camp[0];
    id.goal = game->goal[0];
    id.stand = game->stand[0];
    id.pass = game->pass[0];
    return XXH3_64bits(&id, sizeof id);
}

static sh_level_label label_of(const sh_transfer *t, int time) {
    return (sh_level_label){.search = search_number(t->puzzle),
                            .length = (uint32_t)t->corridor.length,
                            .known = (uint32_t)t->known,
                            .time = (uint32_t)time,
                            .tallies = sh_tally_map_count(&t->corridor.map)};
}

// FOLDER/sq9-10-6m-26-07.level
static void name_of(const sh_transfer *t, int time, char name[NAME_TEXT]) {
    int used = snprintf(name, NAME_TEXT, "%.400s/", t->options.scratch);
    char *at = name + used;
    snprintf(at, (size_t)(NAME_TEXT - used), "%s%s-%d-%02d.level", t->puzzle->game.name,
             sh_puzzle_jumps_only(t->puzzle) ? "-jumps" : "", t->corridor.length, time);
    for (; *at; at++)
        if (*at == '/' || *at == ':') *at = '-';
}

sh_status sh_transfer_store(sh_transfer *t, int time, sh_error *error) {
    if (!t->options.scratch) return SH_OK;
    char name[NAME_TEXT];
    sh_level_label label = label_of(t, time);
    name_of(t, time, name);
    return sh_level_store(&t->level[time], name, &label, t->look[time].hash, error);
}

sh_status sh_transfer_find(sh_transfer *t, int time, sh_error *error) {
    if (!t->options.scratch) return SH_NO;
    char name[NAME_TEXT];
    uint64_t hash;
    sh_level_label label = label_of(t, time);
    name_of(t, time, name);
    sh_status status = sh_level_load(&t->level[time], name, &label, &hash, error);
    if (status) return status;
    t->look[time] = (sh_transfer_level){t->level[time].count, hash};
    t->looks = time + 1;
    t->boards += t->level[time].count;
    return SH_OK;
}

void sh_transfer_clear(sh_transfer *t) {
    if (!t->options.scratch || !t->settled) return;
    for (int time = t->known + 1; time < t->looks; time++) {
        char name[NAME_TEXT];
        name_of(t, time, name);
        // What cannot be removed stays; a later search takes its place.
        sh_status status = sh_level_clear(name, NULL);
        (void)status;
    }
}
