// SPDX-License-Identifier: MIT
// The coder of patches, for the CPU level of the including file, which names it CODER.
//
// `pass_outcomes` and `pass_distances` are written once; `mode` is known to the compiler wherever
// they are used, so that each of counting, listing and decoding becomes straight code.
#include "table/patch.h"
#include "table/patch_lanes.h"

typedef enum mode { COUNT, LIST, DECODE } mode;

// What a pass works with besides the patch; each mode uses its own.
typedef struct pass {
    const sh_patch *patch;
    sh_patch_scratch *scratch;
    const sh_patch_lanes *given;
    sh_patch_counts *counts;
    sh_rans rans;
} pass;

// One decision. When counting and listing the answer is known.
INLINE bool decide(pass *p, mode mode, bool answer, uint16_t probability, uint32_t counts[2]) {
    if (mode == DECODE) return sh_rans_pop_bit(&p->rans, probability);
    if (mode == LIST) sh_rans_push_bit(&p->scratch->list, answer, probability);
    if (mode == COUNT) counts[answer]++;
    return answer;
}

// A column while its outcomes are found.
typedef struct column_view {
    const sh_patch_column *column;
    uint64_t given_wins, given_draws, given_any; // not when decoding
    sh_patch_lanes back, side, level;
    uint64_t sure_wins, sure_losses;
    uint64_t near_draws; // lanes with a drawn neighbour
} column_view;

INLINE void look_at_column(const pass *p, uint32_t number, column_view *v) {
    const sh_patch *patch = p->patch;
    const sh_patch_model *model = patch->model;
    const sh_patch_column *column = v->column = &patch->shape->column[number];
    const uint32_t *neighbour = patch->shape->neighbour + column->neighbour;
    lanes back = {0}, side = {0};
    v->near_draws = 0;
    for (int i = 0; i < column->backs; i++) {
        back += lanes_load(&p->scratch->outcome[neighbour[i]]);
        v->near_draws |= p->scratch->draws[neighbour[i]];
    }
    for (int i = column->backs; i < column->all; i++) {
        side += lanes_load(&p->scratch->outcome[neighbour[i]]);
        v->near_draws |= p->scratch->draws[neighbour[i]];
    }
    lanes level =
        ((lanes_load(patch->mover_merit) - lanes_all(patch->waiter_merit[column->set])) >> 1) +
        lanes_all(SH_LEVELS / 2);
    level = lanes_min(lanes_max(level, lanes_all(0)), lanes_all(SH_LEVELS - 1));
    lanes either = back | side;
    lanes no_wins = (lanes)((either & lanes_all(15)) == lanes_all(0));
    lanes no_others = (lanes)((either & lanes_all(-16)) == lanes_all(0));
    lanes high = (lanes)(level >= lanes_all(model->sure_win));
    lanes low = (lanes)(level < lanes_all(model->sure_loss));
    v->sure_wins = lanes_mask(no_others & ~no_wins & high) & column->legal;
    v->sure_losses = lanes_mask(no_wins & ~no_others & low) & column->legal;
    lanes_store(&v->back, back);
    lanes_store(&v->side, side);
    lanes_store(&v->level, level);
}

INLINE void look_at_given(const pass *p, uint32_t number, column_view *v) {
    lanes given = lanes_load(&p->given[number]);
    v->given_any = lanes_mask((lanes)(given == lanes_all(SH_BYTE_ANY))) & v->column->legal;
    v->given_draws = lanes_mask((lanes)(given == lanes_all(SH_BYTE_DRAW))) & v->column->legal;
    v->given_wins =
        lanes_mask(-(given & lanes_all(1))) & v->column->legal & ~v->given_any & ~v->given_draws;
}

// Is one of the sure lanes an exception? Then all lanes are taken one by one.
INLINE bool find_exception(pass *p, mode mode, const column_view *v) {
    uint64_t sure = v->sure_wins | v->sure_losses;
    if (!sure) return true;
    int context = (b64_count(sure) + 7) / 8;
    uint64_t wrong =
        ((v->sure_wins & ~v->given_wins) | (v->sure_losses & v->given_wins)) & ~v->given_any;
    return decide(p, mode, mode != DECODE && wrong, p->patch->model->exception[context],
                  mode == COUNT ? p->counts->exception[context] : NULL);
}

