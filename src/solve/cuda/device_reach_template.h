// SPDX-License-Identifier: MIT
// The reach kernel of one board size, 32 lanes a thread: included with SIZE defined.
//
// For a subset F (the k-1 pieces that stay) and 32 waiters: P[q] the lanes in which F ∪ {q} is a
// target, M[q] those still asked about, O[q] those in which q is occupied. Clears in `questions`
// the lanes whose piece on q has a move into a target elsewhere.
//   1. Steps: D[q] = OR_d P[q+d].
//   2. Hops, each parity class of cells apart, where something is left to ask: they can be taken
//      back, so that cells fall into parts that have each other in reach. Cell after cell is taken
//      out and what led through it joins its neighbours; its targets, none, one or more, are
//      counted with the first of them. Back in the other order each cell learns how many its part
//      has: one is enough for a cell that is not a target itself, two for one that is.
// Loops have constant bounds and become straight-line three-input logic.
#define CELLS (SIZE * SIZE)
// made for SIZE = 3, 4, 5, 6, 7
#define SELF SH_CAT(sh_gpu_reach_, SIZE)
#define AT(r, c) ((r)*SIZE + (c))
#define ON_BOARD(r, c) ((r) >= 0 && (r) < SIZE && (c) >= 0 && (c) < SIZE)
#define SIX(DIRECTION)                                                                             \
    DIRECTION(0, 1)                                                                                \
    DIRECTION(0, -1) DIRECTION(1, 0) DIRECTION(-1, 0) DIRECTION(-1, 1) DIRECTION(1, -1)

// OR over the six directions of P[q+d].
SH_GPU_CODE uint32_t FN(step)(const uint32_t *P, int r, int c) {
    uint32_t any = 0;
#define STEP(dr, dc)                                                                               \
    if (ON_BOARD(r + (dr), c + (dc))) any |= P[AT(r + (dr), c + (dc))];
    SIX(STEP)
#undef STEP
    return any;
}

// The cells of one parity class, numbered along the shorter of its sides: a hop leads at most as
// many numbers on as that side is long.
#define ROWS(pr) ((SIZE + 1 - (pr)) / 2)
#define SHORT(pr, pc) (ROWS(pr) < ROWS(pc) ? ROWS(pr) : ROWS(pc))
#define COUNT(pr, pc) (ROWS(pr) * ROWS(pc))
#define ROW_OF(n) (2 * (ROWS(pr) < ROWS(pc) ? (n) % ROWS(pr) : (n) / ROWS(pc)) + (pr))
#define COLUMN_OF(n) (2 * (ROWS(pr) < ROWS(pc) ? (n) / ROWS(pr) : (n) % ROWS(pc)) + (pc))
#define CELL_OF(n) AT(ROW_OF(n), COLUMN_OF(n))

// Lanes in which a hop leads from cell n of a class to cell n + d, and back.
SH_GPU_CODE uint32_t FN(hop_on)(const uint32_t *O, int n, int d, const int pr, const int pc) {
    const int r = ROW_OF(n), c = COLUMN_OF(n);
    const int down = ROW_OF(n + d) - r, right = COLUMN_OF(n + d) - c;
    const bool hop = (down == 0 && right == 2) || (down == 2 && right == 0) ||
                     (down == 2 && right == -2) || (down == -2 && right == 2);
    return hop ? O[AT(r + down / 2, c + right / 2)] & ~O[AT(r, c)] & ~O[CELL_OF(n + d)] : 0;
}

// Step 2: what the cells of one parity class have in reach. `one` and `two` are lanes with at least
// so many targets, before in the cell and afterwards in its part.
SH_GPU_CODE void FN(chains)(uint32_t *one, uint32_t *two, const uint32_t *O, const int pr,
                            const int pc) {
    const int count = COUNT(pr, pc), most = SHORT(pr, pc);
    uint32_t edge[COUNT(0, 0)][SHORT(0, 0) + 1];
    SH_UNROLL for (int n = 0; n < count; n++) SH_UNROLL for (int d = 1; d <= most; d++) edge[n][d] =
        n + d < count ? FN(hop_on)(O, n, d, pr, pc) : 0;
    SH_UNROLL for (int n = 0; n < count; n++) {
        uint32_t rest = ~0u; // lanes whose targets are not handed on yet
        SH_UNROLL for (int d = 1; d <= most; d++) if (n + d < count) {
            const uint32_t here = edge[n][d] & rest, more = two[n] | (one[n] & one[n + d]);
            two[n + d] |= here & more;
            one[n + d] |= here & one[n];
            rest &= ~edge[n][d];
            SH_UNROLL for (int e = 1; e < d; e++) edge[n + e][d - e] |= edge[n][e] & edge[n][d];
        }
    }
    SH_UNROLL for (int n = count - 1; n >= 0; n--)
        SH_UNROLL for (int d = 1; d <= most; d++) if (n + d < count) {
        one[n] |= edge[n][d] & one[n + d];
        two[n] |= edge[n][d] & two[n + d];
    }
}

