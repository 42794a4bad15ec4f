// SPDX-License-Identifier: MIT
// The reach kernel of one board size, 32 lanes a thread: included with SIZE defined.
//
// For a subset F (the k-1 pieces that stay) and 32 waiters: P[q] the lanes in which F ∪ {q} is a
// target, M[q] those still asked about, O[q] those in which q is occupied. Clears in `questions`
// the lanes whose piece on q has a move into a target elsewhere.
//   1. Steps and single hops:  D[q] = OR_d P[q+d]  |  OR_d (P[q+2d] & O[q+d])
//   2. What is left to ask:    rem[q] = M[q] & ~D[q]. Mostly nothing: done.
//   3. Chains, each parity class of cells apart: Z = P | D's hops, then sweep forward and back
//      Z[q] |= ~O[q] & OR_d (Z[q+2d] & O[q+d]) until nothing changes in the lanes that ask.
//   4. Z[q] answers for q unless q is a target itself, from which Z may come. For those, one a lane
//      at a time, a flood from q alone: hops can be taken back, so it finds all cells that have
//      each other in reach, and their targets are answered if there are two.
// Loops have constant bounds and become straight-line three-input logic.
#define CELLS (SIZE * SIZE)
// made for SIZE = 3, 4, 5, 6, 7
#define SELF SH_CAT(sh_gpu_reach_, SIZE)
#define AT(r, c) ((r)*SIZE + (c))
#define ON_BOARD(r, c) ((r) >= 0 && (r) < SIZE && (c) >= 0 && (c) < SIZE)
#define EACH_CELL(r, c, pr, pc)                                                                    \
    SH_UNROLL for (int r = (pr); r < SIZE; r += 2) SH_UNROLL for (int c = (pc); c < SIZE; c += 2)
#define SIX(DIRECTION)                                                                             \
    DIRECTION(0, 1)                                                                                \
    DIRECTION(0, -1) DIRECTION(1, 0) DIRECTION(-1, 0) DIRECTION(-1, 1) DIRECTION(1, -1)

// OR over the six directions of Z[q+2d] & O[q+d].
SH_GPU_CODE uint32_t FN(hop)(const uint32_t *Z, const uint32_t *O, int r, int c) {
    uint32_t any = 0;
#define HOP(dr, dc)                                                                                \
    if (ON_BOARD(r + 2 * (dr), c + 2 * (dc)))                                                      \
        any |= Z[AT(r + 2 * (dr), c + 2 * (dc))] & O[AT(r + (dr), c + (dc))];
    SIX(HOP)
#undef HOP
    return any;
}

// OR over the six directions of P[q+d].
SH_GPU_CODE uint32_t FN(step)(const uint32_t *P, int r, int c) {
    uint32_t any = 0;
#define STEP(dr, dc)                                                                               \
    if (ON_BOARD(r + (dr), c + (dc))) any |= P[AT(r + (dr), c + (dc))];
    SIX(STEP)
#undef STEP
    return any;
}

// A hop from q into an empty cell.
SH_GPU_CODE uint32_t FN(exit)(const uint32_t *O, int r, int c) {
    uint32_t any = 0;
#define EXIT(dr, dc)                                                                               \
    if (ON_BOARD(r + 2 * (dr), c + 2 * (dc)))                                                      \
        any |= O[AT(r + (dr), c + (dc))] & ~O[AT(r + 2 * (dr), c + 2 * (dc))];
    SIX(EXIT)
#undef EXIT
    return any;
}

// Spreads Z over the questions hops of one parity class until nothing changes in the lanes that
// ask.
SH_GPU_CODE void FN(flood)(uint32_t *Z, const uint32_t *O, uint32_t asked, const int pr,
                           const int pc) {
    uint32_t changed;
#define SWEEP(r, c)                                                                                \
    {                                                                                              \
        uint32_t z = Z[AT(r, c)] | (~O[AT(r, c)] & FN(hop)(Z, O, r, c));                           \
        changed |= z ^ Z[AT(r, c)];                                                                \
        Z[AT(r, c)] = z;                                                                           \
    }
    do {
        changed = 0;
        EACH_CELL(r, c, pr, pc) SWEEP(r, c) if (!sh_gpu_any(changed & asked)) break;
        changed = 0;
        SH_UNROLL for (int r = SIZE - 1 - ((SIZE - 1 - pr) & 1); r >= 0; r -= 2)
            SH_UNROLL for (int c = SIZE - 1 - ((SIZE - 1 - pc) & 1); c >= 0; c -= 2) SWEEP(r, c)
    } while (sh_gpu_any(changed & asked));
#undef SWEEP
}

SH_GPU_CODE void FN(answer)(uint32_t *questions, uint32_t *won, uint32_t id, uint32_t found) {
    sh_gpu_and(&questions[id * SH_GPU_STRIP], ~found);
    if (won) sh_gpu_or(&won[id * SH_GPU_STRIP], found);
}

