// SPDX-License-Identifier: MIT
// A breadth-first walk: positions in the order in which they are found, and a hash set of their
// numbers.
#include "table/reachable.h"

#include <stdlib.h> // calloc
#include <string.h> // memset
#include <xxhash.h> // XXH3_64bits

#include "table/reader.h"

enum { SLOTS = 1 << 17 }; // of the hash set: over twice as many as positions

typedef struct position_walk {
    const sh_game *game;
    sh_position *position;
    int32_t *slot; // number + 1, 0 where free
    int count;
} position_walk;

// Adds a position if it is new. False: it is new and there is no room.
static bool meet(position_walk *walk, const sh_position *position) {
    sh_position clean; // padding must not reach the hash
    memset(&clean, 0, sizeof clean);
    for (int p = 0; p < walk->game->players; p++) clean.army[p] = position->army[p];
    clean.turn = position->turn;
    uint64_t at = XXH3_64bits(&clean, sizeof clean) % SLOTS;
    for (; walk->slot[at]; at = (at + 1) % SLOTS)
        if (sh_position_equal(&walk->position[walk->slot[at] - 1], &clean)) return true;
    if (walk->count == SH_MOST_REACHABLE) return false;
    walk->position[walk->count++] = clean;
    walk->slot[at] = walk->count;
    return true;
}

static void count_control(sh_reachable *reachable, sh_control_code control, int turn) {
    int first = (3 - turn) % 3, victor = sh_control_victor(control);
    bool draws = sh_control_winner(control) < 0 && control & sh_control_draw(first);
    reachable->positions++;
    reachable->type[sh_control_classify(control)]++;
    reachable->wins += victor == first;
    reachable->draws += victor != first && draws;
    reachable->losses += victor != first && !draws;
}

static sh_status walk_all(position_walk *walk, sh_reachable *reachable, const sh_table *table,
                          const sh_monitor *monitor, sh_error *error) {
    sh_move moves[SH_MAX_MOVES];
    sh_position start;
    sh_position_start(walk->game, &start);
    meet(walk, &start);
    for (int i = 0; i < walk->count; i++) {
        sh_control_code control;
        sh_status status = sh_table_control(table, &walk->position[i], &control, error);
        if (status) return status;
        if (sh_stopped(monitor)) return sh_fail(error, SH_INTERRUPTED, "interrupted");
        count_control(reachable, control, walk->position[i].turn);
        bool over = sh_control_winner(control) >= 0;
        int count = over ? 0 : sh_moves_list(walk->game, &walk->position[i], moves);
        for (int m = 0; m < count; m++) {
            sh_position after = walk->position[i];
            sh_move_apply(walk->game, &after, moves[m]);
            if (!meet(walk, &after))
                return sh_fail(error, SH_NO, "%s has more than %d positions that can be reached",
                               walk->game->name, SH_MOST_REACHABLE);
        }
    }
    return SH_OK;
}

sh_status sh_reachable_count(sh_reachable *reachable, const sh_table *table,
                             const sh_monitor *monitor, sh_error *error) {
    position_walk walk = {.game = &table->game,
                          .position = malloc(SH_MOST_REACHABLE * sizeof *walk.position),
                          .slot = calloc(SLOTS, sizeof *walk.slot)};
    *reachable = (sh_reachable){0};
    sh_status status = walk.position && walk.slot
                           ? walk_all(&walk, reachable, table, monitor, error)
                           : sh_fail(error, SH_RESOURCES, "out of memory to walk a race");
    free(walk.slot);
    free(walk.position);
    return status;
}
