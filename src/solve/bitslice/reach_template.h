// SPDX-License-Identifier: MIT
// The reach kernel of one board size: included with SIZE defined, after vector_template.h. It gives
// reach_SIZE(reach, subsets, count), which visits these subsets in order (reach.h).
//
// Notation: P[q] the lanes in which F ∪ {q} is a target, M[q] those still asked about, O[q] those
// in which q is occupied (by somebody else, or by a piece of F), all as vectors over lanes.
//   1. Steps, row by row:      M[q] &= ~OR_d P[q+d]
//   2. Single hops:            M[q] &= ~H[q], H[q] = OR_d (P[q+2d] & O[q+d])
//   3. Chains, in lanes that ask and where H & ~O is more than P: Z = P | (H & ~O), and again from
//      Z until nothing is new
//   4. M[q] &= ~Z[q]; but where q itself is a target Z[q] says nothing, as a chain may not end
//      where it began: flood again without q.
// Hops keep the parities of r and c: the four parity classes (pr, pc) are flooded apart, at most
// sixteen cells each. P and M are zero where q is occupied (such sets overlap and their strips hold
// zeros), so emptiness of the ends of a move never has to be tested but for the middle of a chain.
//
// Every cell is written out (repeat.h), borders disappear at compile time, and what is left is
// straight-line code of three-input logic. Loads and stores of whole strips bound it, so targets
// stay in registers for step 1, and a sweep loads each O once, for both ways of a hop.
#define VISITS_AHEAD 2 // how long before its visit the strips of a subset are fetched
#define CELLS (SIZE * SIZE)
// made for SIZE = 3, 4, 5, 6, 7
#define SELF SH_CAT(reach_, SIZE)
#define AT(r, c) ((r)*SIZE + (c))
#define ON_BOARD(r, c) ((r) >= 0 && (r) < SIZE && (c) >= 0 && (c) < SIZE)
#define STRIP(strips, q) (strips)[(size_t)ids[q] * PARTS]
#define EACH_CELL(f, ...) SH_EACH_CELL(SIZE, FN(f), __VA_ARGS__)
#define EACH_COLUMN(f, r, ...) SH_EACH_COLUMN(SIZE, FN(f), r, __VA_ARGS__)

// Step 1 for one cell, once the targets around it are loaded. pair[q] = P[q - 1] | P[q].
INLINE void FN(step)(const int r, const int c, const vec *P, const vec *pair, vec *questions,
                     const uint32_t *ids, vec *asked) {
    const int q = AT(r, c);
    vec reached = {0};
    if (c > 0) reached |= P[q - 1];
    if (c + 1 < SIZE) reached |= P[q + 1];
    if (r > 0 && c + 1 < SIZE) reached |= pair[q - SIZE + 1];
    if (r > 0 && c + 1 == SIZE) reached |= P[q - SIZE];
    if (r + 1 < SIZE) reached |= pair[q + SIZE];
    vec left = STRIP(questions, q) & ~reached;
    STRIP(questions, q) = left;
    vec_join(&asked[(r & 1) * 2 + (c & 1)], left);
}

// Loads a target; then all those around the cell above are there.
INLINE void FN(load)(const int r, const int c, const vec *targets, vec *P, vec *pair,
                     vec *questions, const uint32_t *ids, vec *has, vec *asked) {
    const int q = AT(r, c);
    P[q] = STRIP(targets, q);
    pair[q] = P[q];
    if (c > 0) pair[q] |= P[q - 1];
    vec_join(&has[(r & 1) * 2 + (c & 1)], P[q]);
    if (r > 0) FN(step)(r - 1, c, P, pair, questions, ids, asked);
}

// Step 1. Leaves in `has` and `asked`, by class, the lanes that have targets and questions left.
INLINE void FN(steps)(const vec *targets, vec *questions, const uint32_t *ids, vec *has,
                      vec *asked) {
    vec P[CELLS], pair[CELLS];
    EACH_CELL(load, targets, P, pair, questions, ids, has, asked);
    EACH_COLUMN(step, SIZE - 1, P, pair, questions, ids, asked);
}

// The strips of one parity class on their way through steps 2 to 4.
#define IN_CLASS(r, c) (((r)&1) == pr && ((c)&1) == pc)