// Does the mover win in this lane?
INLINE bool find_win(pass *p, mode mode, const column_view *v, int lane) {
    const sh_patch_model *model = p->patch->model;
    int back = v->back.lane[lane], side = v->side.lane[lane];
    int context =
        ((model->back[back] * (SH_MOST_SIDE + 1) * (SH_MOST_SIDE + 1) + model->side[side]) *
         SH_LEVELS) +
        v->level.lane[lane];
    uint16_t probability = model->win[context];
    bool answer = false;
    if (mode != DECODE) answer = v->given_wins >> lane & 1;
    if (mode == LIST && (v->given_any >> lane & 1)) answer = probability >= SH_RANS_SLOTS / 2;
    if (mode == COUNT && (v->given_any >> lane & 1)) return (back & 15) > back >> 4;
    return decide(p, mode, answer, probability, mode == COUNT ? p->counts->win[context] : NULL);
}

// The drawn ones among lanes that are not won.
static inline uint64_t find_draws(pass *p, mode mode, const column_view *v, uint64_t others) {
    const sh_patch_column *column = v->column;
    const uint32_t *neighbour = p->patch->shape->neighbour + column->neighbour;
    uint64_t draws = 0;
    for (; others; others = b64_rest(others)) {
        int lane = b64_first(others), near = 0;
        for (int i = 0; i < column->all; i++)
            near += (int)(p->scratch->draws[neighbour[i]] >> lane & 1);
        sh_hints hints = {.back_wins = v->back.lane[lane] & 15, .draws = near};
        int context = sh_draw_context(&hints, v->level.lane[lane]);
        bool answer = mode != DECODE && (v->given_draws >> lane & 1);
        draws |= (uint64_t)decide(p, mode, answer, p->patch->model->draw[context],
                                  mode == COUNT ? p->counts->draw[context] : NULL)
                 << lane;
    }
    return draws;
}

INLINE bool pass_outcomes(pass *p, mode mode) {
    for (uint32_t number = 0; number < p->patch->shape->columns; number++) {
        column_view v;
        look_at_column(p, number, &v);
        if (mode != DECODE) look_at_given(p, number, &v);
        if (mode == DECODE && !sh_rans_in_bounds(&p->rans)) return false;
        uint64_t legal = v.column->legal;
        if (!legal) {
            p->scratch->wins[number] = p->scratch->draws[number] = 0;
            lanes_store(&p->scratch->outcome[number], lanes_all(0));
            continue;
        }
        bool exception = find_exception(p, mode, &v);
        uint64_t wins = exception ? 0 : v.sure_wins;
        uint64_t unsure = exception ? legal : legal & ~(v.sure_wins | v.sure_losses);
        for (; unsure; unsure = b64_rest(unsure)) {
            int lane = b64_first(unsure);
            wins |= (uint64_t)find_win(p, mode, &v, lane) << lane;
        }
        uint64_t others = legal & ~wins, draws = 0;
        int near = v.near_draws != 0;
        if (others &&
            decide(p, mode, mode != DECODE && (v.given_draws & others),
                   p->patch->model->drawn[near], mode == COUNT ? p->counts->drawn[near] : NULL))
            draws = find_draws(p, mode, &v, others);
        p->scratch->wins[number] = wins;
        p->scratch->draws[number] = draws;
        lanes_store(&p->scratch->outcome[number],
                    (lanes_spread(wins) & lanes_all(1)) | (lanes_spread(others) & lanes_all(16)));
    }
    return mode != DECODE || sh_rans_done(&p->rans);
}

// A column while its distances are found, by lane.
typedef struct distance_view {
    sh_patch_lanes least; // excess of the neighbours with the same outcome; 0 where none has it
    sh_patch_lanes count; // how many have it
    sh_patch_lanes above; // their sum above the least
    sh_patch_lanes kind;  // outcome, least and spread as a part of the context
    sh_patch_lanes turns; // typical for the winner's set
} distance_view;

INLINE uint64_t same_outcome(const pass *p, uint64_t wins, uint32_t neighbour) {
    uint64_t won = p->scratch->wins[neighbour];
    uint64_t lost = p->patch->shape->column[neighbour].legal & ~won & ~p->scratch->draws[neighbour];
    return (wins & won) | (~wins & lost);
}

