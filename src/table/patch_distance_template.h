// SPDX-License-Identifier: MIT
// The second half of the coder of patches (patch_template.h): distances, where outcomes are known.
//
// Symbols of a column are taken in rounds, one from each state; what escapes follows its round.

// A column while its distances are found, by lane.
typedef struct distance_view {
    sh_patch_lanes least; // excess of the neighbours with the same outcome; 0 where none has it
    sh_patch_lanes turns; // typical for the winner's set
    lanes16 context;
    // On crowded boards:
    sh_patch_lanes count; // of those neighbours
    lanes16 mean;         // eighths that they are above the least
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

INLINE void look_at_distances(const patch_walk *p, bool crowded, uint32_t number,
                              distance_view *v) {
    const sh_patch *patch = p->patch;
    const sh_patch_column *column = &patch->shape->column[number];
    const uint32_t *neighbour = patch->shape->neighbour + column->neighbour;
    uint64_t wins = p->scratch->wins[number];
    lanes least = lanes_all(INT8_MAX), greatest = lanes_all(INT8_MIN), count = {0}, above = {0};
    lanes own = lanes_spread(wins);
    some_lanes same[SH_MOST_STEPS];
    for (int i = 0; i < column->all; i++) {
        same[i] = lanes_some(same_outcome(p, wins, neighbour[i]));
        lanes excess = lanes_load(&p->scratch->excess[neighbour[i]]);
        least = lanes_min_in(same[i], least, excess);
        greatest = lanes_max_in(same[i], greatest, excess);
        count = lanes_add_in(same[i], count, lanes_all(1));
    }
    lanes some = (lanes)(count != lanes_all(0));
    least &= some;
    for (int i = 0; i < column->all; i++) {
        lanes excess = lanes_load(&p->scratch->excess[neighbour[i]]);
        above = lanes_add_in(same[i], above, lanes_lower(excess - least, lanes_all(SH_MOST_ABOVE)));
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
    lanes16 mean = mean_above(patch->model->distance, count, above);
    v->context = (lanes_widen(kind) << 8 | lanes_widen(level)) + (mean << 4);
    if (!crowded) return;
    lanes_store(&v->count, count);
    v->mean = mean;
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

// What escapes follows its round.
static void decode_escapes(sh_rans *rans, const distance_view *v, uint64_t rest, int first,
                           unsigned escapes, uint8_t *above) {
    for (; escapes; escapes &= escapes - 1) {
        int j = __builtin_ctz(escapes);
        above[first + j] = decode_escape(rans, j, v, rest, first + j);
    }
}

#if defined(__AVX512VBMI2__)
// A round of sixteen states at once.
INLINE __m512i decode_at_once(const sh_distance_model *model, __m512i x, const uint8_t **words,
                              const uint16_t *context, int count, uint8_t *above,
                              unsigned *escapes) {
    const __m512i low = _mm512_set1_epi32(0xffff), byte = _mm512_set1_epi32(0xff);
    const __m512i slots = _mm512_set1_epi32(SH_RANS_SLOTS - 1);
    __mmask16 lanes = (__mmask16)((1u << count) - 1);
    __m512i none = _mm512_setzero_si512();
    __m512i at = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)context));
    __m512i known = _mm512_mask_i32gather_epi32(none, lanes, at, model->context, 2);
    __m512i class = _mm512_and_si512(known, byte);
    __m512i slot = _mm512_and_si512(x, slots);
    __m512i place =
        _mm512_add_epi32(_mm512_slli_epi32(class, SH_RANS_BITS - 2), _mm512_srli_epi32(slot, 2));
    __m512i found = _mm512_mask_i32gather_epi32(none, lanes, place, model->slot, 4);
    __m512i symbol = _mm512_and_si512(found, _mm512_set1_epi32(SH_SYMBOLS - 1));
    *escapes = _mm512_cmpeq_epi32_mask(symbol, _mm512_set1_epi32(SH_SYMBOL_ESCAPE));
    __m512i start = _mm512_and_si512(_mm512_srli_epi32(found, 4), slots);
    __m512i next = _mm512_mask_add_epi32(
        x, lanes,
        _mm512_mullo_epi32(_mm512_srli_epi32(found, 16), _mm512_srli_epi32(x, SH_RANS_BITS)),
        _mm512_sub_epi32(slot, start));
    __mmask16 more = _mm512_mask_cmple_epu32_mask(lanes, next, low);
    __m512i read = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)*words));
    *words += 2 * __builtin_popcount(more);
    __m512i guess =
        _mm512_sub_epi32(_mm512_srli_epi32(known, 8), _mm512_set1_epi32(SH_SYMBOL_GUESS));
    _mm_storeu_si128((__m128i *)above, _mm512_cvtepi32_epi8(_mm512_add_epi32(symbol, guess)));
    return _mm512_mask_or_epi32(next, more, _mm512_slli_epi32(next, 16),
                                _mm512_maskz_expand_epi32(more, read));
}
_Static_assert(SH_MANY_STATES == 16 && SH_SYMBOLS == 16 && SH_FREQ_UNIT == 4, "at once");

