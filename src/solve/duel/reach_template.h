// SPDX-License-Identifier: MIT
// The reach kernel of one board size: included by kernel_template.h with SIZE defined.
//
// Notation: P[q] the lanes in which F ∪ {q} is a target, M[q] those still asked about, O[q] those in
// which q is occupied (by the lane's waiter, or by a piece of F), all as vectors over lanes.
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
#define AT(r, c) ((r) * SIZE + (c))
#define ON_BOARD(r, c) ((r) >= 0 && (r) < SIZE && (c) >= 0 && (c) < SIZE)

// OR over the six directions of Z[q+2d] & O[q+d].
INLINE vec NAME(hop, SIZE)(const vec *Z, const vec *O, int r, int c) {
    vec any = {0};
#define HOP(dr, dc)                                                                                \
    if (ON_BOARD(r + 2 * (dr), c + 2 * (dc)))                                                      \
        any |= Z[AT(r + 2 * (dr), c + 2 * (dc))] & O[AT(r + (dr), c + (dc))];
    HOP(0, 1) HOP(0, -1) HOP(1, 0) HOP(-1, 0) HOP(-1, 1) HOP(1, -1)
#undef HOP
    return any;
}

// OR over the six directions of P[q+d].
INLINE vec NAME(step, SIZE)(const vec *P, int r, int c) {
    vec any = {0};
#define STEP(dr, dc)                                                                               \
    if (ON_BOARD(r + (dr), c + (dc))) any |= P[AT(r + (dr), c + (dc))];
    STEP(0, 1) STEP(0, -1) STEP(1, 0) STEP(-1, 0) STEP(-1, 1) STEP(1, -1)
#undef STEP
    return any;
}

// A hop from q into an empty cell.
INLINE vec NAME(exit, SIZE)(const vec *O, int r, int c) {
    vec any = {0};
#define EXIT(dr, dc)                                                                               \
    if (ON_BOARD(r + 2 * (dr), c + 2 * (dc)))                                                      \
        any |= O[AT(r + (dr), c + (dc))] & ~O[AT(r + 2 * (dr), c + 2 * (dc))];
    EXIT(0, 1) EXIT(0, -1) EXIT(1, 0) EXIT(-1, 0) EXIT(-1, 1) EXIT(1, -1)
#undef EXIT
    return any;
}

// Steps 3 and 4 for one parity class; rem becomes the final M.
INLINE void NAME(flood, SIZE)(sh_reach *reach, uint32_t subset, int part, const vec *P,
                              const vec *O, const vec *H, vec *rem, const int pr, const int pc) {
    vec asked = {0};
    UNROLL for (int r = pr; r < SIZE; r += 2) UNROLL for (int c = pc; c < SIZE; c += 2)
        asked |= rem[AT(r, c)];
    if (!vec_any(asked)) return;
    vec Z[CELLS];
    UNROLL for (int r = pr; r < SIZE; r += 2) UNROLL for (int c = pc; c < SIZE; c += 2)
        Z[AT(r, c)] = P[AT(r, c)] | (H[AT(r, c)] & ~O[AT(r, c)]);
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
            SWEEP(r, c)
        if (!vec_any(changed & asked)) break;
        changed = (vec){0};
        UNROLL for (int r = SIZE - 1 - ((SIZE - 1 - pr) & 1); r >= 0; r -= 2)
            UNROLL for (int c = SIZE - 1 - ((SIZE - 1 - pc) & 1); c >= 0; c -= 2) SWEEP(r, c)
#undef SWEEP
    } while (vec_any(changed & asked));
    UNROLL for (int r = pr; r < SIZE; r += 2) UNROLL for (int c = pc; c < SIZE; c += 2) {
        vec doubt = rem[AT(r, c)] & P[AT(r, c)] & NAME(exit, SIZE)(O, r, c);
        rem[AT(r, c)] &= ~Z[AT(r, c)] | P[AT(r, c)];
        if (vec_any(doubt))
            for (int w = 0; w < VECTOR_WORDS; w++)
                if (doubt[w])
                    reach->doubts[reach->doubt_count++] =
                        (sh_doubt){subset, (uint8_t)AT(r, c), (uint8_t)(part * VECTOR_WORDS + w),
                                   doubt[w]};
    }
}

// One subset, one part of its lines.
INLINE void NAME(visit, SIZE)(sh_reach *reach, uint32_t subset, int part) {
    const uint32_t *ids = reach->index->superset + (size_t)subset * CELLS;
    vec P[CELLS], O[CELLS], H[CELLS], rem[CELLS];
    const vec *targets = (const vec *)reach->targets + part;
    const vec *waiter = (const vec *)reach->waiter + part;
    vec *open = (vec *)reach->open + part;
    vec asked = {0};
    UNROLL for (int q = 0; q < CELLS; q++) {
        rem[q] = open[(size_t)ids[q] * PARTS];
        asked |= rem[q];
    }
    if (!vec_any(asked)) return;
    UNROLL for (int q = 0; q < CELLS; q++) {
        P[q] = targets[(size_t)ids[q] * PARTS];
        O[q] = waiter[q * PARTS];
    }
    for (uint64_t left = reach->index->subset[subset]; left; left &= left - 1)
        O[__builtin_ctzll(left)] = ~(vec){0};
    vec left = {0};
    UNROLL for (int r = 0; r < SIZE; r++) UNROLL for (int c = 0; c < SIZE; c++) {
        H[AT(r, c)] = NAME(hop, SIZE)(P, O, r, c);
        rem[AT(r, c)] &= ~(H[AT(r, c)] | NAME(step, SIZE)(P, r, c));
        left |= rem[AT(r, c)];
    }
    if (vec_any(left)) {
        NAME(flood, SIZE)(reach, subset, part, P, O, H, rem, 0, 0);
        NAME(flood, SIZE)(reach, subset, part, P, O, H, rem, 0, 1);
        NAME(flood, SIZE)(reach, subset, part, P, O, H, rem, 1, 0);
        NAME(flood, SIZE)(reach, subset, part, P, O, H, rem, 1, 1);
    }
    UNROLL for (int q = 0; q < CELLS; q++) open[(size_t)ids[q] * PARTS] = rem[q];
}

static size_t NAME(reach, SIZE)(sh_reach *reach, const uint32_t *subsets, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (reach->doubt_count + SH_DOUBTS_PER_SUBSET > reach->doubt_room) return i;
        if (i + 1 < count) {
            const uint32_t *ids = reach->index->superset + (size_t)subsets[i + 1] * CELLS;
            for (int q = 0; q < CELLS; q++) {
                __builtin_prefetch(&reach->open[ids[q]], 1);
                __builtin_prefetch(&reach->targets[ids[q]], 0);
            }
        }
        for (int part = 0; part < PARTS; part++) NAME(visit, SIZE)(reach, subsets[i], part);
    }
    return count;
}

#undef CELLS
#undef NAME_
#undef NAME
#undef AT
#undef ON_BOARD
#undef SIZE