INLINE void look_at_distances(const pass *p, uint32_t number, distance_view *v) {
    const sh_patch *patch = p->patch;
    const sh_patch_column *column = &patch->shape->column[number];
    const uint32_t *neighbour = patch->shape->neighbour + column->neighbour;
    uint64_t wins = p->scratch->wins[number];
    lanes least = lanes_all(INT8_MAX), greatest = lanes_all(INT8_MIN), count = {0}, above = {0};
    lanes own = lanes_spread(wins);
    for (int i = 0; i < column->all; i++) {
        lanes mask = lanes_spread(same_outcome(p, wins, neighbour[i]));
        lanes excess = lanes_load(&p->scratch->excess[neighbour[i]]);
        least = lanes_min(least, lanes_choose(mask, excess, lanes_all(INT8_MAX)));
        greatest = lanes_max(greatest, lanes_choose(mask, excess, lanes_all(INT8_MIN)));
        count -= mask;
    }
    lanes some = (lanes)(count != lanes_all(0));
    least &= some;
    for (int i = 0; i < column->all; i++) {
        lanes mask = lanes_spread(same_outcome(p, wins, neighbour[i]));
        lanes excess = lanes_load(&p->scratch->excess[neighbour[i]]);
        lanes far = (lanes)(excess > least + lanes_all(SH_MOST_ABOVE)) |
                    (lanes)(least > lanes_all(INT8_MAX - SH_MOST_ABOVE));
        above += lanes_choose(far, lanes_all(SH_MOST_ABOVE), excess - least) & mask;
    }
    lanes spread = (greatest - least) & some;
    spread = lanes_choose((lanes)(spread < lanes_all(0)), lanes_all(SH_SPREADS - 1),
                          lanes_min(spread, lanes_all(SH_SPREADS - 1)));
    lanes low = lanes_min(lanes_max(least, lanes_all(SH_LEAST_EXCESS)),
                          lanes_all(SH_LEAST_EXCESS + SH_LEAST_LEVELS - 1)) -
                lanes_all(SH_LEAST_EXCESS);
    lanes kind =
        (own & lanes_all(SH_LEAST_LEVELS * SH_SPREADS)) + low * lanes_all(SH_SPREADS) + spread;
    lanes_store(&v->least, least);
    lanes_store(&v->count, count);
    lanes_store(&v->above, above);
    lanes_store(&v->kind, kind);
    lanes_store(&v->turns, lanes_choose(own, lanes_load(patch->mover_turns),
                                        lanes_all(patch->waiter_turns[column->set])));
}

INLINE int distance_context(const sh_distance_model *model, const distance_view *v, int lane,
                            bool win) {
    int level = sh_clamp(v->turns.lane[lane] >> 1, 0, SH_TURN_LEVELS - 1);
    int count = v->count.lane[lane];
    int mean = model->mean[count][v->above.lane[lane]];
    int near = (v->kind.lane[lane] * SH_MEANS + mean) * SH_TURN_LEVELS + level;
    int alone = SH_DISTANCE_CONTEXTS - 2 * SH_TURN_LEVELS + win * SH_TURN_LEVELS + level;
    return count ? near : alone;
}

enum { MOST_TURNS = SH_BYTE_LONGEST / 2, ESCAPE_SHIFT = SH_RANS_BITS - 8 };

// The excess of a lane from the string.
INLINE int decode_excess(pass *p, const distance_view *v, int lane, int context) {
    const sh_distance_model *model = p->patch->model->distance;
    int class = model->class_of[context];
    int symbol = model->symbol[class][sh_rans_slot(&p->rans) / 2];
    sh_rans_pop(&p->rans, model->start[class][symbol], model->freq[class][symbol]);
    int excess = (int8_t)v->least.lane[lane] + model->guess[context] + symbol - SH_SYMBOL_GUESS;
    if (__builtin_expect(symbol != SH_SYMBOL_ESCAPE, 1)) return excess;
    uint32_t byte = sh_rans_slot(&p->rans) >> ESCAPE_SHIFT;
    sh_rans_pop(&p->rans, byte << ESCAPE_SHIFT, 1u << ESCAPE_SHIFT);
    return (int8_t)byte;
}

// Lists the excess of a lane; where any will do, the likeliest that is possible. Returns it.
INLINE int list_excess(pass *p, const distance_view *v, int lane, int context, uint8_t value) {
    const sh_distance_model *model = p->patch->model->distance;
    sh_rans_list *list = &p->scratch->list;
    int class = model->class_of[context], turns = v->turns.lane[lane];
    int guess = (int8_t)v->least.lane[lane] + model->guess[context] - SH_SYMBOL_GUESS;
    bool any = value == 0 || value >= SH_BYTE_DRAW;
    int excess = any ? guess + model->likeliest[class] : value / 2 - turns;
    if (any) excess = sh_clamp(excess + turns, 0, MOST_TURNS) - turns;
    int symbol = excess - guess;
    if (symbol < 0 || symbol >= SH_SYMBOL_ESCAPE) symbol = SH_SYMBOL_ESCAPE;
    sh_rans_push(list, model->start[class][symbol], model->freq[class][symbol]);
    if (symbol == SH_SYMBOL_ESCAPE)
        sh_rans_push(list, (uint32_t)(uint8_t)excess << ESCAPE_SHIFT, 1u << ESCAPE_SHIFT);
    return excess;
}

