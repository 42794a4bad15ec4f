// SPDX-License-Identifier: MIT
// A position is a number (turn and triple, 38 bits), a level of the search a frontier of them. The
// player to move is part of the number, so only every third earlier level can have it, too.
// Parents are not stored. A line of play is found backwards: a position has few that could come
// before it, and one reading of the level before finds those that did.
#include "solve/race/explore.h"

#include <assert.h>    // assert
#include <stdatomic.h> // atomic_uint_fast64_t
#include <string.h>    // memset

#include "base/frontier.h"
#include "base/keyset.h"

enum { BLOCK = 1024 }; // positions read at once

// What one part of a level has of each type, and the least position of it.
typedef struct types {
    uint64_t count[SH_TYPES], least[SH_TYPES];
} types;

typedef struct search {
    const sh_solved *solved;
    const sh_explore_options *options;
    const sh_monitor *monitor;
    sh_exploration *e;
    sh_pool *pool;
    sh_frontier *level[SH_EXPLORE_MAX_DEPTH + 1];
    uint64_t found; // positions of all levels
    atomic_bool unreadable;
    double began;
    types part[SH_FRONTIER_PARTS];
} search;

static sh_position position_of(const search *s, uint64_t key) {
    sh_position position;
    sh_triples_unrank(&s->solved->triples, sh_triple_of(key), sh_triple_turn(key), &position);
    return position;
}

static uint64_t key_of(const search *s, const sh_position *position) {
    return sh_triple_key(sh_triples_rank(&s->solved->triples, position), position->turn);
}

static size_t memory_left(const search *s) {
    size_t used = 0;
    for (int d = 0; d < s->e->depth; d++) used += sh_frontier_bytes(s->level[d]);
    size_t left = s->options->memory > used ? s->options->memory - used : 0;
    return s->options->scratch ? left / 2 : left; // a level that spills takes nothing afterwards
}

static bool note_type(void *context, int part, const uint64_t *key) {
    search *s = context;
    types *own = &s->part[part];
    sh_control_type type = sh_control_classify(sh_solved_control(s->solved, sh_triple_of(*key)));
    if (!own->count[type]++ || *key < own->least[type]) own->least[type] = *key;
    return true;
}

static void note_witness(search *s, sh_control_type type, uint64_t key) {
    sh_witness *witness = &s->e->witness[type];
    witness->found = true;
    witness->depth = s->e->depth;
    witness->position = position_of(s, key);
    witness->control = sh_solved_control(s->solved, sh_triple_of(key));
}

static void sum_types(search *s) {
    for (int type = 0; type < SH_TYPES; type++) {
        uint64_t *sum = &s->e->type[s->e->depth][type], least = UINT64_MAX;
        for (int part = 0; part < SH_FRONTIER_PARTS; part++) {
            const types *own = &s->part[part];
            *sum += own->count[type];
            if (own->count[type] && own->least[type] < least) least = own->least[type];
        }
        if (*sum && !s->e->witness[type].found) note_witness(s, type, least);
    }
}

// Ends the filling of the level at e->depth.
static sh_status settle(search *s, sh_error *error) {
    int depth = s->e->depth;
    const sh_frontier *earlier[SH_EXPLORE_MAX_DEPTH];
    sh_settling settling = {.earlier = earlier};
    for (int d = depth - 3; d >= 0; d -= 3) earlier[settling.count++] = s->level[d];
    if (s->options->typed) {
        memset(s->part, 0, sizeof s->part);
        settling.keep = note_type;
        settling.context = s;
    }
    sh_status status = sh_frontier_settle(s->level[depth], &settling, s->pool, error);
    if (status) return status;
    if (s->options->typed) sum_types(s);
    s->e->positions[depth] = sh_frontier_count(s->level[depth]);
    s->e->spilled += sh_frontier_spilled(s->level[depth]);
    s->found += s->e->positions[depth];
    return SH_OK;
}

// Adds the successors of some positions to the level being filled.
static void expand_block(const search *s, const uint64_t *keys, size_t count) {
    uint64_t batch[BLOCK + SH_MAX_MOVES];
    sh_move moves[SH_MAX_MOVES];
    size_t filled = 0;
    for (size_t i = 0; i < count; i++) {
        sh_position position = position_of(s, keys[i]);
        int many = sh_moves_list(&s->solved->game, &position, moves);
        for (int m = 0; m < many; m++) {
            sh_position next = position;
            sh_move_apply(&s->solved->game, &next, moves[m]);
            batch[filled++] = key_of(s, &next);
        }
        if (filled < BLOCK && i + 1 < count) continue;
        sh_frontier_add(s->level[s->e->depth], batch, filled);
        filled = 0;
    }
}

static void expand_part(void *context, size_t index, int worker) {
    search *s = context;
    uint64_t keys[BLOCK];
    size_t got = 0;
    for (uint64_t from = 0; !s->unreadable && !sh_stopped(s->monitor); from += got) {
        if (sh_frontier_failed(s->level[s->e->depth])) return;
        if (sh_frontier_read(s->level[s->e->depth - 1], (int)index, from, keys, BLOCK, &got, NULL))
            s->unreadable = true;
        if (s->unreadable || !got) return;
        expand_block(s, keys, got);
    }
}

static sh_status open_level(search *s, sh_error *error) {
    return sh_frontier_open(&s->level[s->e->depth], 1, memory_left(s), s->options->scratch, error);
}

