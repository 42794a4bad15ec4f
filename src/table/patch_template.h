// SPDX-License-Identifier: MIT
// The coder of patches, for the CPU level of the including file, which names it CODER.
//
// `walk_outcomes` and `walk_distances` are written once; `mode` is known to the compiler wherever
// they are used, so that each of counting, listing and decoding becomes straight code.
#include "table/patch.h"
#include "table/patch_lanes.h"

typedef enum walk_mode { COUNT, LIST, DECODE } walk_mode;

// What a walk over a patch works with besides it; each mode uses its own.
typedef struct patch_walk {
    const sh_patch *patch;
    sh_patch_scratch *scratch;
    const sh_patch_lanes *given;
    sh_patch_counts *counts;
    sh_rans rans;
} patch_walk;

// One decision. When counting and listing the answer is known.
INLINE bool decide(patch_walk *p, walk_mode mode, int state, bool answer, uint16_t probability,
                   uint32_t counts[2]) {
    if (mode == DECODE) return sh_rans_pop_bit(&p->rans, state, probability);
    if (mode == LIST) sh_rans_push_bit(&p->scratch->list, state, answer, probability);
    if (mode == COUNT && counts) counts[answer]++;
    return answer;
}

// A column while its outcomes are found.
typedef struct column_view {
    const sh_patch_column *column;
    uint64_t given_wins, given_draws, given_any; // not when decoding
    sh_patch_lanes back, level;
    lanes16 context; // of "win?"
    uint64_t sure_wins, sure_losses;
    uint64_t near_draws; // lanes with a drawn neighbour
} column_view;

// Neighbours are counted in a byte, wins in its low half, others in the high one. By lane: 1 where
// there are wins, 2 where there are others, 3 both.
INLINE lanes kinds(lanes x) {
    lanes no_wins = (lanes)((x & lanes_all(15)) == lanes_all(0));
    lanes no_others = (lanes)((x & lanes_all(-16)) == lanes_all(0));
    return (~no_wins & lanes_all(1)) | (~no_others & lanes_all(2));
}

INLINE lanes16 win_contexts(const sh_patch_shape *shape, lanes back, lanes side, lanes level) {
    lanes wins = lanes_min(back & lanes_all(15), lanes_all(SH_MOST_NEAR));
    lanes others = lanes_min(back >> 4 & lanes_all(15), lanes_all(SH_MOST_NEAR));
    lanes near = wins * lanes_all(16) + others * lanes_all(4) + kinds(side), kind = kinds(back);
    lanes behind =
        lanes_move(kind, shape->behind[0]) * lanes_all(4) + lanes_move(kind, shape->behind[1]);
    return lanes_widen(near) << 10 | lanes_widen(behind) << 6 | lanes_widen(level);
}
_Static_assert(SH_NEAR_CONTEXTS == 64 && SH_BEHIND_CONTEXTS == 16 && SH_LEVELS == 64, "shifts");

// A lane's merit follows its surprises.
INLINE lanes adapted_merit(lanes merit, lanes adapt) {
    return lanes_min(lanes_max(merit + (adapt >> 2), lanes_all(-SH_MOST_MERIT)),
                     lanes_all(SH_MOST_MERIT));
}

INLINE lanes adapt_lanes(lanes adapt, const column_view *v, uint64_t wins) {
    lanes high = (lanes)(lanes_load(&v->level) >= lanes_all(SH_LEVELS / 2));
    lanes better = lanes_spread(wins) & ~high,
          worse = lanes_spread(v->column->legal & ~wins) & high;
    adapt += (better & lanes_all(SH_ADAPT_STEP)) - (worse & lanes_all(SH_ADAPT_STEP));
    return adapt - (adapt >> SH_ADAPT_FADE);
}

