// SPDX-License-Identifier: MIT
// See measure.h. A ladder is found by breadth-first search from every empty cell of its type; the
// boards are small.
#include "puzzle/measure.h"

#include <stdlib.h> // abs
#include <string.h> // memset

int sh_diagonal(const sh_board *board, int cell) {
    return board->shape == SH_STAR ? board->y[cell] : board->x[cell] + board->y[cell];
}

// The first diagonal and the last, added: twice the middle.
static int twice_middle(const sh_board *board) {
    int least = 2 * SH_MAX_CELLS, most = 0;
    for (int c = sh_set_next(&board->mask, 0); c >= 0; c = sh_set_next(&board->mask, c + 1)) {
        int s = sh_diagonal(board, c);
        if (s < least) least = s;
        if (s > most) most = s;
    }
    return least + most;
}

sh_measure sh_measure_army(const sh_board *board, const sh_set *army, bool back) {
    sh_measure m = {{0}, false, 0};
    int middle = twice_middle(board), least = SH_MAX_CELLS, most = 0;
    sh_puzzle_types(board, army, m.types);
    for (int t = 0; t < SH_PUZZLE_TYPES; t++) {
        if (m.types[t] < least) least = m.types[t];
        if (m.types[t] > most) most = m.types[t];
    }
    m.balanced = most - least <= 1;
    for (int c = sh_set_next(army, 0); c >= 0; c = sh_set_next(army, c + 1))
        m.centroid += (2 * sh_diagonal(board, c) - middle) * (back ? -1 : 1);
    return m;
}

// All cells that chains of jumps lead to from one: how many jumps, and from where. -1 elsewhere.
typedef struct reach {
    int jumps[SH_MAX_CELLS], before[SH_MAX_CELLS], over[SH_MAX_CELLS];
} reach;

static void jump_on(const sh_board *board, const sh_set *men, int from, reach *r) {
    int queue[SH_MAX_CELLS], first = 0, last = 0;
    memset(r->jumps, -1, sizeof r->jumps);
    r->jumps[from] = 0;
    queue[last++] = from;
    while (first < last) {
        int cell = queue[first++];
        for (int d = 0; d < board->directions; d++) {
            int over = board->neighbour[cell][d];
            int to = over < 0 || !sh_set_has(men, over) ? -1 : board->neighbour[over][d];
            if (to < 0 || sh_set_has(men, to) || r->jumps[to] >= 0) continue;
            r->jumps[to] = r->jumps[cell] + 1;
            r->before[to] = cell;
            r->over[to] = over;
            queue[last++] = to;
        }
    }
}

static unsigned rungs_of(const sh_board *board, const reach *r, int to) {
    unsigned rungs = 0;
    for (; r->jumps[to] > 0; to = r->before[to]) rungs |= 1u << sh_puzzle_type(board, r->over[to]);
    return rungs;
}

void sh_measure_ladders(const sh_board *board, const sh_set *men,
                        sh_ladder ladder[SH_PUZZLE_TYPES]) {
    memset(ladder, 0, SH_PUZZLE_TYPES * sizeof *ladder);
    sh_set empty = sh_set_minus(board->mask, *men);
    for (int from = sh_set_next(&empty, 0); from >= 0; from = sh_set_next(&empty, from + 1)) {
        sh_ladder *best = &ladder[sh_puzzle_type(board, from)];
        reach r;
        jump_on(board, men, from, &r);
        for (int to = 0; to < board->span; to++) {
            int span = r.jumps[to] > 0 ? sh_diagonal(board, to) - sh_diagonal(board, from) : 0;
            if (span < best->span || span <= 0) continue;
            if (span == best->span && r.jumps[to] >= best->jumps) continue;
            *best = (sh_ladder){r.jumps[to], span, from, to, rungs_of(board, &r, to)};
        }
    }
}

// How many steps lead by (dx, dy) on a board without edges.
static int norm(const sh_board *board, int dx, int dy) {
    int x = abs(dx), y = abs(dy), most = x > y ? x : y;
    if (board->directions == 4) return x + y;
    if (board->directions == 8) return most;
    bool along = (dx < 0) == (dy < 0), slants = false; // does the slanting axis lead that way?
    for (int d = 0; d < board->directions; d++)
        if (board->dir[d].dx && board->dir[d].dy) slants = board->dir[d].dx == board->dir[d].dy;
    return along == slants ? most : x + y;
}

static int divisor(int a, int b) { return b ? divisor(b, a % b) : a; }

void sh_measure_speed(const sh_board *board, const sh_set *from, const sh_set *to, int moves,
                      int *cells, int *per_moves) {
    int dx = 0, dy = 0;
    for (int c = sh_set_next(&board->mask, 0); c >= 0; c = sh_set_next(&board->mask, c + 1)) {
        int more = (int)sh_set_has(to, c) - (int)sh_set_has(from, c);
        dx += more * board->x[c];
        dy += more * board->y[c];
    }
    int distance = norm(board, dx, dy), all = sh_set_count(*from) * moves;
    int common = divisor(distance, all);
    *cells = common ? distance / common : 0;
    *per_moves = common ? all / common : 1;
}
