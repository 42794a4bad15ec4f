// SPDX-License-Identifier: MIT
// The reach kernel of one board size: included by kernel_template.h with SIZE defined.
//
// Notation: P[q] the lanes in which F ∪ {q} is a target, M[q] those still asked about, O[q] those
// in which q is occupied (by the lane's waiter, or by a piece of F), all as vectors over lanes.
//   1. Steps and single hops:  D[q] = OR_d P[q+d]  |  OR_d (P[q+2d] & O[q+d])
//   2. What is left to ask:    rem[q] = M[q] & ~D[q]. Mostly nothing: stop.
//   3. Chains: Z[q], a target can be reached from q by hops or is q. Start with the targets and the
//      single hops, sweep forward and back until nothing changes in the lanes that still ask:
//      Z[q] |= ~O[q] & OR_d (Z[q+2d] & O[q+d]). Hops keep the parities of r and c, so the four
//      parity classes are flooded apart, at most sixteen cells each.
//   4. M[q] = rem[q] & (~Z[q] | P[q]); doubts where P[q] is set and a hop is open from q.
// P and M are zero where q is occupied (such pairs of sets overlap and their lines hold zeros), so
// emptiness of the ends of a move never has to be tested. The loops have constant bounds and are
// unrolled into straight-line code of three-input logic; borders disappear at compile time.
#define CELLS (SIZE * SIZE)
#define NAME_(a, b) a##_##b
#define NAME(a, b) NAME_(a, b)
#define AT(r, c) ((r)*SIZE + (c))
#define ON_BOARD(r, c) ((r) >= 0 && (r) < SIZE && (c) >= 0 && (c) < SIZE)

// The cells of the parity class (pr, pc), forward and back.
#define EACH_CELL(r, c)                                                                            \
    UNROLL for (int r = pr; r < SIZE; r += 2) UNROLL for (int c = pc; c < SIZE; c += 2)
#define EACH_CELL_BACK(r, c)                                                                       \
    UNROLL for (int r = SIZE - 1 - ((SIZE - 1 - pr) & 1); r >= 0; r -= 2)                          \
        UNROLL for (int c = SIZE - 1 - ((SIZE - 1 - pc) & 1); c >= 0; c -= 2)

// OR over the six directions of Z[q+2d] & O[q+d].
INLINE vec NAME(hop, SIZE)(const vec *Z, const vec *O, int r, int c) {
    vec any = {0};
    UNROLL for (int d = 0; d < 6; d++) {
        const int dr = direction[d][0], dc = direction[d][1];
        if (ON_BOARD(r + 2 * dr, c + 2 * dc))
            any |= Z[AT(r + 2 * dr, c + 2 * dc)] & O[AT(r + dr, c + dc)];
    }
    return any;
}

// OR over the six directions of P[q+d].
INLINE vec NAME(step, SIZE)(const vec *P, int r, int c) {
    vec any = {0};
    UNROLL for (int d = 0; d < 6; d++) {
        const int dr = direction[d][0], dc = direction[d][1];
        if (ON_BOARD(r + dr, c + dc)) any |= P[AT(r + dr, c + dc)];
    }
    return any;
}

// A hop from q into an empty cell.
INLINE vec NAME(exit, SIZE)(const vec *O, int r, int c) {
    vec any = {0};
    UNROLL for (int d = 0; d < 6; d++) {
        const int dr = direction[d][0], dc = direction[d][1];
        if (ON_BOARD(r + 2 * dr, c + 2 * dc))
            any |= O[AT(r + dr, c + dc)] & ~O[AT(r + 2 * dr, c + 2 * dc)];
    }
    return any;
}

// Notes the open targets of a parity class from which a hop leads on.
static void NAME(doubt, SIZE)(sh_reach *reach, uint32_t subset, int part, const vec *P,
                              const vec *O, const vec *rem, const int pr, const int pc) {
    for (int r = pr; r < SIZE; r += 2)
        for (int c = pc; c < SIZE; c += 2) {
            vec doubt = rem[AT(r, c)] & P[AT(r, c)] & NAME(exit, SIZE)(O, r, c);
            for (int w = 0; w < VECTOR_WORDS; w++)
                if (doubt[w])
                    reach->doubts[reach->doubt_count++] = (sh_doubt){
                        subset, (uint8_t)AT(r, c), (uint8_t)(part * VECTOR_WORDS + w), doubt[w]};
        }
}

// Step 3 at one cell; returns the lanes that changed.
INLINE vec NAME(sweep, SIZE)(vec *Z, const vec *O, int r, int c) {
    vec before = Z[AT(r, c)];
    Z[AT(r, c)] |= ~O[AT(r, c)] & NAME(hop, SIZE)(Z, O, r, c);
    return before ^ Z[AT(r, c)];
}

