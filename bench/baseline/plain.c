// SPDX-License-Identifier: MIT
#include "bench/baseline/plain.h"

#include <stdlib.h> // malloc
#include <string.h> // memset

#include "solve/duel/index.h"
#include "sternhalma/position.h"

enum { UNKNOWN, WON, LOST, ILLEGAL };

typedef struct plain {
    const sh_game *game;
    sh_duel_index index;
    uint8_t *value; // [row][column]
    sh_plain_result *result;
} plain;

// T[R][A] for any R and A.
static uint8_t *state_of(const plain *p, uint64_t waiter, uint64_t mover) {
    const sh_duel_index *index = &p->index;
    uint64_t row = index->id[sh_duel_rank(index, waiter)];
    if (row >= index->half) {
        row -= index->half;
        mover = sh_duel_mirror(index, mover);
    }
    return &p->value[row * index->columns + sh_duel_column(index, row, mover)];
}

// Cells that a piece can go to by steps and hops.
static uint64_t destinations(const plain *p, int from, uint64_t occupied) {
    const sh_board *board = &p->game->board;
    uint64_t hops = 1ULL << from, todo = hops;
    while (todo) {
        int at = __builtin_ctzll(todo);
        todo &= todo - 1;
        for (int d = 0; d < board->directions; d++) {
            int over = board->neighbour[at][d];
            if (over < 0 || !(occupied >> over & 1)) continue;
            int to = board->neighbour[over][d];
            if (to < 0 || (occupied | hops) >> to & 1) continue;
            hops |= 1ULL << to;
            todo |= 1ULL << to;
        }
    }
    return (hops | (board->steps[from].w[0] & ~occupied)) & ~(1ULL << from);
}

static uint8_t derive(const plain *p, uint64_t waiter, uint64_t mover) {
    uint64_t other = sh_duel_turn(&p->index, waiter);
    bool all_won = true;
    for (uint64_t pieces = mover; pieces; pieces &= pieces - 1) {
        uint64_t rest = mover ^ (pieces & -pieces);
        uint64_t to = destinations(p, __builtin_ctzll(pieces), rest | other);
        for (; to; to &= to - 1) {
            uint8_t next = *state_of(p, rest | (to & -to), waiter);
            if (next == LOST) return WON;
            if (next == UNKNOWN) all_won = false;
        }
    }
    return all_won ? LOST : UNKNOWN;
}

static uint8_t verdict(const plain *p, uint64_t waiter, uint64_t mover) {
    sh_position position = {.army = {{{mover}}, {{sh_duel_turn(&p->index, waiter)}}}};
    switch (sh_position_verdict(p->game, &position, NULL)) {
    case SH_WON:
        return LOST;
    case SH_ONGOING:
        return UNKNOWN;
    default:
        return ILLEGAL;
    }
}

// Calls visit for every state of a row in the order of its columns; returns how many changed.
typedef uint8_t derivation(const plain *p, uint64_t waiter, uint64_t mover);

static uint64_t sweep_row(plain *p, uint64_t row, derivation *rule) {
    const sh_duel_index *index = &p->index;
    uint64_t waiter = index->set[row], other = sh_duel_turn(index, waiter), changed = 0;
    uint8_t *value = p->value + row * index->columns;
    // Sets of free cells in colex order: all sets in order, without those that overlap.
    for (uint64_t rank = 0; rank < index->sets; rank++) {
        uint64_t mover = index->set[index->id[rank]];
        if (mover & other) continue;
        if (*value == UNKNOWN) {
            *value = rule(p, waiter, mover);
            changed += *value != UNKNOWN;
            p->result->visits++;
        }
        value++;
    }
    return changed;
}

static sh_status sweep(plain *p, derivation *rule, const sh_monitor *monitor, uint64_t *changed,
                       sh_error *error) {
    *changed = 0;
    for (uint64_t row = 0; row < p->index.canonical; row++) {
        *changed += sweep_row(p, row, rule);
        if (sh_stopped(monitor)) return sh_fail(error, SH_INTERRUPTED, "stopped");
    }
    return SH_OK;
}

static void count(const plain *p) {
    sh_plain_result *result = p->result;
    uint64_t *const by_value[] = {&result->draws, &result->mover_wins, &result->mover_losses,
                                  &result->illegal};
    for (uint64_t row = 0; row < p->index.canonical; row++) {
        bool single = !p->index.mirrored || sh_bit_get(p->index.own_mirror, row);
        for (uint64_t column = 0; column < p->index.columns; column++)
            *by_value[p->value[row * p->index.columns + column]] += single ? 1 : 2;
    }
}

sh_status sh_plain_solve(const sh_game *game, const sh_monitor *monitor, sh_plain_result *result,
                         sh_error *error) {
    memset(result, 0, sizeof *result);
    plain p = {.game = game, .result = result};
    sh_status status = sh_duel_index_open(&p.index, game, error);
    if (status) return status;
    result->states = p.index.canonical * p.index.columns;
    p.value = calloc(result->states, sizeof *p.value);
    if (!p.value) status = sh_fail(error, SH_RESOURCES, "no memory for %s", game->name);
    uint64_t changed = 1;
    if (!status) status = sweep(&p, verdict, monitor, &changed, error);
    result->visits = 0;
    for (changed = 1; !status && changed; result->sweeps++)
        status = sweep(&p, derive, monitor, &changed, error);
    if (!status) count(&p);
    free(p.value);
    sh_duel_index_close(&p.index);
    return status;
}