INLINE void look_at_column(const patch_walk *p, uint32_t number, lanes adapt, column_view *v) {
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
    lanes merit = adapted_merit(lanes_load(patch->mover_merit), adapt);
    lanes level =
        ((merit - lanes_all(patch->waiter_merit[column->set])) >> 1) + lanes_all(SH_LEVELS / 2);
    level = lanes_min(lanes_max(level, lanes_all(0)), lanes_all(SH_LEVELS - 1));
    lanes either = back | side;
    lanes no_wins = (lanes)((either & lanes_all(15)) == lanes_all(0));
    lanes no_others = (lanes)((either & lanes_all(-16)) == lanes_all(0));
    lanes high = (lanes)(level >= lanes_all(model->sure_win));
    lanes low = (lanes)(level < lanes_all(model->sure_loss));
    v->sure_wins = lanes_mask(no_others & ~no_wins & high) & column->legal;
    v->sure_losses = lanes_mask(no_wins & ~no_others & low) & column->legal;
    lanes_store(&v->back, back);
    lanes_store(&v->level, level);
    v->context = win_contexts(patch->shape, back, side, level);
}

INLINE void look_at_given(const patch_walk *p, uint32_t number, column_view *v) {
    lanes given = lanes_load(&p->given[number]);
    v->given_any = lanes_mask((lanes)(given == lanes_all(SH_BYTE_ANY))) & v->column->legal;
    v->given_draws = lanes_mask((lanes)(given == lanes_all(SH_BYTE_DRAW))) & v->column->legal;
    v->given_wins =
        lanes_mask(-(given & lanes_all(1))) & v->column->legal & ~v->given_any & ~v->given_draws;
}

// Is one of the sure lanes an exception? Then all lanes are taken one by one.
INLINE bool find_exception(patch_walk *p, walk_mode mode, const column_view *v) {
    uint64_t sure = v->sure_wins | v->sure_losses;
    if (!sure) return true;
    int context = (b64_count(sure) + 7) / 8;
    uint64_t wrong =
        ((v->sure_wins & ~v->given_wins) | (v->sure_losses & v->given_wins)) & ~v->given_any;
    return decide(p, mode, 0, mode != DECODE && wrong, p->patch->model->exception[context],
                  mode == COUNT ? p->counts->exception[context] : NULL);
}

// The won ones among lanes that are not sure. Contexts first: they do not wait for the string.
INLINE uint64_t decode_wins(patch_walk *p, const column_view *v, uint64_t unsure) {
    const uint16_t *win = p->patch->model->win;
    uint16_t context[2 * SH_BAND_LANES];
    int count = b64_count(unsure), i = 0;
    uint64_t packed = 0;
    lanes_pack16(context, v->context, unsure);
    sh_rans rans = p->rans; // in registers
    for (; i + SH_OUTCOME_STATES <= count; i += SH_OUTCOME_STATES)
#pragma GCC unroll 2
        for (int j = 0; j < SH_OUTCOME_STATES; j++)
            packed |= (uint64_t)sh_rans_pop_bit(&rans, j, win[context[i + j]]) << (i + j);
    for (int j = 0; i + j < count; j++)
        packed |= (uint64_t)sh_rans_pop_bit(&rans, j, win[context[i + j]]) << (i + j);
    p->rans = rans;
    return bits_unpack(packed, unsure);
}

// The same where they are known. Where any will do, the likelier.
INLINE uint64_t know_wins(patch_walk *p, walk_mode mode, const column_view *v, uint64_t unsure) {
    const sh_patch_model *model = p->patch->model;
    uint16_t packed[2 * SH_BAND_LANES];
    uint64_t wins = 0;
    lanes_pack16(packed, v->context, unsure);
    for (int i = 0; unsure; unsure = b64_rest(unsure), i++) {
        int lane = b64_first(unsure), context = packed[i], state = i % SH_OUTCOME_STATES;
        bool any = v->given_any >> lane & 1, win = v->given_wins >> lane & 1;
        if (any && mode == LIST) win = model->win[context] >= SH_RANS_SLOTS / 2;
        if (any && mode == COUNT) win = (v->back.lane[lane] & 15) > v->back.lane[lane] >> 4;
        if (!any || mode == LIST)
            decide(p, mode, state, win, model->win[context],
                   mode == COUNT ? p->counts->win[context] : NULL);
        wins |= (uint64_t)win << lane;
    }
    return wins;
}