INLINE int count_excess(const pass *p, const distance_view *v, int lane, int context,
                        uint8_t value) {
    int least = (int8_t)v->least.lane[lane];
    if (value == 0 || value >= SH_BYTE_DRAW) return least;
    int excess = value / 2 - v->turns.lane[lane];
    p->counts
        ->distance[context][sh_clamp(excess - least + SH_EXCESS_BINS / 2, 0, SH_EXCESS_BINS - 1)]++;
    return excess;
}

INLINE bool pass_distances(pass *p, mode mode, sh_patch_lanes *values) {
    const sh_distance_model *model = p->patch->model->distance;
    int wrong = 0;
    for (uint32_t number = 0; number < p->patch->shape->columns; number++) {
        distance_view v;
        uint64_t legal = p->patch->shape->column[number].legal;
        uint64_t wins = p->scratch->wins[number], draws = p->scratch->draws[number];
        sh_patch_lanes *own = &p->scratch->excess[number];
        if (mode == DECODE && !sh_rans_in_bounds(&p->rans)) return false;
        look_at_distances(p, number, &v);
        lanes_store(own, lanes_all(0));
        for (uint64_t rest = legal & ~draws; rest; rest = b64_rest(rest)) {
            int lane = b64_first(rest), excess;
            int context = distance_context(model, &v, lane, wins >> lane & 1);
            if (mode == DECODE)
                excess = decode_excess(p, &v, lane, context);
            else if (mode == LIST)
                excess = list_excess(p, &v, lane, context, p->given[number].lane[lane]);
            else
                excess = count_excess(p, &v, lane, context, p->given[number].lane[lane]);
            unsigned turns = (unsigned)(v.turns.lane[lane] + excess);
            wrong |= turns > MOST_TURNS;
            own->lane[lane] = (uint8_t)excess;
        }
        if (mode != DECODE) continue;
        lanes turns = lanes_load(&v.turns) + lanes_load(own);
        lanes plies = turns + turns + (lanes_spread(wins) & lanes_all(1));
        plies = lanes_choose(lanes_spread(draws), lanes_all(SH_BYTE_DRAW), plies);
        lanes_store(&values[number],
                    lanes_choose(lanes_spread(legal), plies, lanes_all(SH_BYTE_ANY)));
    }
    return !wrong && (mode != DECODE || sh_rans_done(&p->rans));
}

static void count_patch(const sh_patch *patch, const sh_patch_lanes *values,
                        sh_patch_scratch *scratch, sh_patch_counts *counts) {
    pass p = {.patch = patch, .scratch = scratch, .given = values, .counts = counts};
    pass_outcomes(&p, COUNT);
    if (patch->model->distance) pass_distances(&p, COUNT, NULL);
}

static void list_outcomes(const sh_patch *patch, const sh_patch_lanes *values,
                          sh_patch_scratch *scratch) {
    pass p = {.patch = patch, .scratch = scratch, .given = values};
    scratch->list.count = 0;
    pass_outcomes(&p, LIST);
}

static void list_distances(const sh_patch *patch, const sh_patch_lanes *values,
                           sh_patch_scratch *scratch) {
    pass p = {.patch = patch, .scratch = scratch, .given = values};
    scratch->list.count = 0;
    bool possible = pass_distances(&p, LIST, NULL);
    assert(possible);
}

static bool decode_outcomes(const sh_patch *patch, sh_rans *rans, sh_patch_scratch *scratch) {
    pass p = {.patch = patch, .scratch = scratch, .rans = *rans};
    return pass_outcomes(&p, DECODE);
}

static bool decode_distances(const sh_patch *patch, sh_rans *rans, sh_patch_scratch *scratch,
                             sh_patch_lanes *values) {
    pass p = {.patch = patch, .scratch = scratch, .rans = *rans};
    return pass_distances(&p, DECODE, values);
}

const sh_patch_coder CODER = {
    .name = NAME,
    .count = count_patch,
    .list_outcomes = list_outcomes,
    .list_distances = list_distances,
    .decode_outcomes = decode_outcomes,
    .decode_distances = decode_distances,
};