// All four steps for one parity class. `at` gives the places of the lines in the plane of open
// states.
INLINE void NAME(answer, SIZE)(sh_reach *reach, uint32_t subset, int part, const vec *P,
                               const vec *O, char *open, const uint32_t *at, const int pr,
                               const int pc) {
    vec Z[CELLS], rem[CELLS];
    vec asked = {0};
    EACH_CELL(r, c) {
        const int q = AT(r, c);
        vec hops = NAME(hop, SIZE)(P, O, r, c);
        rem[q] = *(const vec *)(open + at[q]) & ~(hops | NAME(step, SIZE)(P, r, c));
        Z[q] = P[q] | (hops & ~O[q]);
        asked |= rem[q];
    }
    if (vec_any(asked)) {
        for (;;) {
            vec changed = {0};
            EACH_CELL(r, c) { changed |= NAME(sweep, SIZE)(Z, O, r, c); }
            if (!vec_any(changed & asked)) break;
            changed = (vec){0};
            EACH_CELL_BACK(r, c) { changed |= NAME(sweep, SIZE)(Z, O, r, c); }
            if (!vec_any(changed & asked)) break;
        }
        vec doubts = {0};
        EACH_CELL(r, c) {
            const int q = AT(r, c);
            doubts |= rem[q] & P[q];
            rem[q] &= ~Z[q] | P[q];
        }
        if (vec_any(doubts)) NAME(doubt, SIZE)(reach, subset, part, P, O, rem, pr, pc);
    }
    EACH_CELL(r, c) { *(vec *)(open + at[AT(r, c)]) = rem[AT(r, c)]; }
}

// One subset, one part of its lines.
INLINE void NAME(visit, SIZE)(sh_reach *reach, uint32_t subset, int part) {
    const uint32_t *at = reach->index->superset + (size_t)subset * CELLS;
    const char *targets = (const char *)reach->targets + part * VECTOR_BYTES;
    char *open = (char *)reach->open + part * VECTOR_BYTES;
    const vec *O = (const vec *)reach->occupied + part * CELLS;
    vec P[CELLS];
    UNROLL for (int q = 0; q < CELLS; q++) P[q] = *(const vec *)(targets + at[q]);
    NAME(answer, SIZE)(reach, subset, part, P, O, open, at, 0, 0);
    NAME(answer, SIZE)(reach, subset, part, P, O, open, at, 0, 1);
    NAME(answer, SIZE)(reach, subset, part, P, O, open, at, 1, 0);
    NAME(answer, SIZE)(reach, subset, part, P, O, open, at, 1, 1);
}

static size_t NAME(reach, SIZE)(sh_reach *reach, const uint32_t *subsets, size_t count) {
    sh_line occupied[CELLS];
    reach->occupied = occupied;
    for (int q = 0; q < CELLS; q++)
        for (int part = 0; part < PARTS; part++)
            ((vec *)occupied)[part * CELLS + q] = ((const vec *)reach->waiter)[q * PARTS + part];
    for (size_t i = 0; i < count; i++) {
        if (reach->doubt_count + SH_DOUBTS_PER_SUBSET > reach->doubt_room) return i;
        if (i + 1 < count) {
            const uint32_t *at = reach->index->superset + (size_t)subsets[i + 1] * CELLS;
            for (int q = 0; q < CELLS; q++) {
                __builtin_prefetch((const char *)reach->open + at[q], 1);
                __builtin_prefetch((const char *)reach->targets + at[q], 0);
            }
        }
        vec *O = (vec *)reach->occupied;
        const vec *waiter = (const vec *)reach->waiter;
        uint64_t pieces = reach->index->subset[subsets[i]];
        for (uint64_t rest = pieces; rest; rest &= rest - 1)
            for (int part = 0; part < PARTS; part++)
                O[part * CELLS + __builtin_ctzll(rest)] = ~(vec){0};
        for (int part = 0; part < PARTS; part++) NAME(visit, SIZE)(reach, subsets[i], part);
        for (uint64_t rest = pieces; rest; rest &= rest - 1)
            for (int part = 0; part < PARTS; part++)
                O[part * CELLS + __builtin_ctzll(rest)] =
                    waiter[__builtin_ctzll(rest) * PARTS + part];
    }
    return count;
}

#undef CELLS
#undef NAME_
#undef NAME
#undef AT
#undef ON_BOARD
#undef EACH_CELL
#undef EACH_CELL_BACK
#undef SIZE