// The drawn ones among lanes that are not won.
static inline uint64_t find_draws(patch_walk *p, walk_mode mode, const column_view *v,
                                  uint64_t others) {
    const sh_patch_column *column = v->column;
    const uint32_t *neighbour = p->patch->shape->neighbour + column->neighbour;
    uint64_t draws = 0;
    for (int i = 0; others; others = b64_rest(others), i = (i + 1) % SH_OUTCOME_STATES) {
        int lane = b64_first(others), near = 0;
        for (int j = 0; j < column->all; j++)
            near += (int)(p->scratch->draws[neighbour[j]] >> lane & 1);
        sh_hints hints = {.back_wins = v->back.lane[lane] & 15, .draws = near};
        int context = sh_draw_context(&hints, v->level.lane[lane]);
        bool answer = mode != DECODE && (v->given_draws >> lane & 1);
        draws |= (uint64_t)decide(p, mode, i, answer, p->patch->model->draw[context],
                                  mode == COUNT ? p->counts->draw[context] : NULL)
                 << lane;
    }
    return draws;
}

INLINE bool walk_outcomes(patch_walk *p, walk_mode mode) {
    lanes adapt = {0};
    for (uint32_t number = 0; number < p->patch->shape->columns; number++) {
        column_view v;
        look_at_column(p, number, adapt, &v);
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
        wins |= mode == DECODE ? decode_wins(p, &v, unsure) : know_wins(p, mode, &v, unsure);
        uint64_t others = legal & ~wins, draws = 0;
        int near = v.near_draws != 0;
        if (others &&
            decide(p, mode, 0, mode != DECODE && (v.given_draws & others),
                   p->patch->model->drawn[near], mode == COUNT ? p->counts->drawn[near] : NULL))
            draws = find_draws(p, mode, &v, others);
        adapt = adapt_lanes(adapt, &v, wins);
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
    sh_patch_lanes turns; // typical for the winner's set
    lanes16 context;
} distance_view;

INLINE uint64_t same_outcome(const patch_walk *p, uint64_t wins, uint32_t neighbour) {
    uint64_t won = p->scratch->wins[neighbour];
    uint64_t lost = p->patch->shape->column[neighbour].legal & ~won & ~p->scratch->draws[neighbour];
    return (wins & won) | (~wins & lost);
}

// By lane: eight times the mean of so many numbers with this sum, at most 15; 0 where there are
// none.
INLINE lanes16 mean_above(const sh_distance_model *model, lanes count, lanes above) {
#if defined(__AVX512VBMI2__)
    (void)model;
    // 65536 / n, rounded up: exact for these sums. One number alone is the least.
    static const uint16_t PARTS[32] = {0,    0,    32768, 21846, 16384, 13108, 10923, 9363,
                                       8192, 7282, 6554,  5958,  5462,  5042,  4682,  4370,
                                       4096, 3856, 3641,  3450,  3277,  3121};
    _Static_assert(SH_MOST_STEPS <= 21 && SH_MOST_STEPS * SH_MOST_ABOVE < 256, "parts");
    lanes16 n = lanes_widen(count), sum = lanes_widen(above) << 3, mean;
    __m512i part = _mm512_loadu_si512(PARTS), number[2], eight[2];
    memcpy(number, &n, sizeof number);
    memcpy(eight, &sum, sizeof eight);
    for (int i = 0; i < 2; i++)
        eight[i] = _mm512_min_epu16(
            _mm512_mulhi_epu16(eight[i], _mm512_permutexvar_epi16(number[i], part)),
            _mm512_set1_epi16(SH_MEANS - 1));
    memcpy(&mean, eight, sizeof mean);
    return mean;
#else
    uint8_t n[SH_BAND_LANES], sum[SH_BAND_LANES], mean[SH_BAND_LANES];
    memcpy(n, &count, sizeof n);
    memcpy(sum, &above, sizeof sum);
    for (int lane = 0; lane < SH_BAND_LANES; lane++)
        mean[lane] = model->mean[n[lane] * 256 + sum[lane]];
    return lanes_widen(lanes_load(mean));
#endif
}

INLINE void look_at_distances(const patch_walk *p, uint32_t number, distance_view *v) {
    const sh_patch *patch = p->patch;
    const sh_patch_column *column = &patch->shape->column[number];
    const uint32_t *neighbour = patch->shape->neighbour + column->neighbour;
    uint64_t wins = p->scratch->wins[number];
    lanes least = lanes_all(INT8_MAX), greatest = lanes_all(INT8_MIN), count = {0}, above = {0};
    lanes own = lanes_spread(wins), same[SH_MOST_STEPS];
    for (int i = 0; i < column->all; i++) {
        lanes mask = same[i] = lanes_spread(same_outcome(p, wins, neighbour[i]));
        lanes excess = lanes_load(&p->scratch->excess[neighbour[i]]);
        least = lanes_min(least, lanes_choose(mask, excess, lanes_all(INT8_MAX)));
        greatest = lanes_max(greatest, lanes_choose(mask, excess, lanes_all(INT8_MIN)));
        count -= mask;
    }
    lanes some = (lanes)(count != lanes_all(0));
    least &= some;
    for (int i = 0; i < column->all; i++) {
        lanes excess = lanes_load(&p->scratch->excess[neighbour[i]]);
        above += lanes_lower(excess - least, lanes_all(SH_MOST_ABOVE)) & same[i];
    }
    lanes spread = (greatest - least) & some;
    spread = lanes_choose((lanes)(spread < lanes_all(0)), lanes_all(SH_SPREADS - 1),
                          lanes_min(spread, lanes_all(SH_SPREADS - 1)));
    lanes low = lanes_min(lanes_max(least, lanes_all(SH_LEAST_EXCESS)),
                          lanes_all(SH_LEAST_EXCESS + SH_LEAST_LEVELS - 1)) -
                lanes_all(SH_LEAST_EXCESS);
    lanes kind =
        (own & lanes_all(SH_LEAST_LEVELS * SH_SPREADS)) + low * lanes_all(SH_SPREADS) + spread;
    lanes turns = lanes_choose(own, lanes_load(patch->mover_turns),
                               lanes_all(patch->waiter_turns[column->set]));
    lanes level = lanes_min(turns >> 1 & lanes_all(INT8_MAX), lanes_all(SH_TURN_LEVELS - 1));
    // Without neighbours the outcome stands where the mean would.
    kind = lanes_choose(some, kind, lanes_all(-128));
    level |= ~some & own & lanes_all(SH_TURN_LEVELS);
    lanes_store(&v->least, least);
    lanes_store(&v->turns, turns);
    v->context = (lanes_widen(kind) << 8 | lanes_widen(level)) +
                 (mean_above(patch->model->distance, count, above) << 4);
}
_Static_assert(SH_TURN_LEVELS == 16 && SH_MEANS == 16, "shifts");

enum { MOST_TURNS = SH_BYTE_LONGEST / 2, ESCAPE_SHIFT = SH_RANS_BITS - 8 };

// Takes a symbol from one state of the string, given its context's class and guess: how far the
// excess is above the neighbours' least. True where another follows that says it.
INLINE bool decode_symbol(const sh_distance_model *model, sh_rans *rans, int state,
                          unsigned context, uint8_t *above) {
    uint32_t slot = model->slot[context & 0xff][sh_rans_slot(rans, state) / SH_FREQ_UNIT];
    int symbol = slot & 15;
    sh_rans_pop(rans, state, slot >> 4 & 0xfff, slot >> 16);
    *above = (uint8_t)((int)(context >> 8) + symbol - SH_SYMBOL_GUESS);
    return __builtin_expect(symbol == SH_SYMBOL_ESCAPE, 0);
}

// The excess itself, of the lane that is number `i` of `rest`.
static uint8_t decode_escape(sh_rans *rans, int state, const distance_view *v, uint64_t rest,
                             int i) {
    uint32_t byte = sh_rans_slot(rans, state) >> ESCAPE_SHIFT;
    sh_rans_pop(rans, state, byte << ESCAPE_SHIFT, 1u << ESCAPE_SHIFT);
    while (i-- > 0) rest = b64_rest(rest);
    return (uint8_t)(byte - v->least.lane[b64_first(rest)]);
}

// One symbol from each state: bit j of the answer says that another follows from state j.
INLINE unsigned decode_round(const sh_distance_model *model, sh_rans *rans, const uint16_t *context,
                             int count, uint8_t *above) {
    unsigned escapes = 0;
    for (int j = 0; j < count; j++)
        escapes |= (unsigned)decode_symbol(model, rans, j, model->context[context[j]], &above[j])
                   << j;
    return escapes;
}

#if defined(__AVX512VBMI2__)
// The same at once.
INLINE unsigned decode_at_once(const sh_distance_model *model, sh_rans *rans,
                               const uint16_t *context, int count, uint8_t *above) {
    const __m512i low = _mm512_set1_epi32(0xffff), byte = _mm512_set1_epi32(0xff);
    const __m512i slots = _mm512_set1_epi32(SH_RANS_SLOTS - 1);
    __mmask16 lanes = (__mmask16)((1u << count) - 1);
    __m512i x = _mm512_loadu_si512(rans->state), none = _mm512_setzero_si512();
    __m512i at = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)context));
    __m512i known = _mm512_mask_i32gather_epi32(none, lanes, at, model->context, 2);
    __m512i class = _mm512_and_si512(known, byte);
    __m512i slot = _mm512_and_si512(x, slots);
    __m512i place =
        _mm512_add_epi32(_mm512_slli_epi32(class, SH_RANS_BITS - 2), _mm512_srli_epi32(slot, 2));
    __m512i found = _mm512_mask_i32gather_epi32(none, lanes, place, model->slot, 4);
    __m512i symbol = _mm512_and_si512(found, _mm512_set1_epi32(SH_SYMBOLS - 1));
    __mmask16 escapes = _mm512_cmpeq_epi32_mask(symbol, _mm512_set1_epi32(SH_SYMBOL_ESCAPE));
    __m512i start = _mm512_and_si512(_mm512_srli_epi32(found, 4), slots);
    __m512i next = _mm512_add_epi32(
        _mm512_mullo_epi32(_mm512_srli_epi32(found, 16), _mm512_srli_epi32(x, SH_RANS_BITS)),
        _mm512_sub_epi32(slot, start));
    __mmask16 more = _mm512_mask_cmple_epu32_mask(lanes, next, low);
    __m512i words = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)rans->at));
    next = _mm512_mask_or_epi32(next, more, _mm512_slli_epi32(next, 16),
                                _mm512_maskz_expand_epi32(more, words));
    _mm512_storeu_si512(rans->state, _mm512_mask_mov_epi32(x, lanes, next));
    rans->at += 2 * __builtin_popcount(more);
    __m512i guess =
        _mm512_sub_epi32(_mm512_srli_epi32(known, 8), _mm512_set1_epi32(SH_SYMBOL_GUESS));
    _mm_storeu_si128((__m128i *)above, _mm512_cvtepi32_epi8(_mm512_add_epi32(symbol, guess)));
    return escapes;
}
_Static_assert(SH_MANY_STATES == 16 && SH_SYMBOLS == 16 && SH_FREQ_UNIT == 4, "at once");
#else
#define decode_at_once decode_round
#endif