static sh_status next_level(search *s, sh_error *error) {
    if (sh_stopped(s->monitor))
        return sh_fail(error, SH_INTERRUPTED, "interrupted at depth %d", s->e->depth);
    s->e->depth++;
    sh_status status = open_level(s, error);
    if (status) return status;
    sh_pool_run(s->pool, SH_FRONTIER_PARTS, expand_part, s);
    if (sh_stopped(s->monitor))
        return sh_fail(error, SH_INTERRUPTED, "interrupted at depth %d", s->e->depth);
    if (s->unreadable) return sh_fail(error, SH_RESOURCES, "cannot read scratch");
    return settle(s, error);
}

static sh_status first_level(search *s, sh_error *error) {
    uint32_t camp = s->solved->triples.camp;
    uint64_t start = sh_triple_key((sh_triple){camp, camp, camp}, 0);
    sh_status status = open_level(s, error);
    if (status) return status;
    sh_frontier_add(s->level[0], &start, 1);
    return settle(s, error);
}

static bool leads(const sh_game *game, const sh_position *before, sh_move move) {
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(game, before, moves);
    for (int i = 0; i < count; i++)
        if (moves[i].from == move.from && moves[i].to == move.to) return true;
    return false;
}

// All positions from which one move leads to another, as a set of keys.
static sh_status list_before(const search *s, const sh_position *after, sh_keyset *before,
                             sh_error *error) {
    const sh_game *game = &s->solved->game;
    sh_position position = *after;
    position.turn = (after->turn + 2) % 3;
    sh_set *army = &position.army[position.turn], all = after->army[0];
    for (int p = 1; p < 3; p++) all = sh_set_or(all, after->army[p]);
    sh_set own = *army, free = sh_set_minus(game->stand[position.turn], all);
    for (int to = sh_set_next(&own, 0); to >= 0; to = sh_set_next(&own, to + 1))
        for (int from = sh_set_next(&free, 0); from >= 0; from = sh_set_next(&free, from + 1)) {
            *army = own;
            sh_set_remove(army, to);
            sh_set_add(army, from);
            if (!leads(game, &position, (sh_move){(uint8_t)from, (uint8_t)to})) continue;
            uint64_t key = key_of(s, &position);
            if (sh_keyset_add(before, &key) == SH_RESOURCES)
                return sh_fail(error, SH_RESOURCES, "no memory for a line of play");
        }
    return SH_OK;
}

// The least key of a level that is in a set.
static sh_status find_least(const sh_frontier *level, const sh_keyset *set, uint64_t *least,
                            sh_error *error) {
    uint64_t keys[BLOCK];
    *least = UINT64_MAX;
    for (int part = 0; part < SH_FRONTIER_PARTS; part++) {
        size_t got = 0;
        for (uint64_t from = 0;; from += got) {
            sh_status status = sh_frontier_read(level, part, from, keys, BLOCK, &got, error);
            if (status) return status;
            if (!got) break;
            for (size_t i = 0; i < got; i++)
                if (keys[i] < *least && sh_keyset_find(set, &keys[i], NULL)) *least = keys[i];
        }
    }
    return SH_OK;
}

// The move between two positions of which one follows the other.
static sh_move move_between(const sh_position *before, const sh_position *after) {
    const sh_set *from = &before->army[before->turn], *to = &after->army[before->turn];
    sh_set gone = sh_set_minus(*from, *to), come = sh_set_minus(*to, *from);
    return (sh_move){(uint8_t)sh_set_next(&gone, 0), (uint8_t)sh_set_next(&come, 0)};
}

static sh_status find_line(const search *s, sh_witness *witness, sh_error *error) {
    sh_position after = witness->position;
    sh_status status = SH_OK;
    for (int ply = witness->depth; ply > 0 && !status; ply--) {
        sh_keyset set = {.words = 1};
        uint64_t key = 0;
        status = list_before(s, &after, &set, error);
        if (!status) status = find_least(s->level[ply - 1], &set, &key, error);
        sh_keyset_close(&set);
        if (status) return status;
        assert(key != UINT64_MAX);
        sh_position before = position_of(s, key);
        witness->line[ply - 1] = move_between(&before, &after);
        after = before;
    }
    return status;
}

static void report(const search *s) {
    sh_report(s->monitor, &(sh_progress){.phase = "explore",
                                         .round = s->e->depth,
                                         .done = s->found,
                                         .seconds = sh_clock() - s->began});
}

static sh_status run(search *s, sh_error *error) {
    sh_status status = first_level(s, error);
    for (; !status; status = next_level(s, error)) {
        report(s);
        if (s->e->depth == s->options->depth || !s->e->positions[s->e->depth]) break;
    }
    for (int type = 0; type < SH_TYPES && !status; type++)
        if (s->e->witness[type].found) status = find_line(s, &s->e->witness[type], error);
    return status;
}

sh_status sh_explore(const sh_solved *solved, const sh_explore_options *options,
                     const sh_monitor *monitor, sh_exploration *e, sh_error *error) {
    assert(options->depth >= 0 && options->depth <= SH_EXPLORE_MAX_DEPTH);
    memset(e, 0, sizeof *e);
    search s = {.solved = solved, .options = options, .monitor = monitor, .e = e};
    s.began = sh_clock();
    sh_status status = sh_pool_open(&s.pool, options->threads, error);
    if (!status) status = run(&s, error);
    e->seconds = sh_clock() - s.began;
    for (int d = 0; d <= SH_EXPLORE_MAX_DEPTH; d++) sh_frontier_close(s.level[d]);
    if (s.pool) sh_pool_close(s.pool);
    return status;
}