// The states stay in a register: a round waits for the one before it.
INLINE void decode_many(const sh_distance_model *model, sh_rans *rans, const distance_view *v,
                        const uint16_t *context, uint64_t rest, int count, uint8_t *above) {
    __m512i x = _mm512_loadu_si512(rans->state);
    const uint8_t *words = rans->at;
    for (int i = 0; i < count; i += SH_MANY_STATES) {
        int left = count - i < SH_MANY_STATES ? count - i : SH_MANY_STATES;
        unsigned escapes;
        x = decode_at_once(model, x, &words, context + i, left, above + i, &escapes);
        if (__builtin_expect(escapes == 0, 1)) continue;
        _mm512_storeu_si512(rans->state, x);
        rans->at = words;
        decode_escapes(rans, v, rest, i, escapes, above);
        x = _mm512_loadu_si512(rans->state);
        words = rans->at;
    }
    _mm512_storeu_si512(rans->state, x);
    rans->at = words;
}
#endif

// The excesses of a column. Contexts first: they do not wait for the string.
INLINE lanes decode_column(patch_walk *p, const distance_view *v, uint64_t rest) {
    const sh_distance_model *model = p->patch->model->distance;
    uint16_t context[2 * SH_BAND_LANES];
    uint8_t above[SH_BAND_LANES + SH_MANY_STATES];
    int count = b64_count(rest), states = sh_distance_states(false, p->patch->shape->columns);
    lanes_pack16(context, v->context, rest);
#if defined(__AVX512VBMI2__)
    if (states == SH_MANY_STATES) {
        decode_many(model, &p->rans, v, context, rest, count, above);
        return lanes_unpack(above, rest) + lanes_load(&v->least);
    }
#endif
    sh_rans rans = p->rans; // in registers
    for (int i = 0; i < count; i += states) {
        int left = count - i < states ? count - i : states;
        unsigned escapes = decode_round(model, &rans, context + i, left, above + i);
        if (__builtin_expect(escapes != 0, 0)) decode_escapes(&rans, v, rest, i, escapes, above);
    }
    p->rans = rans;
    return lanes_unpack(above, rest) + lanes_load(&v->least);
}

// The excess that is listed where any will do: the likeliest that is possible.
INLINE int any_excess(const patch_walk *p, const distance_view *v, int lane, int context) {
    const sh_distance_model *model = p->patch->model->distance;
    int turns = v->turns.lane[lane], symbol = model->likeliest[model->class_of[context]];
    int excess = (int8_t)v->least.lane[lane] + model->guess[context] - SH_SYMBOL_GUESS + symbol;
    return sh_clamp(excess + turns, 0, MOST_TURNS) - turns;
}

// Lists one symbol for each state: bit j of the answer says that another must follow from state j.
INLINE unsigned list_round(const sh_distance_model *model, sh_rans_list *list,
                           const uint16_t *context, int count, const uint8_t *excess,
                           const uint8_t *least) {
    unsigned escapes = 0;
    for (int j = 0; j < count; j++) {
        int guess = (int8_t)least[j] + model->guess[context[j]] - SH_SYMBOL_GUESS;
        int symbol = (int8_t)excess[j] - guess;
        if (symbol < 0 || symbol > SH_SYMBOL_ESCAPE) symbol = SH_SYMBOL_ESCAPE;
        escapes |= (unsigned)(symbol == SH_SYMBOL_ESCAPE) << j;
        sh_rans_push_interval(list, j, model->interval[model->class_of[context[j]]][symbol]);
    }
    return escapes;
}

#if defined(__AVX512VBMI2__)
INLINE __m512i widen_bytes(const uint8_t *bytes) {
    return _mm512_cvtepi8_epi32(_mm_loadu_si128((const __m128i *)bytes));
}

// The same at once.
INLINE unsigned list_at_once(const sh_distance_model *model, sh_rans_list *list,
                             const uint16_t *context, int count, const uint8_t *excess,
                             const uint8_t *least) {
    const __m512i escape = _mm512_set1_epi32(SH_SYMBOL_ESCAPE), none = _mm512_setzero_si512();
    const __m512i state = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __mmask16 lanes = (__mmask16)((1u << count) - 1);
    __m512i at = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)context));
    __m512i known = _mm512_mask_i32gather_epi32(none, lanes, at, model->context, 2);
    __m512i class = _mm512_and_si512(known, _mm512_set1_epi32(0xff));
    __m512i guess = _mm512_srai_epi32(_mm512_slli_epi32(known, 16), 24);
    __m512i above = _mm512_sub_epi32(widen_bytes(excess), widen_bytes(least));
    __m512i symbol =
        _mm512_add_epi32(_mm512_sub_epi32(above, guess), _mm512_set1_epi32(SH_SYMBOL_GUESS));
    symbol = _mm512_min_epu32(symbol, escape); // below 0 is far above, too
    __m512i place = _mm512_add_epi32(_mm512_slli_epi32(class, 4), symbol);
    __m512i interval = _mm512_mask_i32gather_epi32(none, lanes, place, model->interval, 4);
    _mm512_storeu_si512(list->symbol + list->count,
                        _mm512_or_si512(interval, _mm512_slli_epi32(state, SH_RANS_STATE_SHIFT)));
    list->count += (size_t)count;
    return _mm512_mask_cmpeq_epi32_mask(lanes, symbol, escape);
}
#else
#define list_at_once list_round
#endif

