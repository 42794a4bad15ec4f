// SPDX-License-Identifier: MIT
// See duel.h. `look` finds the contexts of a state; the outcome is decoded first, then the distance
// given the outcome.
#include "table/duel.h"

#include <stdlib.h> // malloc

enum { DRAWN = 16 }; // in scratch->outcome; more than the wins a sum can hold

// A span while it is decoded.
typedef struct passage {
    const sh_value_model *model;
    const sh_span *span;
    sh_duel_scratch *scratch;
    uint8_t *values; // by column - first
    sh_decoder *decoder;
    bool damaged;
} passage;

// One state: its neighbours and contexts.
typedef struct state {
    uint32_t column;
    uint32_t rank; // of the mover's set
    int count;
    uint32_t neighbour[SH_WALK_MAX_NEIGHBOURS];
    sh_hints hints;
    int level;
} state;

sh_span sh_duel_span(const sh_pairs *pairs, const sh_block *block, uint32_t i) {
    return (sh_span){.row = block->first_row + i,
                     .waiter = sh_pairs_waiter(pairs, block->first_row + i),
                     .first = block->first_column,
                     .last = block->last_column};
}

sh_status sh_duel_scratch_make(sh_duel_scratch *scratch, uint64_t columns, sh_error *error) {
    scratch->outcome = malloc(columns);
    scratch->excess = malloc(columns);
    if (scratch->outcome && scratch->excess) return SH_OK;
    return sh_fail(error, SH_RESOURCES, "out of memory for a row of a table");
}

void sh_duel_scratch_free(sh_duel_scratch *scratch) {
    free(scratch->outcome);
    free(scratch->excess);
}

static inline __attribute__((always_inline)) void look(const passage *p, const sh_run *run,
                                                       bool whole, int a, state *s) {
    const uint8_t *outcome = p->scratch->outcome;
    s->column = run->column + (uint32_t)a;
    s->rank = run->rank + run->row->cell[a];
    int backs = 0;
    s->count = sh_run_neighbours(run, whole, a, s->neighbour, &backs);
    unsigned back = 0, side = 0;
    for (int i = 0; i < backs; i++) back += outcome[s->neighbour[i]];
    for (int i = backs; i < s->count; i++) side += outcome[s->neighbour[i]];
    s->hints.back_wins = back % DRAWN;
    s->hints.back_others = backs - s->hints.back_wins;
    s->hints.side_wins = side % DRAWN;
    s->hints.side_others = s->count - backs - s->hints.side_wins;
    s->hints.draws = back / DRAWN + side / DRAWN;
    s->level = sh_level_by_merit(p->model->ratings.mover_merit[s->rank],
                                 p->model->ratings.waiter_merit[p->span->row]);
}

static inline int typical_turns(const passage *p, const state *s, bool win) {
    return win ? p->model->ratings.mover_turns[s->rank]
               : p->model->ratings.waiter_turns[p->span->row];
}

// The excess of the neighbours of equal outcome. No branches: which neighbours count is hard to
// guess.
static inline sh_excess look_excess(const passage *p, const state *s, bool win) {
    sh_excess excess = {.least = INT8_MAX, .greatest = INT8_MIN};
    for (int i = 0; i < s->count; i++) {
        int e = p->scratch->excess[s->neighbour[i]];
        bool equal = p->scratch->outcome[s->neighbour[i]] == win;
        int low = equal ? e : INT8_MAX, high = equal ? e : INT8_MIN;
        excess.least = low < excess.least ? low : excess.least;
        excess.greatest = high > excess.greatest ? high : excess.greatest;
        excess.sum += equal ? e : 0;
        excess.count += equal;
    }
    if (excess.count == 0) excess.least = 0;
    return excess;
}

static inline int decode_excess(sh_decoder *decoder, const uint16_t *nodes) {
    if (sh_decode(decoder, nodes[0])) return 0;
    bool above = sh_decode(decoder, nodes[1]);
    const uint16_t *steps = nodes + 2 + (above ? 0 : SH_STEPS);
    int further = 0;
    while (further < SH_BYTE_LONGEST &&
           sh_decode(decoder, steps[sh_clamp(further, 0, SH_STEPS - 1)]))
        further++;
    return above ? further + 1 : -further - 1;
}

// Decoding is what probes wait for: the compiler makes a version for each kind of table and block.
static inline __attribute__((always_inline)) void decode_states(passage *p, const sh_run *run,
                                                                bool whole, bool distances) {
    const sh_value_model *model = p->model;
    sh_decoder decoder = *p->decoder; // in registers
    for (int a = run->begin; a < run->end; a++) {
        state s;
        look(p, run, whole, a, &s);
        uint8_t *value = &p->values[s.column - p->span->first];
        uint8_t outcome = sh_decode(&decoder, model->win[sh_win_context(&s.hints, s.level)]);
        if (!outcome && sh_decode(&decoder, model->draw[sh_draw_context(&s.hints, s.level)]))
            outcome = DRAWN;
        p->scratch->outcome[s.column] = outcome;
        *value = outcome == DRAWN ? SH_BYTE_DRAW : outcome;
        if (!distances || outcome == DRAWN) continue;
        int turns = typical_turns(p, &s, outcome);
        sh_excess excess = look_excess(p, &s, outcome);
        int which = sh_distance_context(outcome, &excess, turns);
        int own =
            excess.least + model->guess[which] + decode_excess(&decoder, model->distance[which]);
        p->scratch->excess[s.column] = (int8_t)own;
        int distance = 2 * (turns + own) + outcome;
        p->damaged |= own != (int8_t)own;
        *value = (uint8_t)distance;
    }
    *p->decoder = decoder;
}

static void decode_run(void *context, const sh_run *run) {
    passage *p = context;
    bool whole = p->span->first == 0, distances = p->model->distances;
    if (whole && !distances)
        decode_states(p, run, true, false);
    else if (whole)
        decode_states(p, run, true, true);
    else
        decode_states(p, run, false, distances);
}

bool sh_duel_decode(const sh_value_model *model, const sh_walk_row *row, const sh_span *span,
                    uint8_t *values, sh_duel_scratch *scratch, sh_decoder *decoder) {
    passage p = {
        .model = model, .span = span, .scratch = scratch, .values = values, .decoder = decoder};
    sh_walk_runs(row, span->first, span->last, decode_run, &p);
    return !p.damaged;
}
