// SPDX-License-Identifier: MIT
// See walk.h. The column of a set {i1 < i2 < … < ik} of free cells is Σ C(ij, j). Moving piece j
// from ij to a free cell q below it changes the sum by
//     C(q, p) - C(ij, j) + Σ C(il, l+1) - C(il, l)    over the pieces l with q < il < ij,
// where p = j - (number of those pieces) is the position at which q ends up. On the way down from
// the highest piece to the lowest, a move is `pending` while it has passed every piece placed so
// far, and settled as soon as a piece is placed below q.
#include "table/walk.h"

#include <assert.h> // assert
#include <stddef.h> // NULL

#include "sternhalma/board.h"

// A move on its way past lower pieces.
typedef struct pending {
    int target;
    int kind;          // SH_BACK or SH_SIDE
    uint32_t distance; // the sum so far, negated
} pending;

typedef struct descent {
    sh_run run; // its fixed neighbours are a stack that grows and shrinks with the descent
    uint32_t last;
    sh_run_visit *visit;
    void *context;
} descent;

void sh_walk_make(sh_walk *walk, const sh_game *game) {
    const sh_board *board = &game->board;
    assert(board->shape == SH_RHOMBUS && board->cells == board->span);
    assert(board->cells <= SH_WALK_MAX_CELLS && game->pieces <= SH_WALK_MAX_PIECES);
    *walk = (sh_walk){.cells = board->cells, .pieces = game->pieces};
    walk->free = walk->cells - walk->pieces;
    for (int cell = 0; cell < walk->cells; cell++) {
        int backs = 0;
        walk->lower[cell][0] = walk->lower[cell][1] = walk->lower[cell][2] = -1;
        for (int d = 0; d < board->directions; d++) {
            int to = board->neighbour[cell][d];
            if (to < 0 || to > cell) continue;
            int across = board->dir[d].dx + board->dir[d].dy == 0;
            walk->lower[cell][across ? 2 : backs++] = (int8_t)to;
        }
    }
    for (int n = 0; n <= walk->cells; n++) {
        walk->choose[0][n] = 1;
        for (int k = 1; k <= walk->pieces + 1; k++) // may wrap where no column uses it
            walk->choose[k][n] = n ? walk->choose[k][n - 1] + walk->choose[k - 1][n - 1] : 0;
    }
}

void sh_walk_row_make(sh_walk_row *row, const sh_walk *walk, const sh_set *waiter) {
    int number[SH_WALK_MAX_CELLS], free = 0;
    for (int cell = 0; cell < walk->cells; cell++)
        if (sh_set_has(waiter, walk->cells - 1 - cell)) {
            number[cell] = -1;
        } else {
            number[cell] = free;
            row->cell[free++] = (uint8_t)cell;
        }
    assert(free == walk->free);
    row->walk = walk;
    for (int i = 0; i < free; i++)
        for (int d = 0; d < 3; d++) {
            int to = walk->lower[row->cell[i]][d];
            row->lower[i][d] = (int8_t)(to < 0 ? -1 : number[to]);
        }
}

uint32_t sh_walk_rank(const sh_walk_row *row, uint32_t column) {
    const sh_walk *walk = row->walk;
    uint32_t rank = 0;
    for (int position = walk->pieces, i = walk->free - 1; position > 0; position--, i--) {
        while (walk->choose[position][i] > column) i--;
        column -= walk->choose[position][i];
        rank += walk->choose[position][row->cell[i]];
    }
    assert(column == 0);
    return rank;
}

// All pieces but the lowest are placed: the pending moves become crossings.
static void visit_run(descent *d, const pending *moves, int count, int end, uint32_t column) {
    sh_run *run = &d->run;
    const uint32_t *pairs = run->row->walk->choose[2];
    run->column = column;
    run->begin = run->first > column ? (int)(run->first - column) : 0;
    run->end = d->last - column < (uint32_t)end ? (int)(d->last - column) : end;
    run->crossings[SH_BACK] = run->crossings[SH_SIDE] = 0;
    for (int i = 0; i < count; i++) {
        const pending *move = &moves[i];
        run->crossing[move->kind][run->crossings[move->kind]++] =
            (sh_crossing){.target = move->target,
                          .distance = move->distance - pairs[move->target],
                          .passing = move->distance - (uint32_t)move->target};
    }
    d->visit(d->context, run);
}

// Places piece `position` on each free cell below `end` in turn, and the lower pieces after it.
static void descend(descent *d, int position, int end, uint32_t column, const pending *moves,
                    int count) {
    if (position == 1) {
        visit_run(d, moves, count, end, column);
        return;
    }
    sh_run *run = &d->run;
    const sh_walk_row *row = run->row;
    const uint32_t *here = row->walk->choose[position];
    const uint32_t *above = row->walk->choose[position + 1];
    for (int i = position - 1; i < end; i++) {
        uint32_t from = column + here[i], to = column + here[i + 1]; // columns with the piece on i
        if (to <= run->first) continue;
        if (from >= d->last) return;
        pending next[SH_WALK_MAX_NEIGHBOURS];
        int nexts = 0, backs = run->fixed[SH_BACK], sides = run->fixed[SH_SIDE];
        for (int j = 0; j < count; j++) {
            const pending *move = &moves[j];
            if (i > move->target)
                next[nexts++] =
                    (pending){move->target, move->kind, move->distance - (above[i] - here[i])};
            else if (i < move->target)
                run->distance[move->kind][run->fixed[move->kind]++] =
                    move->distance - above[move->target];
        }
        for (int k = 0; k < 3; k++)
            if (row->lower[i][k] >= 0)
                next[nexts++] = (pending){row->lower[i][k], k == 2 ? SH_SIDE : SH_BACK, here[i]};
        uint32_t rank = row->walk->choose[position][row->cell[i]];
        run->rank += rank;
        descend(d, position - 1, i, from, next, nexts);
        run->rank -= rank;
        run->fixed[SH_BACK] = backs;
        run->fixed[SH_SIDE] = sides;
    }
}

void sh_walk_runs(const sh_walk_row *row, uint32_t first, uint32_t last, sh_run_visit *visit,
                  void *context) {
    descent d = {.last = last, .visit = visit, .context = context};
    d.run.row = row;
    d.run.first = first;
    descend(&d, row->walk->pieces, row->walk->free, 0, NULL, 0);
}