// What is asked in one parity class. `at`: where the words of F ∪ {q} stand, q being each cell.
SH_GPU_CODE void FN(hear)(const sh_gpu_args *a, uint32_t *asked, const uint32_t *at, bool idle,
                          const int pr, const int pc) {
    SH_UNROLL for (int n = 0; n < COUNT(pr, pc); n++) asked[n] =
        idle ? 0 : sh_gpu_see(a->questions + at[CELL_OF(n)]);
}

// Answers it.
SH_GPU_CODE void FN(ask)(const sh_gpu_args *a, const uint32_t *P, const uint32_t *O,
                         const uint32_t *at, const uint32_t *asked, const int pr, const int pc) {
    uint32_t found[COUNT(0, 0)], one[COUNT(0, 0)], two[COUNT(0, 0)];
    uint32_t left = 0, any = 0; // lanes that ask on, that have a target here
    const int count = COUNT(pr, pc);
    SH_UNROLL for (int n = 0; n < count; n++) {
        found[n] = FN(step)(P, ROW_OF(n), COLUMN_OF(n));
        left |= asked[n] & ~found[n];
        any |= one[n] = P[CELL_OF(n)];
        two[n] = 0;
    }
    if (sh_gpu_any(left & any)) {
        FN(chains)(one, two, O, pr, pc);
        SH_UNROLL for (int n = 0; n < count; n++) {
            const uint32_t target = P[CELL_OF(n)];
            found[n] |= (target & two[n]) | (~target & one[n]);
        }
    }
    SH_UNROLL for (int n = 0; n < count; n++) {
        found[n] &= asked[n];
        if (found[n]) sh_gpu_and(a->questions + at[CELL_OF(n)], ~found[n]);
    }
    if (!a->won) return;
    SH_UNROLL for (int n = 0; n < count; n++) if (found[n])
        sh_gpu_or(a->won + at[CELL_OF(n)], found[n]);
}

// One subset and one word of the strips of one block. An idle thread takes part in the votes only.
SH_GPU_CODE void FN(visit)(const sh_gpu_args *a, uint32_t block, uint32_t subset, unsigned word,
                           bool idle) {
    const uint32_t *ids = a->superset + (uint64_t)subset * CELLS;
    const uint32_t first = block * (a->ids + 1) * SH_GPU_STRIP + word;
    const uint32_t *waiter = a->waiter + block * CELLS * SH_GPU_STRIP + word;
    const uint64_t staying = a->subset[subset];
    uint32_t P[CELLS], O[CELLS], at[CELLS]; // words of a plane are fewer than 2^32
    SH_UNROLL for (int q = 0; q < CELLS / 4 * 4; q += 4) {
        if (CELLS % 4 == 0) sh_gpu_load4(at + q, ids + q);
    }
    SH_UNROLL for (int q = 0; q < CELLS; q++) {
        if (CELLS % 4) at[q] = ids[q];
        at[q] = first + at[q] * SH_GPU_STRIP;
        P[q] = a->targets[at[q]];
    }
    SH_UNROLL for (int q = 0; q < CELLS; q++) O[q] =
        staying >> q & 1 ? ~0u : waiter[q * SH_GPU_STRIP];
    // What the next class asks is on its way while one is answered.
    uint32_t asked[2][COUNT(0, 0)];
    FN(hear)(a, asked[0], at, idle, 0, 0);
    FN(hear)(a, asked[1], at, idle, 0, 1);
    FN(ask)(a, P, O, at, asked[0], 0, 0);
    FN(hear)(a, asked[0], at, idle, 1, 0);
    FN(ask)(a, P, O, at, asked[1], 0, 1);
    FN(hear)(a, asked[1], at, idle, 1, 1);
    FN(ask)(a, P, O, at, asked[0], 1, 0);
    FN(ask)(a, P, O, at, asked[1], 1, 1);
}

// Unit: two entries of the list. The launch has units for as many as there can be.
SH_GPU_CODE void SELF(const sh_gpu_args *a, uint64_t unit) {
    const uint64_t segment = unit * 2 >> a->segment, first = segment << a->segment;
    const uint64_t end = first + a->listed[segment];
    if (unit * 2 >= end) return;
    SH_EACH_LANE(lane) {
        const uint64_t item = unit * 2 + lane / SH_GPU_STRIP;
        const uint64_t entry = a->list[item < end ? item : end - 1];
        FN(visit)
        (a, (uint32_t)(entry >> 32), (uint32_t)entry, lane % SH_GPU_STRIP, item >= end);
    }
}

#undef CELLS
#undef SELF
#undef AT
#undef ON_BOARD
#undef ROWS
#undef SHORT
#undef COUNT
#undef ROW_OF
#undef COLUMN_OF
#undef CELL_OF
#undef SIX
#undef SIZE