// The excesses of a column. Contexts first: they do not wait for the string.
INLINE lanes decode_column(patch_walk *p, const distance_view *v, uint64_t rest) {
    const sh_distance_model *model = p->patch->model->distance;
    uint16_t context[2 * SH_BAND_LANES];
    uint8_t above[SH_BAND_LANES + SH_MANY_STATES];
    int count = b64_count(rest), states = sh_distance_states(p->patch->shape->columns);
    lanes_pack16(context, v->context, rest);
    sh_rans rans = p->rans; // in registers
    for (int i = 0; i < count; i += states) {
        int left = count - i < states ? count - i : states;
        unsigned escapes = states == SH_MANY_STATES
                               ? decode_at_once(model, &rans, context + i, left, above + i)
                               : decode_round(model, &rans, context + i, left, above + i);
        for (; __builtin_expect(escapes != 0, 0); escapes &= escapes - 1) {
            int j = __builtin_ctz(escapes);
            above[i + j] = decode_escape(&rans, j, v, rest, i + j);
        }
    }
    p->rans = rans;
    return lanes_unpack(above, rest) + lanes_load(&v->least);
}

// Escapes follow when each state has had its symbol.
typedef struct escape_list {
    int count;
    uint8_t state[SH_RANS_MOST_STATES], excess[SH_RANS_MOST_STATES];
} escape_list;

