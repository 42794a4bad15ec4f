// SPDX-License-Identifier: MIT
// The body of outlook_lanes.h for a rhombus of SIZE · SIZE cells, named SELF. JOIN(a, b) joins
// words.
//
// As in outlook.c, sets that differ in one piece are looked at together: the other pieces stay, and
// the words after a move of the one lie on the cells it may go to. Steps are neighbours. A hop goes
// two cells along a line, so cells fall into four grids between which no hop leads, of at most nine
// cells each. Each cell of a grid has a bit, and collects in every lane the bits of all cells that
// hops lead to: both ways along every possible hop, until nothing changes. Then it gets the words
// of those cells, its own left out, for a piece that hops in a circle has not moved.
#include "board/template.h"

#define CELLS (SIZE * SIZE)

typedef struct FN(march) {
    const sh_outlook *outlook;
    const sh_lane_words *after;
    sh_lane_words *joined;
    b64 closed, shut;              // without a number; taken on all boards
    int rank[CELLS];               // by cell: cells below it that are not closed
    int at[SH_BINOMIAL_MAX_K + 1]; // the cells of the pieces that stay, from 1
    uint32_t number[CELLS];        // by cell: of the set with the piece there
    vec free[PARTS][CELLS];        // all bits where nobody stands
    // Of one part, by cell: the word after a move there, and what is joined for a piece there.
    vec word[CELLS], result[CELLS];
} FN(march);

INLINE void FN(join_steps)(FN(march) * m) {
    for (int cell = 0; cell < CELLS; cell++) {
        int y = cell / SIZE, x = cell % SIZE;
        const vec *word = &m->word[cell];
        vec sum = {0};
        if (x > 0) sum = JOIN(sum, word[-1]);
        if (x < SIZE - 1) sum = JOIN(sum, word[1]);
        if (y > 0) sum = JOIN(sum, word[-SIZE]);
        if (y < SIZE - 1) sum = JOIN(sum, word[SIZE]);
        if (y > 0 && x < SIZE - 1) sum = JOIN(sum, word[1 - SIZE]);
        if (y < SIZE - 1 && x > 0) sum = JOIN(sum, word[SIZE - 1]);
        m->result[cell] = sum;
    }
}

// A grid: its first cell, where hops are possible (by cell and way: along the row, the column, and
// back), and what each cell knows.
typedef struct FN(grid) {
    int top, left;
    vec hop[GRID_CELLS][WAYS], reach[GRID_CELLS];
} FN(grid);

INLINE int FN(cell_of)(const FN(grid) * g, int i, int j) {
    return (g->top + 2 * i) * SIZE + g->left + 2 * j;
}

INLINE bool FN(is_inside)(const FN(grid) * g, int i, int j) {
    return i >= 0 && j >= 0 && g->top + 2 * i < SIZE && g->left + 2 * j < SIZE;
}

// The end of a hop of the cell (i, j), as a number in the grid; -1 where it leads off the board.
INLINE int FN(end_of)(const FN(grid) * g, int i, int j, int way) {
    int row = i + (way != 0), column = j + (way == 0) - (way == 2);
    return FN(is_inside)(g, i, j) && FN(is_inside)(g, row, column) ? row * GRID + column : -1;
}

INLINE void FN(find_way)(int i, int j, int way, FN(grid) * g, const vec *free, vec *some) {
    int to = FN(end_of)(g, i, j, way);
    if (to < 0) return;
    int here = FN(cell_of)(g, i, j), there = FN(cell_of)(g, to / GRID, to % GRID);
    vec hop = free[here] & free[there] & ~free[(here + there) / 2];
    g->hop[i * GRID + j][way] = hop;
    *some |= hop;
}

INLINE void FN(find_hops)(int i, int j, FN(grid) * g, const vec *free, vec *some) {
    FN(find_way)(i, j, 0, g, free, some);
    FN(find_way)(i, j, 1, g, free, some);
    FN(find_way)(i, j, 2, g, free, some);
    g->reach[i * GRID + j] = (vec){0} + (uint16_t)(1 << (i * GRID + j));
}

INLINE void FN(meet_way)(int i, int j, int way, FN(grid) * g) {
    int from = i * GRID + j, to = FN(end_of)(g, i, j, way);
    if (to < 0) return;
    vec both = (g->reach[from] | g->reach[to]) & g->hop[from][way];
    g->reach[from] |= both;
    g->reach[to] |= both;
}

// What the cells at both ends of a hop know they know together.
INLINE void FN(meet)(int i, int j, FN(grid) * g) {
    FN(meet_way)(i, j, 0, g);
    FN(meet_way)(i, j, 1, g);
    FN(meet_way)(i, j, 2, g);
}

INLINE void FN(differ_way)(int i, int j, int way, const FN(grid) * g, vec *differ) {
    int from = i * GRID + j, to = FN(end_of)(g, i, j, way);
    if (to >= 0) *differ |= (g->reach[from] ^ g->reach[to]) & g->hop[from][way];
}

// Adds the lanes where two cells at the ends of a hop do not know the same.
INLINE void FN(differ)(int i, int j, const FN(grid) * g, vec *differ) {
    FN(differ_way)(i, j, 0, g, differ);
    FN(differ_way)(i, j, 1, g, differ);
    FN(differ_way)(i, j, 2, g, differ);
}

// Two cells of a grid: each gets the word of the other where hops lead there.
INLINE void FN(share)(int k, int l, int i, int j, const FN(grid) * g, FN(march) * m) {
    int first = i * GRID + j, second = k * GRID + l;
    if (second <= first || !FN(is_inside)(g, i, j) || !FN(is_inside)(g, k, l)) return;
    int here = FN(cell_of)(g, i, j), there = FN(cell_of)(g, k, l);
    vec joined = vec_spread(g->reach[first], second);
    m->result[here] = JOIN(m->result[here], m->word[there] & joined);
    m->result[there] = JOIN(m->result[there], m->word[here] & joined);
}

