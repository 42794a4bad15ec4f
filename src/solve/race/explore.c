// SPDX-License-Identifier: MIT
// Positions are numbers (turn and triple, 38 bits) in the order in which they are found, each with
// the index of the position it was first reached from; an open-addressing table of indices finds
// them again.
#include "solve/race/explore.h"

#include <assert.h> // assert
#include <stdlib.h> // realloc
#include <string.h> // memset

typedef struct queue {
    uint64_t *key;
    uint32_t *parent;
    size_t count, room;
    uint32_t *slot; // index + 1, or 0
    size_t slots;   // a power of two, at least twice the room
} queue;

static uint64_t key_of(sh_triple t, int turn) {
    return (uint64_t)turn << 36 | (uint64_t)t.mover << 24 | (uint64_t)t.next << 12 | t.previous;
}

static sh_triple triple_of(uint64_t key) {
    return (sh_triple){key >> 24 & 0xfff, key >> 12 & 0xfff, key & 0xfff};
}

static size_t hash(uint64_t key) {
    key *= 0x9e3779b97f4a7c15ULL;
    return (size_t)(key ^ key >> 29);
}

static size_t place(const queue *q, uint64_t key) {
    size_t at = hash(key) & (q->slots - 1);
    while (q->slot[at] && q->key[q->slot[at] - 1] != key) at = (at + 1) & (q->slots - 1);
    return at;
}

static bool grow(queue *q) {
    size_t room = q->room ? q->room * 2 : 1 << 12;
    uint64_t *key = realloc(q->key, room * sizeof *key);
    if (key) q->key = key;
    uint32_t *parent = realloc(q->parent, room * sizeof *parent);
    if (parent) q->parent = parent;
    uint32_t *slot = calloc(room * 2, sizeof *slot);
    if (!key || !parent || !slot || room > UINT32_MAX / 2) {
        free(slot);
        return false;
    }
    free(q->slot);
    q->slot = slot;
    q->slots = room * 2;
    q->room = room;
    for (size_t i = 0; i < q->count; i++) q->slot[place(q, q->key[i])] = (uint32_t)(i + 1);
    return true;
}

// Adds a position that is new; false where there is no memory.
static bool add(queue *q, uint64_t key, uint32_t parent) {
    if (q->count == q->room && !grow(q)) return false;
    size_t at = place(q, key);
    if (q->slot[at]) return true;
    q->key[q->count] = key;
    q->parent[q->count++] = parent;
    q->slot[at] = (uint32_t)q->count;
    return true;
}

static sh_position position_at(const sh_solved *solved, const queue *q, size_t index) {
    sh_position position;
    sh_triples_unrank(&solved->triples, triple_of(q->key[index]), (int)(q->key[index] >> 36),
                      &position);
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
    for (size_t i = first; i < q->count; i++) {
        sh_control_code control = sh_solved_control(solved, triple_of(q->key[i]));
        sh_control_type type = sh_control_classify(control);
        if (!e->witness[type].found) note_witness(solved, q, i, depth, control, &e->witness[type]);
        e->type[depth][type]++;
    }
}

// Adds the successors of all positions from `first` on.
static bool expand(const sh_solved *solved, queue *q, size_t first) {
    sh_move moves[SH_MAX_MOVES];
    size_t end = q->count;
    for (size_t i = first; i < end; i++) {
        sh_position position = position_at(solved, q, i);
        int count = sh_moves_list(&solved->game, &position, moves);
        for (int m = 0; m < count; m++) {
            sh_position next = position;
            sh_move_apply(&solved->game, &next, moves[m]);
            uint64_t key = key_of(sh_triples_rank(&solved->triples, &next), next.turn);
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
    queue q = {0};
    bool room = add(&q, key_of((sh_triple){camp, camp, camp}, 0), 0);
    sh_status status = SH_OK;
    for (size_t first = 0; room && !status;) {
        size_t found = q.count - first;
        e->positions[e->depth] = found;
        if (typed) note_types(solved, &q, first, e->depth, e);
        sh_report(monitor, &(sh_progress){.phase = "explore",
                                          .round = e->depth,
                                          .done = q.count,
                                          .seconds = sh_clock() - began});
        if (e->depth == depth || !found) break;
        if (sh_stopped(monitor))
            status = sh_fail(error, SH_INTERRUPTED, "interrupted at depth %d", e->depth);
        size_t next = q.count;
        if (!status) room = expand(solved, &q, first);
        first = next;
        e->depth++;
    }
    if (!room)
        status = sh_fail(error, SH_RESOURCES, "no memory for the positions at depth %d", e->depth);
    e->seconds = sh_clock() - began;
    free(q.key);
    free(q.parent);
    free(q.slot);
    return status;
}