// What the hops from and to a cell have found so far; `any` is known at compile time.
typedef struct FN(found) {
    vec from[CELLS];
    bool any[CELLS];
} FN(found);

INLINE void FN(find)(FN(found) * H, const int q, vec target, vec over) {
    if (H->any[q])
        H->from[q] = vec_or_and(H->from[q], target, over);
    else
        H->from[q] = target & over;
    H->any[q] = true;
}

// The hop from a cell over its neighbour at (dr, dc), both ways.
INLINE void FN(hop)(const int r, const int c, const int dr, const int dc, const vec *Z,
                    const vec *O, FN(found) * H) {
    if (!ON_BOARD(r + 2 * dr, c + 2 * dc)) return;
    const int q = AT(r, c), end = AT(r + 2 * dr, c + 2 * dc);
    vec over = O[AT(r + dr, c + dc)];
    FN(find)(H, end, Z[q], over);
    FN(find)(H, q, Z[end], over);
}

// The three hops that go up in cell number. Those that come from below were there before, so now
// all that is to be found for the cell is.
INLINE void FN(spread)(const int r, const int c, const vec *Z, const vec *O, FN(found) * H) {
    FN(hop)(r, c, 0, 1, Z, O, H);
    FN(hop)(r, c, 1, -1, Z, O, H);
    FN(hop)(r, c, 1, 0, Z, O, H);
}

// Step 2 for one cell.
INLINE void FN(single)(const int r, const int c, const int pr, const int pc, vec *questions,
                       const uint32_t *ids, vec *Z, const vec *O, FN(found) * H, vec *asked,
                       vec *grown) {
    if (!IN_CLASS(r, c)) return;
    const int q = AT(r, c);
    FN(spread)(r, c, Z, O, H);
    if (!H->any[q]) return;
    vec left = STRIP(questions, q) & ~H->from[q];
    STRIP(questions, q) = left;
    vec_join(asked, left);
    vec fresh = H->from[q] & ~(O[q] | Z[q]);
    vec_join(grown, fresh);
    Z[q] |= fresh;
}

// Step 3 for one cell.
INLINE void FN(grow)(const int r, const int c, const int pr, const int pc, vec *Z, const vec *O,
                     FN(found) * H, vec *grown) {
    if (!IN_CLASS(r, c)) return;
    const int q = AT(r, c);
    FN(spread)(r, c, Z, O, H);
    if (!H->any[q]) return;
    vec fresh = H->from[q] & ~(O[q] | Z[q]);
    vec_join(grown, fresh);
    Z[q] |= fresh;
}

// Step 3: grows Z until nothing is new in the lanes that ask.
INLINE void FN(flood)(const int pr, const int pc, vec *Z, const vec *O, vec asked) {
    vec grown;
    do {
        FN(found) H = {.any = {false}};
        grown = (vec){0};
        HIDE(O);
        EACH_CELL(grow, pr, pc, Z, O, &H, &grown);
    } while (vec_any(grown & asked));
}

// Clears the lanes of asked targets in which chains lead on to another target: floods again without
// the one that is asked about.
static __attribute__((noinline)) void FN(elsewhere)(const vec *targets, vec *questions,
                                                    const uint32_t *ids, const vec *O, const int pr,
                                                    const int pc) {
    for (int r = pr; r < SIZE; r += 2)
        for (int c = pc; c < SIZE; c += 2) {
            vec doubt = STRIP(questions, AT(r, c)) & STRIP(targets, AT(r, c)), Z[CELLS];
            if (!vec_any(doubt)) continue;
            for (int i = pr; i < SIZE; i += 2)
                for (int j = pc; j < SIZE; j += 2) Z[AT(i, j)] = STRIP(targets, AT(i, j)) & doubt;
            Z[AT(r, c)] = (vec){0};
            FN(flood)(pr, pc, Z, O, doubt);
            STRIP(questions, AT(r, c)) &= ~(doubt & Z[AT(r, c)]);
        }
}

INLINE void FN(start)(const int r, const int c, const int pr, const int pc, const vec *targets,
                      const uint32_t *ids, vec *Z) {
    if (IN_CLASS(r, c)) Z[AT(r, c)] = STRIP(targets, AT(r, c));
}