INLINE void FN(share_all)(int i, int j, const FN(grid) * g, FN(march) * m) {
    EACH_OF_GRID(FN(share), i, j, g, m);
}

INLINE void FN(join_grid)(FN(march) * m, const vec *free, int top, int left) {
    FN(grid) g = {.top = top, .left = left};
    vec some = {0}, differ;
    EACH_OF_GRID(FN(find_hops), &g, free, &some);
    if (!vec_any(some)) return;
    do {
        EACH_OF_GRID(FN(meet), &g);
        EACH_OF_GRID_BACK(FN(meet), &g);
        differ = (vec){0};
        EACH_OF_GRID(FN(differ), &g, &differ);
    } while (vec_any(differ));
    EACH_OF_GRID(FN(share_all), &g, m);
}

// Calls are not inlined: the compiler does well with one grid at a time.
#define GRID_OF(top, left)                                                                         \
    static __attribute__((noinline)) void FN(join_grid_##top##left)(FN(march) * m,                 \
                                                                    const vec *free) {             \
        FN(join_grid)(m, free, top, left);                                                         \
    }
GRID_OF(0, 0)
GRID_OF(0, 1)
GRID_OF(1, 0)
GRID_OF(1, 1)

// All sets that have the pieces that stay, in the lanes of one part. No piece can go to `others`.
static void FN(join_part)(FN(march) * m, b64 others, int part) {
    for (int cell = 0; cell < CELLS; cell++) {
        bool stays = others >> cell & 1;
        const vec *after = (const vec *)m->after[m->number[cell]].of;
        m->word[cell] = stays ? (vec){0} : after[part];
    }
    FN(join_steps)(m);
    FN(join_grid_00)(m, m->free[part]);
    FN(join_grid_01)(m, m->free[part]);
    FN(join_grid_10)(m, m->free[part]);
    FN(join_grid_11)(m, m->free[part]);
    for (int cell = 0; cell < CELLS; cell++) {
        vec *joined = (vec *)m->joined[m->number[cell]].of + part;
        if (!(others >> cell & 1)) *joined = JOIN(*joined, m->result[cell]);
    }
}

// All sets that have the pieces that stay. offset[j]: their part of the number where j of them
// stand below the other piece.
static void FN(join_sets)(FN(march) * m, const uint32_t *offset) {
    vec kept[PARTS][SH_BINOMIAL_MAX_K];
    int pieces = m->outlook->pieces;
    b64 others = m->closed;
    for (int j = 0; j < pieces; j++) {
        int from = j ? m->at[j] + 1 : 0, end = j + 1 < pieces ? m->at[j + 1] : CELLS;
        for (int cell = from; cell < end; cell++)
            m->number[cell] =
                m->closed >> cell & 1
                    ? 0
                    : offset[j] + (uint32_t)m->outlook->binomials.of[j + 1][m->rank[cell]];
        if (end == CELLS) break;
        m->number[end] = 0;
        others |= b64_of(end);
        for (int part = 0; part < PARTS; part++) {
            kept[part][j] = m->free[part][end];
            m->free[part][end] = (vec){0};
        }
    }
    for (int part = 0; part < PARTS; part++) FN(join_part)(m, others, part);
    for (int j = 1; j < pieces; j++)
        for (int part = 0; part < PARTS; part++) m->free[part][m->at[j]] = kept[part][j - 1];
}

// Places the pieces that stay from the highest down: `left` are still to be placed.
static void FN(place_others)(FN(march) * m, int left, int end, const uint32_t *offset) {
    if (left == 0) {
        FN(join_sets)(m, offset);
        return;
    }
    for (int cell = left - 1; cell < end; cell++) {
        if (m->shut >> cell & 1) continue;
        uint32_t own[SH_BINOMIAL_MAX_K + 1];
        for (int j = 0; j < m->outlook->pieces; j++) // NOLINT: all are set
            own[j] = offset[j] +
                     (uint32_t)m->outlook->binomials.of[j < left ? left + 1 : left][m->rank[cell]];
        m->at[left] = cell;
        FN(place_others)(m, left - 1, cell, own);
    }
}

static void FN(join_all)(const sh_outlook *outlook, b64 closed, const b64 taken[SH_OUTLOOK_LANES],
                         const sh_lane_words *after, sh_lane_words *joined) {
    FN(march) m = {.outlook = outlook, .after = after, .joined = joined, .closed = closed};
    uint32_t offset[SH_BINOMIAL_MAX_K + 1] = {0};
    int numbered = 0;
    assert(outlook->size == SIZE);
    m.shut = ~(b64)0;
    for (int lane = 0; lane < SH_OUTLOOK_LANES; lane++) m.shut &= taken[lane];
    for (int cell = 0; cell < CELLS; cell++) {
        sh_lane_words free;
        for (int lane = 0; lane < SH_OUTLOOK_LANES; lane++)
            free.of[lane] = taken[lane] >> cell & 1 ? 0 : UINT16_MAX;
        for (int part = 0; part < PARTS; part++) m.free[part][cell] = ((const vec *)free.of)[part];
        m.rank[cell] = numbered;
        numbered += !(closed >> cell & 1);
    }
    memset(joined, 0, outlook->binomials.of[outlook->pieces][numbered] * sizeof *joined);
    FN(place_others)(&m, outlook->pieces - 1, CELLS, offset);
}

#undef GRID_OF
#undef CELLS
#undef SIZE
#undef SELF
