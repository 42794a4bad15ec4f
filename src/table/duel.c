// SPDX-License-Identifier: MIT
// See duel.h. `look` finds the contexts of a state, the three visitors act on them; what they have
// in common is only that order: outcome first, then the distance given the outcome.
#include "table/duel.h"

#include <stdlib.h> // malloc
#include <string.h> // memset

enum { DRAWN = 16 }; // in scratch->outcome; more than the wins a sum can hold

// A span on its way through a visitor.
typedef struct passage {
    const sh_value_model *model;
    const sh_span *span;
    sh_duel_scratch *scratch;
    const uint8_t *given; // values by column - first; NULL when decoding
    uint8_t *values;      // to be decoded
    sh_duel_counts *counts;
    sh_encoder *encoder;
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
    s->level = sh_level(p->model->ratings.mover_merit[s->rank],
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

// Where the rules decide: the outcome that the neighbours make likely.
static inline uint8_t likely_outcome(const state *s) {
    return s->hints.back_wins > s->hints.back_others;
}

static inline uint8_t outcome_of(uint8_t value) {
    return value == SH_BYTE_DRAW ? DRAWN : value & 1;
}

// Does the value say how long it takes? Not where the game is over (distance 0).
static inline bool has_distance(uint8_t value) { return value > 0 && value < SH_BYTE_DRAW; }

static void count_run(void *context, const sh_run *run) {
    passage *p = context;
    for (int a = run->begin; a < run->end; a++) {
        state s;
        look(p, run, false, a, &s);
        uint8_t value = p->given[s.column - p->span->first];
        uint8_t outcome = value == SH_BYTE_ANY ? likely_outcome(&s) : outcome_of(value);
        p->scratch->outcome[s.column] = outcome;
        p->counts->win[sh_win_context(&s.hints, s.level)][outcome == 1]++;
        if (outcome != 1) p->counts->draw[sh_draw_context(&s.hints, s.level)][outcome == DRAWN]++;
        if (!p->model->distances || outcome == DRAWN) continue;
        int turns = typical_turns(p, &s, outcome);
        sh_excess excess = look_excess(p, &s, outcome);
        p->scratch->excess[s.column] = (int8_t)excess.least;
        if (!has_distance(value)) continue;
        int own = value / 2 - turns;
        p->scratch->excess[s.column] = (int8_t)own;
        int bin = sh_clamp(own - excess.least + SH_EXCESS_BINS / 2, 0, SH_EXCESS_BINS - 1);
        p->counts->distance[sh_distance_context(outcome, &excess, turns)][bin]++;
    }
}

void sh_duel_count(const sh_value_model *model, const sh_walk *walk, const sh_span *span,
                   const uint8_t *values, sh_duel_scratch *scratch, sh_duel_counts *counts) {
    passage p = {
        .model = model, .span = span, .scratch = scratch, .given = values, .counts = counts};
    sh_walk_row row;
    sh_walk_row_make(&row, walk, &span->waiter);
    sh_walk_runs(&row, span->first, span->last, count_run, &p);
}

// The probability with a small prior: an answer never seen is not impossible.
static uint16_t estimate(uint64_t yes, uint64_t total) {
    return sh_probability_unpack(
        sh_probability_pack(((double)yes + 0.02) / ((double)total + 0.04)));
}

static void train_distance(const uint32_t *bins, int8_t *guess, uint16_t *nodes) {
    enum { CENTRE = SH_EXCESS_BINS / 2 };
    int mode = CENTRE;
    uint64_t total = 0, above = 0;
    for (int i = 0; i < SH_EXCESS_BINS; i++) {
        total += bins[i];
        if (bins[i] > bins[mode]) mode = i;
    }
    for (int i = mode + 1; i < SH_EXCESS_BINS; i++) above += bins[i];
    uint64_t unequal = total - bins[mode], below = unequal - above;
    *guess = (int8_t)(mode - CENTRE);
    nodes[0] = estimate(bins[mode], total);
    nodes[1] = estimate(above, unequal);
    for (int step = 0; step < SH_STEPS; step++) { // further away than this?
        int up = mode + 1 + step, down = mode - 1 - step;
        uint64_t at_up = up < SH_EXCESS_BINS ? bins[up] : 0, at_down = down >= 0 ? bins[down] : 0;
        nodes[2 + step] = estimate(above - at_up, above);
        nodes[2 + SH_STEPS + step] = estimate(below - at_down, below);
        above -= at_up;
        below -= at_down;
    }
}

void sh_duel_train(sh_value_model *model, const sh_duel_counts *counts) {
    for (int i = 0; i < SH_WIN_CONTEXTS; i++)
        model->win[i] =
            estimate(counts->win[i][1], (uint64_t)counts->win[i][0] + counts->win[i][1]);
    for (int i = 0; i < SH_DRAW_CONTEXTS; i++)
        model->draw[i] =
            estimate(counts->draw[i][1], (uint64_t)counts->draw[i][0] + counts->draw[i][1]);
    if (!model->distances) return;
    for (int i = 0; i < SH_DISTANCE_CONTEXTS; i++)
        train_distance(counts->distance[i], &model->guess[i], model->distance[i]);
}

static inline void encode_excess(sh_encoder *encoder, const uint16_t *nodes, int above_guess) {
    sh_encode(encoder, above_guess == 0, nodes[0]);
    if (above_guess == 0) return;
    bool above = above_guess > 0;
    sh_encode(encoder, above, nodes[1]);
    const uint16_t *steps = nodes + 2 + (above ? 0 : SH_STEPS);
    int further = abs(above_guess) - 1;
    for (int i = 0; i < further; i++) sh_encode(encoder, true, steps[sh_clamp(i, 0, SH_STEPS - 1)]);
    sh_encode(encoder, false, steps[sh_clamp(further, 0, SH_STEPS - 1)]);
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

static void encode_run(void *context, const sh_run *run) {
    passage *p = context;
    const sh_value_model *model = p->model;
    for (int a = run->begin; a < run->end; a++) {
        state s;
        look(p, run, false, a, &s);
        uint8_t value = p->given[s.column - p->span->first];
        uint8_t outcome = value == SH_BYTE_ANY ? likely_outcome(&s) : outcome_of(value);
        p->scratch->outcome[s.column] = outcome;
        sh_encode(p->encoder, outcome == 1, model->win[sh_win_context(&s.hints, s.level)]);
        if (outcome != 1)
            sh_encode(p->encoder, outcome == DRAWN,
                      model->draw[sh_draw_context(&s.hints, s.level)]);
        if (!model->distances || outcome == DRAWN) continue;
        int turns = typical_turns(p, &s, outcome);
        sh_excess excess = look_excess(p, &s, outcome);
        int which = sh_distance_context(outcome, &excess, turns);
        int guess = excess.least + model->guess[which];
        int own = has_distance(value) ? value / 2 - turns : guess;
        p->scratch->excess[s.column] = (int8_t)own;
        encode_excess(p->encoder, model->distance[which], own - guess);
    }
}

void sh_duel_encode(const sh_value_model *model, const sh_walk *walk, const sh_span *span,
                    const uint8_t *values, sh_duel_scratch *scratch, sh_encoder *encoder) {
    passage p = {
        .model = model, .span = span, .scratch = scratch, .given = values, .encoder = encoder};
    sh_walk_row row;
    sh_walk_row_make(&row, walk, &span->waiter);
    sh_walk_runs(&row, span->first, span->last, encode_run, &p);
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
