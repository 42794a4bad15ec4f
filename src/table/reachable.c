// SPDX-License-Identifier: MIT
// A breadth-first walk: the set of keys is its own queue.
#include "table/reachable.h"

#include "base/keyset.h"
#include "table/reader.h"

static void count_control(sh_reachable *reachable, sh_control_code control, int turn) {
    int first = (3 - turn) % 3, victor = sh_control_victor(control);
    bool draws = sh_control_winner(control) < 0 && control & sh_control_draw(first);
    reachable->positions++;
    reachable->type[sh_control_classify(control)]++;
    reachable->wins += victor == first;
    reachable->draws += victor != first && draws;
    reachable->losses += victor != first && !draws;
}

// Adds the positions after all moves of one.
static sh_status expand(sh_keyset *found, const sh_table *table, const sh_position *position,
                        sh_error *error) {
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(&table->game, position, moves);
    for (int m = 0; m < count; m++) {
        sh_position after = *position;
        sh_move_apply(&table->game, &after, moves[m]);
        uint64_t key = sh_triple_key(sh_triples_rank(&table->triples, &after), after.turn);
        if (sh_keyset_add(found, &key) == SH_RESOURCES)
            return sh_fail(error, SH_RESOURCES, "out of memory to walk a race");
    }
    if (found->count > SH_MOST_REACHABLE)
        return sh_fail(error, SH_NO, "%s has more than %d positions that can be reached",
                       table->game.name, SH_MOST_REACHABLE);
    return SH_OK;
}

static sh_status look(sh_keyset *found, size_t number, sh_reachable *reachable,
                      const sh_table *table, sh_error *error) {
    sh_position position;
    sh_control_code control;
    uint64_t key = found->key[number];
    sh_triples_unrank(&table->triples, sh_triple_of(key), sh_triple_turn(key), &position);
    sh_status status = sh_table_control(table, &position, &control, error);
    if (status) return status;
    count_control(reachable, control, position.turn);
    return sh_control_winner(control) >= 0 ? SH_OK : expand(found, table, &position, error);
}

sh_status sh_reachable_count(sh_reachable *reachable, const sh_table *table,
                             const sh_monitor *monitor, sh_error *error) {
    sh_keyset found = {.words = 1};
    uint32_t camp = table->triples.camp;
    uint64_t start = sh_triple_key((sh_triple){camp, camp, camp}, 0);
    *reachable = (sh_reachable){0};
    sh_status status = sh_keyset_add(&found, &start);
    for (size_t i = 0; i < found.count && !status; i++) {
        status = look(&found, i, reachable, table, error);
        if (!status && sh_stopped(monitor)) status = sh_fail(error, SH_INTERRUPTED, "interrupted");
    }
    sh_keyset_close(&found);
    return status;
}
