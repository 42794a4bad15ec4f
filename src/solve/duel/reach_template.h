// SPDX-License-Identifier: MIT
// The reach kernel of one board size: included by kernel_template.h with SIZE defined.
//
// Notation: P[q] the lanes in which F ∪ {q} is a target, M[q] those still asked about, O[q] those
// in which q is occupied (by the lane's waiter, or by a piece of F), all as vectors over lanes.
//   1. Steps and single hops:  D[q] = OR_d P[q+d]  |  OR_d (P[q+2d] & O[q+d])
//   2. What is left to ask:    rem[q] = M[q] & ~D[q]. Mostly nothing: stop.
//   3. Chains: flood Z from the targets and the single hops (hops_template.h).
//   4. M[q] = rem[q] & (~Z[q] | P[q]); doubts where P[q] is set and a hop is open from q.
// P and M are zero where q is occupied (such pairs of sets overlap and their lines hold zeros), so
// emptiness of the ends of a move never has to be tested.
#include "solve/bitslice/hops_template.h"

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
static void NAME(doubt, SIZE)(sh_reach *reach, uint32_t subset, int part, const vec *O,
                              const int pr, const int pc) {
    const uint32_t *at = reach->index->superset + (size_t)subset * CELLS;
    for (int r = pr; r < SIZE; r += 2)
        for (int c = pc; c < SIZE; c += 2) {
            size_t place = at[AT(r, c)] + (size_t)part * VECTOR_BYTES;
            vec doubt = *(const vec *)((const char *)reach->open + place) &
                        *(const vec *)((const char *)reach->targets + place) &
                        NAME(exit, SIZE)(O, r, c);
            for (int w = 0; w < VECTOR_WORDS; w++)
                if (doubt[w])
                    reach->doubts[reach->doubt_count++] = (sh_doubt){
                        subset, (uint8_t)AT(r, c), (uint8_t)(part * VECTOR_WORDS + w), doubt[w]};
        }
}

// All four steps for one parity class. `at` gives the places of the lines of this subset in a
// plane, `next` those of the subset that comes after it.
INLINE void NAME(answer, SIZE)(sh_reach *reach, uint32_t subset, int part, const vec *P,
                               const vec *O, char *open, const uint32_t *at, const uint32_t *next,
                               const int pr, const int pc) {
    vec Z[CELLS], rem[CELLS], E[CELLS * 3], hops[CELLS];
    EACH_CELL(r, c) {
        __builtin_prefetch((const char *)reach->open + next[AT(r, c)], 1);
        __builtin_prefetch((const char *)reach->targets + next[AT(r, c)], 0);
    }
    NAME(single, SIZE)(P, O, E, hops, pr, pc);
    vec asked = {0}, doubts = {0};
    EACH_CELL(r, c) {
        const int q = AT(r, c);
        Z[q] = P[q] | hops[q];
        rem[q] = *(const vec *)(open + at[q]) & ~(hops[q] | NAME(step, SIZE)(P, r, c));
        asked |= rem[q];
    }
    if (vec_any(asked)) {
        NAME(flood, SIZE)(Z, E, asked, pr, pc);
        EACH_CELL(r, c) {
            const int q = AT(r, c);
            doubts |= rem[q] & P[q];
            rem[q] &= ~Z[q] | P[q];
        }
    }
    EACH_CELL(r, c) { *(vec *)(open + at[AT(r, c)]) = rem[AT(r, c)]; }
    if (vec_any(doubts)) NAME(doubt, SIZE)(reach, subset, part, O, pr, pc);
}

// One subset, one part of its lines.
INLINE void NAME(visit, SIZE)(sh_reach *reach, uint32_t subset, uint32_t after, int part) {
    const uint32_t *at = reach->index->superset + (size_t)subset * CELLS;
    const uint32_t *next = reach->index->superset + (size_t)after * CELLS;
    const char *targets = (const char *)reach->targets + part * VECTOR_BYTES;
    char *open = (char *)reach->open + part * VECTOR_BYTES;
    const vec *O = (const vec *)reach->occupied + part * CELLS;
    vec P[CELLS];
    UNROLL for (int q = 0; q < CELLS; q++) P[q] = *(const vec *)(targets + at[q]);
    NAME(answer, SIZE)(reach, subset, part, P, O, open, at, next, 0, 0);
    NAME(answer, SIZE)(reach, subset, part, P, O, open, at, next, 0, 1);
    NAME(answer, SIZE)(reach, subset, part, P, O, open, at, next, 1, 0);
    NAME(answer, SIZE)(reach, subset, part, P, O, open, at, next, 1, 1);
}

static size_t NAME(reach, SIZE)(sh_reach *reach, const uint32_t *subsets, size_t count) {
    sh_line occupied[CELLS];
    reach->occupied = occupied;
    for (int q = 0; q < CELLS; q++)
        for (int part = 0; part < PARTS; part++)
            ((vec *)occupied)[part * CELLS + q] = ((const vec *)reach->waiter)[q * PARTS + part];
    for (size_t i = 0; i < count; i++) {
        if (reach->doubt_count + SH_DOUBTS_PER_SUBSET > reach->doubt_room) return i;
        uint32_t after = subsets[i + 1 < count ? i + 1 : i];
        vec *O = (vec *)reach->occupied;
        const vec *waiter = (const vec *)reach->waiter;
        uint64_t pieces = reach->index->subset[subsets[i]];
        for (uint64_t rest = pieces; rest; rest &= rest - 1)
            for (int part = 0; part < PARTS; part++)
                O[part * CELLS + __builtin_ctzll(rest)] = ~(vec){0};
        for (int part = 0; part < PARTS; part++) NAME(visit, SIZE)(reach, subsets[i], after, part);
        for (uint64_t rest = pieces; rest; rest &= rest - 1)
            for (int part = 0; part < PARTS; part++)
                O[part * CELLS + __builtin_ctzll(rest)] =
                    waiter[__builtin_ctzll(rest) * PARTS + part];
    }
    return count;
}

#include "solve/bitslice/hops_template_end.h"