INLINE void list_escapes(sh_rans_list *list, escape_list *escapes) {
    for (int i = 0; i < escapes->count; i++)
        sh_rans_push(list, escapes->state[i], (uint32_t)escapes->excess[i] << ESCAPE_SHIFT,
                     1u << ESCAPE_SHIFT);
    escapes->count = 0;
}

// Lists the excess of a lane; where any will do, the likeliest that is possible. Returns it.
INLINE int list_excess(patch_walk *p, const distance_view *v, int lane, int state, int context,
                       uint8_t value, escape_list *escapes) {
    const sh_distance_model *model = p->patch->model->distance;
    sh_rans_list *list = &p->scratch->list;
    int class = model->class_of[context], turns = v->turns.lane[lane];
    int guess = (int8_t)v->least.lane[lane] + model->guess[context] - SH_SYMBOL_GUESS;
    bool any = value == 0 || value >= SH_BYTE_DRAW;
    int excess = any ? guess + model->likeliest[class] : value / 2 - turns;
    if (any) excess = sh_clamp(excess + turns, 0, MOST_TURNS) - turns;
    int symbol = excess - guess;
    if (symbol < 0 || symbol >= SH_SYMBOL_ESCAPE) symbol = SH_SYMBOL_ESCAPE;
    uint32_t interval = model->interval[class][symbol];
    sh_rans_push(list, state, interval & 0xffff, interval >> 16);
    if (symbol == SH_SYMBOL_ESCAPE) {
        escapes->state[escapes->count] = (uint8_t)state;
        escapes->excess[escapes->count++] = (uint8_t)excess;
    }
    return excess;
}

