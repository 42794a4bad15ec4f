// SPDX-License-Identifier: MIT
// The reach kernel of one board size: included with SIZE defined, after vector_template.h. It gives
// reach_SIZE(reach, subsets, count), which visits these subsets in order (reach.h).
//
// Notation: P[q] the lanes in which F ∪ {q} is a target, M[q] those still asked about, O[q] those
// in which q is occupied (by somebody else, or by a piece of F), all as vectors over lanes.
//   1. Steps and single hops:  D[q] = OR_d P[q+d]  |  OR_d (P[q+2d] & O[q+d])
//   2. What is left to ask:    rem[q] = M[q] & ~D[q]. Mostly nothing: stop.
//   3. Chains: Z[q], a target can be reached from q by hops or is q. Start with the targets and the
//      single hops, sweep forward and back until nothing changes in the lanes that still ask:
//      Z[q] |= ~O[q] & OR_d (Z[q+2d] & O[q+d]). Hops keep the parities of r and c, so the four
//      parity classes are flooded apart, at most sixteen cells each.
//   4. M[q] = rem[q] & ~Z[q]; but where q itself is a target Z[q] says nothing, as a chain may not
//      end where it began: if a hop is open from q, flood again without q.
// P and M are zero where q is occupied (such pairs of sets overlap and their lines hold zeros), so
// emptiness of the ends of a move never has to be tested. The loops have constant bounds and are
// unrolled into straight-line code of three-input logic; borders disappear at compile time.
#define CELLS (SIZE * SIZE)
#define NAME_(a, b) a##_##b
#define NAME(a, b) NAME_(a, b)
#define AT(r, c) ((r)*SIZE + (c))
#define ON_BOARD(r, c) ((r) >= 0 && (r) < SIZE && (c) >= 0 && (c) < SIZE)

// OR over the six directions of Z[q+2d] & O[q+d].
INLINE vec NAME(hop, SIZE)(const vec *Z, const vec *O, int r, int c) {
    vec any = {0};
#define HOP(dr, dc)                                                                                \
    if (ON_BOARD(r + 2 * (dr), c + 2 * (dc)))                                                      \
        any |= Z[AT(r + 2 * (dr), c + 2 * (dc))] & O[AT(r + (dr), c + (dc))];
    HOP(0, 1)
    HOP(0, -1) HOP(1, 0) HOP(-1, 0) HOP(-1, 1) HOP(1, -1)
#undef HOP
        return any;
}

// OR over the six directions of P[q+d].
INLINE vec NAME(step, SIZE)(const vec *P, int r, int c) {
    vec any = {0};
#define STEP(dr, dc)                                                                               \
    if (ON_BOARD(r + (dr), c + (dc))) any |= P[AT(r + (dr), c + (dc))];
    STEP(0, 1)
    STEP(0, -1) STEP(1, 0) STEP(-1, 0) STEP(-1, 1) STEP(1, -1)
#undef STEP
        return any;
}

// Step 3 for one parity class: completes Z, as far as the lanes in `asked` can tell.
INLINE void NAME(flood, SIZE)(vec *Z, const vec *O, vec asked, const int pr, const int pc) {
    vec changed;
    do {
        changed = (vec){0};
#define SWEEP(r, c)                                                                                \
    {                                                                                              \
        vec z = Z[AT(r, c)] | (~O[AT(r, c)] & NAME(hop, SIZE)(Z, O, r, c));                        \
        changed |= z ^ Z[AT(r, c)];                                                                \
        Z[AT(r, c)] = z;                                                                           \
    }
        UNROLL for (int r = pr; r < SIZE; r += 2) UNROLL for (int c = pc; c < SIZE; c += 2)
            SWEEP(r, c) if (!vec_any(changed & asked)) break;
        changed = (vec){0};
        UNROLL for (int r = SIZE - 1 - ((SIZE - 1 - pr) & 1); r >= 0; r -= 2)
            UNROLL for (int c = SIZE - 1 - ((SIZE - 1 - pc) & 1); c >= 0; c -= 2) SWEEP(r, c)
#undef SWEEP
    } while (vec_any(changed & asked));
}

