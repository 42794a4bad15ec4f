// SPDX-License-Identifier: MIT
// Positions are numbers (turn and triple, 38 bits) in the order in which they are found, each with
// the number of the position it was first reached from.
#include "solve/race/explore.h"

#include <assert.h> // assert
#include <stdlib.h> // realloc
#include <string.h> // memset

#include "base/keyset.h"

// `parent` by the number of a key.
typedef struct queue {
    sh_keyset found;
    uint32_t *parent;
    size_t room; // of parent
} queue;

// Adds a position if it is new; false where there is no memory.
static bool add(queue *q, uint64_t key, uint32_t parent) {
    size_t number = q->found.count;
    sh_status status = sh_keyset_add(&q->found, &key);
    if (status) return status == SH_NO;
    if (number == q->room) {
        size_t room = q->room ? 2 * q->room : 1 << 12;
        uint32_t *more = realloc(q->parent, room * sizeof *more);
        if (!more) return false;
        q->parent = more;
        q->room = room;
    }
    q->parent[number] = parent;
    return true;
}

static sh_position position_at(const sh_solved *solved, const queue *q, size_t index) {
    sh_position position;
    uint64_t key = q->found.key[index];
    sh_triples_unrank(&solved->triples, sh_triple_of(key), sh_triple_turn(key), &position);
    return position;
}

// The move between two positions of which one follows the other.
static sh_move move_between(const sh_position *before, const sh_position *after) {
    const sh_set *from = &before->army[before->turn], *to = &after->army[before->turn];
    sh_set gone = sh_set_minus(*from, *to), come = sh_set_minus(*to, *from);
    return (sh_move){(uint8_t)sh_set_next(&gone, 0), (uint8_t)sh_set_next(&come, 0)};
}

static void note_witness(const sh_solved *solved, const queue *q, size_t index, int depth,
                         sh_control_code control, sh_witness *witness) {
    witness->found = true;
    witness->depth = depth;
    witness->control = control;
    witness->position = position_at(solved, q, index);
    sh_position after = witness->position;
    for (int ply = depth; ply > 0; ply--) {
        index = q->parent[index];
        sh_position before = position_at(solved, q, index);
        witness->line[ply - 1] = move_between(&before, &after);
        after = before;
    }
}

static void note_types(const sh_solved *solved, const queue *q, size_t first, int depth,
                       sh_exploration *e) {
    for (size_t i = first; i < q->found.count; i++) {
        sh_control_code control = sh_solved_control(solved, sh_triple_of(q->found.key[i]));
        sh_control_type type = sh_control_classify(control);
        if (!e->witness[type].found) note_witness(solved, q, i, depth, control, &e->witness[type]);
        e->type[depth][type]++;
    }
}

// Adds the successors of all positions from `first` on.
static bool expand(const sh_solved *solved, queue *q, size_t first) {
    sh_move moves[SH_MAX_MOVES];
    size_t end = q->found.count;
    for (size_t i = first; i < end; i++) {
        sh_position position = position_at(solved, q, i);
        int count = sh_moves_list(&solved->game, &position, moves);
        for (int m = 0; m < count; m++) {
            sh_position next = position;
            sh_move_apply(&solved->game, &next, moves[m]);
            uint64_t key = sh_triple_key(sh_triples_rank(&solved->triples, &next), next.turn);
            if (!add(q, key, (uint32_t)i)) return false;
        }
    }
    return true;
}

sh_status sh_explore(const sh_solved *solved, int depth, bool typed, const sh_monitor *monitor,
                     sh_exploration *e, sh_error *error) {
    assert(depth >= 0 && depth <= SH_EXPLORE_MAX_DEPTH);
    memset(e, 0, sizeof *e);
    double began = sh_clock();
    uint32_t camp = solved->triples.camp;
    queue q = {.found.words = 1};
    bool room = add(&q, sh_triple_key((sh_triple){camp, camp, camp}, 0), 0);
    sh_status status = SH_OK;
    for (size_t first = 0; room && !status;) {
        size_t found = q.found.count - first;
        e->positions[e->depth] = found;
        if (typed) note_types(solved, &q, first, e->depth, e);
        sh_report(monitor, &(sh_progress){.phase = "explore",
                                          .round = e->depth,
                                          .done = q.found.count,
                                          .seconds = sh_clock() - began});
        if (e->depth == depth || !found) break;
        if (sh_stopped(monitor))
            status = sh_fail(error, SH_INTERRUPTED, "interrupted at depth %d", e->depth);
        size_t next = q.found.count;
        if (!status) room = expand(solved, &q, first);
        first = next;
        e->depth++;
    }
    if (!room)
        status = sh_fail(error, SH_RESOURCES, "no memory for the positions at depth %d", e->depth);
    e->seconds = sh_clock() - began;
    free(q.parent);
    sh_keyset_close(&q.found);
    return status;
}