// Lists the excesses of a column.
INLINE void list_column(patch_walk *p, const distance_view *v, const uint16_t *context,
                        uint64_t rest, lanes excesses) {
    const sh_distance_model *model = p->patch->model->distance;
    sh_rans_list *list = &p->scratch->list;
    uint8_t excess[SH_BAND_LANES + SH_MANY_STATES], least[SH_BAND_LANES + SH_MANY_STATES];
    int count = b64_count(rest), states = sh_distance_states(false, p->patch->shape->columns);
    lanes_pack(excess, excesses, rest);
    lanes_pack(least, lanes_load(&v->least), rest);
    for (int i = 0; i < count; i += states) {
        int left = count - i < states ? count - i : states;
        unsigned escapes = states == SH_MANY_STATES
                               ? list_at_once(model, list, context + i, left, excess + i, least + i)
                               : list_round(model, list, context + i, left, excess + i, least + i);
        for (; __builtin_expect(escapes != 0, 0); escapes &= escapes - 1) {
            int j = __builtin_ctz(escapes);
            sh_rans_push(list, j, (uint32_t)excess[i + j] << ESCAPE_SHIFT, 1u << ESCAPE_SHIFT);
        }
    }
}

INLINE void count_column(patch_walk *p, const distance_view *v, const uint16_t *context,
                         uint64_t rest, const sh_patch_lanes *excess, uint64_t any) {
    for (int i = 0; rest; rest = b64_rest(rest), i++) {
        int lane = b64_first(rest);
        if (any >> lane & 1) continue;
        int above = (int8_t)excess->lane[lane] - (int8_t)v->least.lane[lane];
        p->counts
            ->distance[context[i]][sh_clamp(above + SH_EXCESS_BINS / 2, 0, SH_EXCESS_BINS - 1)]++;
    }
}

#include "table/patch_fellow_template.h"

// The column's values are known: turns above the typical ones, and something where any will do.
INLINE void know_column(patch_walk *p, walk_mode mode, bool crowded, const distance_view *v,
                        uint32_t number, uint64_t rest, sh_patch_lanes *own) {
    uint16_t context[2 * SH_BAND_LANES];
    lanes value = lanes_load(&p->given[number]), turns = value >> 1 & lanes_all(INT8_MAX);
    lanes none = (lanes)(value == lanes_all(0)), draw = (lanes)(value == lanes_all(SH_BYTE_DRAW));
    uint64_t any = lanes_mask(none | draw | (lanes)(value == lanes_all(SH_BYTE_ANY))) & rest;
    lanes_store(own, turns - lanes_load(&v->turns));
    if (crowded) {
        know_fellows(p, mode, v, p->scratch->wins[number], rest, any, own);
        return;
    }
    lanes_pack16(context, v->context, rest);
    for (uint64_t left = any; left; left = b64_rest(left)) {
        int lane = b64_first(left), place = b64_count(rest & ((1ULL << lane) - 1));
        own->lane[lane] =
            mode == LIST ? (uint8_t)any_excess(p, v, lane, context[place]) : v->least.lane[lane];
    }
    if (mode == LIST)
        list_column(p, v, context, rest, lanes_load(own));
    else
        count_column(p, v, context, rest, own, any);
}

// The lanes of a column that have distances.
INLINE uint64_t lanes_with_distance(const patch_walk *p, uint32_t number) {
    const sh_patch *patch = p->patch;
    if (patch->model->only_wins) return p->scratch->wins[number];
    return patch->shape->column[number].legal & ~p->scratch->draws[number];
}

// `crowded` is known to the compiler, too: it is whether fellows are asked. When the first opinion
// is counted they are not. Typical turns are at most 126, so what is not from 0 to 126 is seen in a
// byte.
INLINE bool walk_distances(patch_walk *p, walk_mode mode, bool crowded, sh_patch_lanes *values) {
    uint64_t wrong = 0;
    for (uint32_t number = 0; number < p->patch->shape->columns; number++) {
        distance_view v;
        uint64_t legal = p->patch->shape->column[number].legal;
        uint64_t wins = p->scratch->wins[number], draws = p->scratch->draws[number];
        uint64_t some = lanes_with_distance(p, number);
        sh_patch_lanes *own = &p->scratch->excess[number];
        if (mode == DECODE && !sh_rans_in_bounds(&p->rans)) return false;
        look_at_distances(p, crowded, number, &v);
        if (mode != DECODE) {
            know_column(p, mode, crowded, &v, number, some, own);
            continue;
        }
        lanes excess = crowded ? decode_fellows(p, &v, wins, some) : decode_column(p, &v, some);
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