// The lanes of `doubt` in which chains lead from the target q of this class to another target.
INLINE vec NAME(elsewhere, SIZE)(const vec *P, const vec *O, vec doubt, const int q, const int pr,
                                 const int pc) {
    vec Z[CELLS];
    UNROLL for (int r = pr; r < SIZE; r += 2) UNROLL for (int c = pc; c < SIZE; c += 2)
        Z[AT(r, c)] = P[AT(r, c)] & doubt;
    vec target = Z[q];
    Z[q] = (vec){0};
    NAME(flood, SIZE)(Z, O, target, pr, pc);
    return Z[q];
}

// Steps 3 and 4 for one parity class; rem becomes the final M.
INLINE void NAME(chains, SIZE)(const vec *P, const vec *O, const vec *H, vec *rem, const int pr,
                               const int pc) {
    vec asked = {0};
    UNROLL for (int r = pr; r < SIZE; r += 2) UNROLL for (int c = pc; c < SIZE; c += 2) asked |=
        rem[AT(r, c)];
    if (!vec_any(asked)) return;
    vec Z[CELLS];
    UNROLL for (int r = pr; r < SIZE; r += 2) UNROLL for (int c = pc; c < SIZE; c += 2)
        Z[AT(r, c)] = P[AT(r, c)] | (H[AT(r, c)] & ~O[AT(r, c)]);
    NAME(flood, SIZE)(Z, O, asked, pr, pc);
    for (int r = pr; r < SIZE; r += 2)
        for (int c = pc; c < SIZE; c += 2) {
            int q = AT(r, c);
            vec doubt = rem[q] & P[q] & NAME(hop, SIZE)(Z, O, r, c);
            rem[q] &= ~Z[q] | P[q];
            if (vec_any(doubt)) rem[q] &= ~NAME(elsewhere, SIZE)(P, O, doubt, q, pr, pc);
        }
}

// One subset, one part of its lines.
INLINE void NAME(visit, SIZE)(const sh_reach *reach, uint32_t subset, int part) {
    const uint32_t *ids = reach->superset + (size_t)subset * CELLS;
    vec P[CELLS], O[CELLS], H[CELLS], rem[CELLS];
    const vec *targets = (const vec *)reach->targets + part;
    const vec *occupied = (const vec *)reach->occupied + part;
    vec *open = (vec *)reach->open + part;
    vec asked = {0};
    UNROLL for (int q = 0; q < CELLS; q++) {
        rem[q] = open[(size_t)ids[q] * PARTS];
        asked |= rem[q];
    }
    if (!vec_any(asked)) return;
    UNROLL for (int q = 0; q < CELLS; q++) {
        P[q] = targets[(size_t)ids[q] * PARTS];
        O[q] = occupied[q * PARTS];
    }
    for (uint64_t left = reach->subset[subset]; left; left &= left - 1)
        O[__builtin_ctzll(left)] = ~(vec){0};
    vec left = {0};
    UNROLL for (int r = 0; r < SIZE; r++) UNROLL for (int c = 0; c < SIZE; c++) {
        H[AT(r, c)] = NAME(hop, SIZE)(P, O, r, c);
        rem[AT(r, c)] &= ~(H[AT(r, c)] | NAME(step, SIZE)(P, r, c));
        left |= rem[AT(r, c)];
    }
    if (vec_any(left)) {
        NAME(chains, SIZE)(P, O, H, rem, 0, 0);
        NAME(chains, SIZE)(P, O, H, rem, 0, 1);
        NAME(chains, SIZE)(P, O, H, rem, 1, 0);
        NAME(chains, SIZE)(P, O, H, rem, 1, 1);
    }
    UNROLL for (int q = 0; q < CELLS; q++) open[(size_t)ids[q] * PARTS] = rem[q];
}

static void NAME(reach, SIZE)(const sh_reach *reach, const uint32_t *subsets, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (i + 1 < count) {
            const uint32_t *ids = reach->superset + (size_t)subsets[i + 1] * CELLS;
            for (int q = 0; q < CELLS; q++) {
                __builtin_prefetch(&reach->open[ids[q]], 1);
                __builtin_prefetch(&reach->targets[ids[q]], 0);
            }
        }
        for (int part = 0; part < PARTS; part++) NAME(visit, SIZE)(reach, subsets[i], part);
    }
}

#undef CELLS
#undef NAME_
#undef NAME
#undef AT
#undef ON_BOARD
#undef SIZE