INLINE int count_excess(const patch_walk *p, const distance_view *v, int lane, int context,
                        uint8_t value) {
    int least = (int8_t)v->least.lane[lane];
    if (value == 0 || value >= SH_BYTE_DRAW) return least;
    int excess = value / 2 - v->turns.lane[lane];
    p->counts
        ->distance[context][sh_clamp(excess - least + SH_EXCESS_BINS / 2, 0, SH_EXCESS_BINS - 1)]++;
    return excess;
}

// The column's excesses are known.
INLINE void know_column(patch_walk *p, walk_mode mode, const distance_view *v, uint32_t number,
                        uint64_t rest, sh_patch_lanes *own) {
    uint16_t packed[2 * SH_BAND_LANES];
    int states = sh_distance_states(p->patch->shape->columns);
    escape_list escapes = {.count = 0};
    lanes_pack16(packed, v->context, rest);
    for (int i = 0; rest; rest = b64_rest(rest), i++) {
        int lane = b64_first(rest), context = packed[i], state = i & (states - 1);
        uint8_t value = p->given[number].lane[lane];
        own->lane[lane] =
            (uint8_t)(mode == LIST ? list_excess(p, v, lane, state, context, value, &escapes)
                                   : count_excess(p, v, lane, context, value));
        if (mode == LIST && (state == states - 1 || !b64_rest(rest)))
            list_escapes(&p->scratch->list, &escapes);
    }
}