// Step 4 for one cell.
INLINE void FN(answer)(const int r, const int c, const int pr, const int pc, const vec *targets,
                       vec *questions, const uint32_t *ids, const vec *Z, vec *doubts) {
    if (!IN_CLASS(r, c)) return;
    const int q = AT(r, c);
    vec left = STRIP(questions, q), target = STRIP(targets, q);
    vec_join(doubts, left & target);
    STRIP(questions, q) = left & (~Z[q] | target);
}

// Steps 2 to 4 for one parity class.
INLINE void FN(hops)(const vec *targets, vec *questions, const uint32_t *ids, const vec *O,
                     const int pr, const int pc) {
    vec Z[CELLS], asked = {0}, grown = {0}, doubts = {0};
    FN(found) H = {.any = {false}};
    EACH_CELL(start, pr, pc, targets, ids, Z);
    EACH_CELL(single, pr, pc, questions, ids, Z, O, &H, &asked, &grown);
    asked &= grown;
    if (!vec_any(asked)) return; // hops led to targets only, so chains lead nowhere else
    FN(flood)(pr, pc, Z, O, asked);
    EACH_CELL(answer, pr, pc, targets, questions, ids, Z, &doubts);
    if (vec_any(doubts)) FN(elsewhere)(targets, questions, ids, O, pr, pc);
}

INLINE void FN(prefetch)(const int r, const int c, const int pr, const int pc, const vec *targets,
                         const vec *questions, const uint32_t *ids) {
    if (!IN_CLASS(r, c)) return;
    __builtin_prefetch(&STRIP(targets, AT(r, c)), 0);
    __builtin_prefetch(&STRIP(questions, AT(r, c)), 1);
}

// One subset, one part of its strips. Those of one to come are fetched meanwhile, a class at a
// time.
INLINE void FN(visit)(const vec *targets, vec *questions, const uint32_t *ids, const uint32_t *next,
                      const vec *O) {
    vec has[4] = {{0}}, asked[4] = {{0}};
    FN(steps)(targets, questions, ids, has, asked);
    EACH_CELL(prefetch, 0, 0, targets, questions, next);
    if (vec_any(has[0] & asked[0])) FN(hops)(targets, questions, ids, O, 0, 0);
    EACH_CELL(prefetch, 0, 1, targets, questions, next);
    if (vec_any(has[1] & asked[1])) FN(hops)(targets, questions, ids, O, 0, 1);
    EACH_CELL(prefetch, 1, 0, targets, questions, next);
    if (vec_any(has[2] & asked[2])) FN(hops)(targets, questions, ids, O, 1, 0);
    EACH_CELL(prefetch, 1, 1, targets, questions, next);
    if (vec_any(has[3] & asked[3])) FN(hops)(targets, questions, ids, O, 1, 1);
}

static void SELF(const sh_reach *reach, const uint32_t *subsets, size_t count) {
    vec O[PARTS][CELLS];
    const vec *occupied = (const vec *)reach->occupied;
    for (int part = 0; part < PARTS; part++)
        for (int q = 0; q < CELLS; q++) O[part][q] = occupied[q * PARTS + part];
    for (size_t i = 0; i < count; i++) {
        const uint32_t *ids = reach->superset + (size_t)subsets[i] * CELLS;
        size_t ahead = i + VISITS_AHEAD < count ? i + VISITS_AHEAD : i;
        const uint32_t *next = reach->superset + (size_t)subsets[ahead] * CELLS;
        for (int part = 0; part < PARTS; part++) {
            for (uint64_t left = reach->subset[subsets[i]]; left; left &= left - 1)
                O[part][__builtin_ctzll(left)] = ~(vec){0};
            FN(visit)
            ((const vec *)reach->targets + part, (vec *)reach->questions + part, ids, next,
             O[part]);
            for (uint64_t left = reach->subset[subsets[i]]; left; left &= left - 1)
                O[part][__builtin_ctzll(left)] = occupied[__builtin_ctzll(left) * PARTS + part];
        }
    }
}

#undef VISITS_AHEAD
#undef CELLS
#undef SELF
#undef AT
#undef ON_BOARD
#undef IN_CLASS
#undef STRIP
#undef EACH_CELL
#undef EACH_COLUMN
#undef SIZE
