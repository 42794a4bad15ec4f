// SPDX-License-Identifier: MIT
// See recheck_ladder.h.
//
// A graph with two nodes a cell: a man on a landing of a chain that goes on, and a man before a
// move of his own. Edges lead away from the goal and weigh what they cost: 1 for a gap that must be
// filled, 1 for each move that does not enter the goal. Distances by relaxing until nothing
// changes.
#include "puzzle/recheck_ladder.h"

enum { CHAIN, START, NODES, DEAR = 1000 };

typedef struct ladder {
    const sh_game_case *one;
    const sh_recheck_board *board;
    bool first, spare;
    int cost[NODES][SH_MAX_CELLS];
} ladder;

static bool in_goal(const sh_game_case *one, int cell) {
    return sh_set_has(&one->goal[SH_GAME_WINNER], cell);
}

static bool held(const sh_game_case *one, const sh_recheck_board *board, int cell) {
    return in_goal(one, cell) && board->at[cell] == SH_RECHECK_WINNER;
}

static bool may_land(const ladder *l, int cell) {
    return sh_set_has(&l->one->pass[SH_GAME_WINNER], cell) &&
           (l->spare || !held(l->one, l->board, cell));
}

static bool lower(ladder *l, int kind, int cell, int cost) {
    if (cost >= l->cost[kind][cell]) return false;
    l->cost[kind][cell] = cost;
    return true;
}

static int gap(const ladder *l, int over) {
    bool filled = l->board->at[over] != SH_RECHECK_EMPTY || (!l->first && in_goal(l->one, over));
    return filled ? 0 : 1;
}

// All edges out of the two nodes of a cell.
static bool relax(ladder *l, int cell) {
    const sh_board *shape = &l->one->puzzle->game.board;
    int chain = l->cost[CHAIN][cell];
    bool changed = lower(l, START, cell, chain);
    int start = l->cost[START][cell];
    if (l->spare && may_land(l, cell)) changed |= lower(l, CHAIN, cell, start + 1);
    for (int d = 0; d < shape->directions; d++) {
        int next = shape->neighbour[cell][d];
        int to = next < 0 ? -1 : shape->neighbour[next][d];
        if (next < 0) continue;
        if (l->spare && !sh_puzzle_jumps_only(l->one->puzzle))
            changed |= lower(l, START, next, start + 1);
        if (to >= 0 && may_land(l, to)) changed |= lower(l, CHAIN, to, chain + gap(l, next));
    }
    return changed;
}

static void seed(ladder *l) {
    const sh_board *shape = &l->one->puzzle->game.board;
    for (int cell = 0; cell < SH_MAX_CELLS; cell++)
        l->cost[CHAIN][cell] = l->cost[START][cell] = DEAR;
    for (int cell = 0; cell < shape->span; cell++) {
        if (!in_goal(l->one, cell) || (!l->spare && held(l->one, l->board, cell))) continue;
        l->cost[CHAIN][cell] = 0;
        for (int d = 0; d < shape->directions && !sh_puzzle_jumps_only(l->one->puzzle); d++)
            if (shape->neighbour[cell][d] >= 0) l->cost[START][shape->neighbour[cell][d]] = 0;
    }
}

bool sh_recheck_ladder(const sh_game_case *one, const sh_recheck_board *board, int outside,
                       int spare) {
    const sh_board *shape = &one->puzzle->game.board;
    ladder l = {.one = one, .board = board, .first = outside == one->men, .spare = spare > 0};
    seed(&l);
    for (bool changed = true; changed;) {
        changed = false;
        for (int cell = 0; cell < shape->span; cell++)
            if (sh_set_has(&shape->mask, cell)) changed |= relax(&l, cell);
        for (int cell = shape->span - 1; cell >= 0; cell--)
            if (sh_set_has(&shape->mask, cell)) changed |= relax(&l, cell);
    }
    int men[DEAR + 1] = {0}, so_far = 0;
    for (int cell = 0; cell < shape->span; cell++)
        if (board->at[cell] == SH_RECHECK_WINNER && !in_goal(one, cell))
            men[l.cost[START][cell] > DEAR ? DEAR : l.cost[START][cell]]++;
    for (int cost = 0; cost <= DEAR; cost++)
        for (int i = 0; i < men[cost]; i++) {
            so_far++;
            if (cost > 2 * spare + so_far) return false;
            if (l.first) return true;
        }
    return true;
}

bool sh_recheck_open(const sh_game_case *one, const sh_recheck_board *board) {
    const sh_board *shape = &one->puzzle->game.board;
    bool reached[SH_MAX_CELLS] = {false}, stepped[SH_MAX_CELLS] = {false};
    for (int cell = 0; cell < shape->span; cell++)
        reached[cell] = sh_set_has(&one->pass[SH_GAME_WINNER], cell) && !in_goal(one, cell);
    for (int cell = 0; cell < shape->span; cell++)
        for (int d = 0;
             d < shape->directions && reached[cell] && !sh_puzzle_jumps_only(one->puzzle); d++)
            if (shape->neighbour[cell][d] >= 0) stepped[shape->neighbour[cell][d]] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (int cell = 0; cell < shape->span; cell++)
            for (int d = 0; d < shape->directions && reached[cell]; d++) {
                int over = shape->neighbour[cell][d];
                int to = over < 0 ? -1 : shape->neighbour[over][d];
                if (to < 0 || reached[to] || held(one, board, to) ||
                    !sh_set_has(&one->pass[SH_GAME_WINNER], to))
                    continue;
                reached[to] = changed = true;
            }
    }
    for (int cell = 0; cell < shape->span; cell++)
        if (in_goal(one, cell) && !held(one, board, cell) && !reached[cell] && !stepped[cell])
            return false;
    return true;
}
