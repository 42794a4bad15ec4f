// SPDX-License-Identifier: MIT
// The reach kernel of one board size: included with SIZE defined, after vector_template.h. It gives
// reach_SIZE(reach, subsets, count), which visits these subsets in order (reach.h).
//
// Notation: P[q] the lanes in which F ∪ {q} is a target, M[q] those still asked about, O[q] those
// in which q is occupied (by somebody else, or by a piece of F), all as vectors over lanes.
//   1. Steps and single hops:  D[q] = OR_d P[q+d]  |  OR_d (P[q+2d] & O[q+d])
//   2. What is left to ask:    rem[q] = M[q] & ~D[q]. Mostly nothing: stop.
//   3. Chains: flood Z from the targets and the single hops (hops_template.h).
//   4. M[q] = rem[q] & ~Z[q]; but where q itself is a target Z[q] says nothing, as a chain may not
//      end where it began: flood again without q.
// P and M are zero where q is occupied (such sets overlap and their lines hold zeros), so emptiness
// of the ends of a move never has to be tested.
#include "solve/bitslice/hops_template.h"

// Clears the lanes of open targets in which chains lead on to another target: flood again without
// the one that is asked about.
static void NAME(elsewhere, SIZE)(const vec *P, const vec *E, vec *rem, const int pr,
                                  const int pc) {
    for (int r = pr; r < SIZE; r += 2)
        for (int c = pc; c < SIZE; c += 2) {
            vec doubt = rem[AT(r, c)] & P[AT(r, c)], Z[CELLS];
            if (!vec_any(doubt)) continue;
            EACH_CELL(i, j) { Z[AT(i, j)] = P[AT(i, j)] & doubt; }
            Z[AT(r, c)] = (vec){0};
            NAME(flood, SIZE)(Z, E, doubt, pr, pc);
            rem[AT(r, c)] &= ~Z[AT(r, c)];
        }
}

// All four steps for one parity class.
INLINE void NAME(answer, SIZE)(const vec *P, const vec *O, vec *open, const uint32_t *ids,
                               const int pr, const int pc) {
    vec Z[CELLS], rem[CELLS], E[CELLS * 3], hops[CELLS], asked = {0};
    NAME(single, SIZE)(P, O, E, hops, pr, pc);
    EACH_CELL(r, c) {
        const int q = AT(r, c);
        Z[q] = P[q] | hops[q];
        rem[q] = open[(size_t)ids[q] * PARTS] & ~(hops[q] | NAME(step, SIZE)(P, r, c));
        asked |= rem[q];
    }
    if (vec_any(asked)) {
        vec doubts = {0};
        NAME(flood, SIZE)(Z, E, asked, pr, pc);
        EACH_CELL(r, c) {
            const int q = AT(r, c);
            doubts |= rem[q] & P[q];
            rem[q] &= ~Z[q] | P[q];
        }
        if (vec_any(doubts)) NAME(elsewhere, SIZE)(P, E, rem, pr, pc);
    }
    EACH_CELL(r, c) { open[(size_t)ids[AT(r, c)] * PARTS] = rem[AT(r, c)]; }
}

// One subset, one part of its lines. O is that part of what others occupy and is lent.
INLINE void NAME(visit, SIZE)(const sh_reach *reach, uint32_t subset, int part, vec *O) {
    const uint32_t *ids = reach->superset + (size_t)subset * CELLS;
    const vec *targets = (const vec *)reach->targets + part;
    const vec *occupied = (const vec *)reach->occupied + part;
    vec *open = (vec *)reach->open + part, P[CELLS], asked = {0};
    UNROLL for (int q = 0; q < CELLS; q++) asked |= open[(size_t)ids[q] * PARTS];
    if (!vec_any(asked)) return;
    for (uint64_t left = reach->subset[subset]; left; left &= left - 1)
        O[__builtin_ctzll(left)] = ~(vec){0};
    UNROLL for (int q = 0; q < CELLS; q++) P[q] = targets[(size_t)ids[q] * PARTS];
    NAME(answer, SIZE)(P, O, open, ids, 0, 0);
    NAME(answer, SIZE)(P, O, open, ids, 0, 1);
    NAME(answer, SIZE)(P, O, open, ids, 1, 0);
    NAME(answer, SIZE)(P, O, open, ids, 1, 1);
    for (uint64_t left = reach->subset[subset]; left; left &= left - 1)
        O[__builtin_ctzll(left)] = occupied[__builtin_ctzll(left) * PARTS];
}

static void NAME(reach, SIZE)(const sh_reach *reach, const uint32_t *subsets, size_t count) {
    vec O[PARTS][CELLS];
    for (int part = 0; part < PARTS; part++)
        for (int q = 0; q < CELLS; q++)
            O[part][q] = ((const vec *)reach->occupied)[q * PARTS + part];
    for (size_t i = 0; i < count; i++) {
        if (i + 1 < count) {
            const uint32_t *ids = reach->superset + (size_t)subsets[i + 1] * CELLS;
            for (int q = 0; q < CELLS; q++) {
                __builtin_prefetch(&reach->open[ids[q]], 1);
                __builtin_prefetch(&reach->targets[ids[q]], 0);
            }
        }
        for (int part = 0; part < PARTS; part++)
            NAME(visit, SIZE)(reach, subsets[i], part, O[part]);
    }
}

#include "solve/bitslice/hops_template_end.h"