// Steps 3 and 4 for one parity class. `questions`, `won` and `ids` are those of sh_gpu_visit.
SH_GPU_CODE void FN(chains)(const uint32_t *P, const uint32_t *O, const uint32_t *rem,
                            uint32_t *questions, uint32_t *won, const uint32_t *ids, const int pr,
                            const int pc) {
    uint32_t asked = 0, one = 0, two = 0; // lanes that ask, with a target here, with two
    EACH_CELL(r, c, pr, pc) {
        asked |= rem[AT(r, c)];
        two |= one & P[AT(r, c)];
        one |= P[AT(r, c)];
    }
    asked &= one;
    if (!sh_gpu_any(asked)) return;
    uint32_t Z[CELLS], found[CELLS], todo[CELLS];
    EACH_CELL(r, c, pr, pc) Z[AT(r, c)] = P[AT(r, c)];
    FN(flood)(Z, O, asked, pr, pc);
    asked = 0;
    EACH_CELL(r, c, pr, pc) {
        found[AT(r, c)] = Z[AT(r, c)] & ~P[AT(r, c)];
        todo[AT(r, c)] = rem[AT(r, c)] & P[AT(r, c)] & two & FN(exit)(O, r, c);
        asked |= todo[AT(r, c)];
    }
    while (sh_gpu_any(asked)) {
        uint32_t begun = 0;
        EACH_CELL(r, c, pr, pc) {
            Z[AT(r, c)] = todo[AT(r, c)] & ~begun;
            begun |= todo[AT(r, c)];
        }
        FN(flood)(Z, O, begun, pr, pc);
        one = two = asked = 0;
        EACH_CELL(r, c, pr, pc) {
            two |= one & Z[AT(r, c)] & P[AT(r, c)];
            one |= Z[AT(r, c)] & P[AT(r, c)];
        }
        EACH_CELL(r, c, pr, pc) {
            found[AT(r, c)] |= Z[AT(r, c)] & P[AT(r, c)] & two;
            todo[AT(r, c)] &= ~Z[AT(r, c)];
            asked |= todo[AT(r, c)];
        }
    }
    EACH_CELL(r, c, pr, pc)
    if (rem[AT(r, c)] & found[AT(r, c)]) FN(answer)
    (questions, won, ids[AT(r, c)], rem[AT(r, c)] & found[AT(r, c)]);
}

// One subset and one word of the strips of one block. An idle thread takes part in the votes only.
SH_GPU_CODE void FN(visit)(const sh_gpu_args *a, uint32_t block, uint32_t subset, unsigned word,
                           bool idle) {
    const uint32_t *ids = a->superset + (uint64_t)subset * CELLS;
    const uint64_t plane = (uint64_t)block * (a->ids + 1) * SH_GPU_STRIP + word;
    const uint32_t *targets = a->targets + plane;
    uint32_t *questions = a->questions + plane, *won = a->won ? a->won + plane : (uint32_t *)0;
    const uint32_t *waiter = a->waiter + (uint64_t)block * CELLS * SH_GPU_STRIP + word;
    const uint64_t staying = a->subset[subset];
    uint32_t P[CELLS], O[CELLS], rem[CELLS], left = 0;
    SH_UNROLL for (int q = 0; q < CELLS; q++) rem[q] =
        idle ? 0 : sh_gpu_see(questions + ids[q] * SH_GPU_STRIP);
    SH_UNROLL for (int q = 0; q < CELLS; q++) P[q] = targets[ids[q] * SH_GPU_STRIP];
    SH_UNROLL for (int q = 0; q < CELLS; q++) O[q] =
        waiter[q * SH_GPU_STRIP] | (staying >> q & 1 ? ~0u : 0u);
    SH_UNROLL for (int r = 0; r < SIZE; r++) SH_UNROLL for (int c = 0; c < SIZE; c++) {
        const uint32_t asked = rem[AT(r, c)];
        rem[AT(r, c)] = asked & ~(FN(hop)(P, O, r, c) | FN(step)(P, r, c));
        if (asked ^ rem[AT(r, c)]) FN(answer)(questions, won, ids[AT(r, c)], asked ^ rem[AT(r, c)]);
        left |= rem[AT(r, c)];
    }
    if (!sh_gpu_any(left)) return;
    FN(chains)(P, O, rem, questions, won, ids, 0, 0);
    FN(chains)(P, O, rem, questions, won, ids, 0, 1);
    FN(chains)(P, O, rem, questions, won, ids, 1, 0);
    FN(chains)(P, O, rem, questions, won, ids, 1, 1);
}

// Unit: two entries of the list. The launch has units for as many as there can be.
SH_GPU_CODE void SELF(const sh_gpu_args *a, uint64_t unit) {
    if (unit * 2 >= *a->listed) return;
    SH_EACH_LANE(lane) {
        const uint64_t item = unit * 2 + lane / SH_GPU_STRIP, last = *a->listed - 1;
        const uint64_t entry = a->list[item < last ? item : last];
        FN(visit)
        (a, (uint32_t)(entry >> 32), (uint32_t)entry, lane % SH_GPU_STRIP, item > last);
    }
}

#undef CELLS
#undef SELF
#undef AT
#undef ON_BOARD
#undef EACH_CELL
#undef SIX
#undef SIZE