// The lanes of a column that have distances.
INLINE uint64_t lanes_with_distance(const patch_walk *p, uint32_t number) {
    const sh_patch *patch = p->patch;
    if (patch->model->only_wins) return p->scratch->wins[number];
    return patch->shape->column[number].legal & ~p->scratch->draws[number];
}

// Typical turns are at most 126, so what is not from 0 to 126 is seen in a byte.
INLINE bool walk_distances(patch_walk *p, walk_mode mode, sh_patch_lanes *values) {
    uint64_t wrong = 0;
    for (uint32_t number = 0; number < p->patch->shape->columns; number++) {
        distance_view v;
        uint64_t legal = p->patch->shape->column[number].legal;
        uint64_t wins = p->scratch->wins[number], draws = p->scratch->draws[number];
        uint64_t some = lanes_with_distance(p, number);
        sh_patch_lanes *own = &p->scratch->excess[number];
        if (mode == DECODE && !sh_rans_in_bounds(&p->rans)) return false;
        look_at_distances(p, number, &v);
        if (mode != DECODE) {
            know_column(p, mode, &v, number, some, own);
            continue;
        }
        lanes excess = decode_column(p, &v, some);
        lanes_store(own, excess);
        lanes turns = lanes_load(&v.turns) + excess;
        wrong |=
            lanes_mask((lanes)(turns < lanes_all(0)) | (lanes)(turns > lanes_all(MOST_TURNS))) &
            some;
        lanes plies = (turns + turns + (lanes_spread(wins) & lanes_all(1))) & lanes_spread(some);
        plies = lanes_choose(lanes_spread(draws), lanes_all(SH_BYTE_DRAW), plies);
        lanes_store(&values[number],
                    lanes_choose(lanes_spread(legal), plies, lanes_all(SH_BYTE_ANY)));
    }
    return !wrong && (mode != DECODE || sh_rans_done(&p->rans));
}

#ifndef SH_SMALL // a WebAssembly module only reads tables
static void count_patch(const sh_patch *patch, const sh_patch_lanes *values,
                        sh_patch_scratch *scratch, sh_patch_counts *counts) {
    patch_walk p = {.patch = patch, .scratch = scratch, .given = values, .counts = counts};
    walk_outcomes(&p, COUNT);
    if (patch->model->distance) walk_distances(&p, COUNT, NULL);
}

static void list_outcomes(const sh_patch *patch, const sh_patch_lanes *values,
                          sh_patch_scratch *scratch) {
    patch_walk p = {.patch = patch, .scratch = scratch, .given = values};
    scratch->list.count = 0;
    walk_outcomes(&p, LIST);
}

static void list_distances(const sh_patch *patch, const sh_patch_lanes *values,
                           sh_patch_scratch *scratch) {
    patch_walk p = {.patch = patch, .scratch = scratch, .given = values};
    scratch->list.count = 0;
    walk_distances(&p, LIST, NULL);
}
#endif

static bool decode_outcomes(const sh_patch *patch, sh_rans *rans, sh_patch_scratch *scratch) {
    patch_walk p = {.patch = patch, .scratch = scratch, .rans = *rans};
    return walk_outcomes(&p, DECODE);
}

static bool decode_distances(const sh_patch *patch, sh_rans *rans, sh_patch_scratch *scratch,
                             sh_patch_lanes *values) {
    patch_walk p = {.patch = patch, .scratch = scratch, .rans = *rans};
    return walk_distances(&p, DECODE, values);
}

const sh_patch_coder CODER = {
    .name = NAME,
#ifndef SH_SMALL
    .count = count_patch,
    .list_outcomes = list_outcomes,
    .list_distances = list_distances,
#endif
    .decode_outcomes = decode_outcomes,
    .decode_distances = decode_distances,
};
