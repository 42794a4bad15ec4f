// SPDX-License-Identifier: MIT
// The coder of patches, for the CPU level of the including file, which names it CODER.
//
// `walk_outcomes` and `walk_distances` are written once; `mode` is known to the compiler wherever
// they are used, so that each of counting, listing and decoding becomes straight code.
#include "table/patch.h"
#include "table/patch_lanes.h"
#if defined(__AVX512VBMI2__)
#include "table/rans_at_once.h"
#endif

typedef enum walk_mode { COUNT, COUNT_FELLOWS, LIST, DECODE } walk_mode;

// What a walk over a patch works with besides it; each mode uses its own.
typedef struct patch_walk {
    const sh_patch *patch;
    sh_patch_scratch *scratch;
    const sh_patch_lanes *given;
    sh_patch_counts *counts;
    sh_fellow_counts *fellow_counts;
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

#include "table/patch_distance_template.h"

#ifndef SH_SMALL // a WebAssembly module only reads tables
static void count_patch(const sh_patch *patch, const sh_patch_lanes *values,
                        sh_patch_scratch *scratch, sh_patch_counts *counts) {
    patch_walk p = {.patch = patch, .scratch = scratch, .given = values, .counts = counts};
    walk_outcomes(&p, COUNT);
    if (patch->model->distance) walk_distances(&p, COUNT, false, NULL);
}

static void list_outcomes(const sh_patch *patch, const sh_patch_lanes *values,
                          sh_patch_scratch *scratch) {
    patch_walk p = {.patch = patch, .scratch = scratch, .given = values};
    scratch->list.count = 0;
    walk_outcomes(&p, LIST);
}

static void count_fellows(const sh_patch *patch, const sh_patch_lanes *values,
                          sh_patch_scratch *scratch, sh_fellow_counts *counts) {
    patch_walk p = {.patch = patch, .scratch = scratch, .given = values, .fellow_counts = counts};
    scratch->list.count = 0;
    walk_outcomes(&p, LIST);
    walk_distances(&p, COUNT_FELLOWS, true, NULL);
}

static void list_distances(const sh_patch *patch, const sh_patch_lanes *values,
                           sh_patch_scratch *scratch) {
    patch_walk p = {.patch = patch, .scratch = scratch, .given = values};
    scratch->list.count = 0;
    if (patch->model->distance->fellow)
        walk_distances(&p, LIST, true, NULL);
    else
        walk_distances(&p, LIST, false, NULL);
}

static uint8_t *encode_list(const sh_rans_list *list, int states, uint8_t *end, size_t room) {
#if defined(__AVX512VBMI2__)
    if (states == SH_RANS_AT_ONCE) return sh_rans_encode_at_once(list, end, room);
#endif
    return sh_rans_encode(list, states, end, room);
}
#endif

static bool decode_outcomes(const sh_patch *patch, sh_rans *rans, sh_patch_scratch *scratch) {
    patch_walk p = {.patch = patch, .scratch = scratch, .rans = *rans};
    return walk_outcomes(&p, DECODE);
}

static bool decode_distances(const sh_patch *patch, sh_rans *rans, sh_patch_scratch *scratch,
                             sh_patch_lanes *values) {
    patch_walk p = {.patch = patch, .scratch = scratch, .rans = *rans};
    return patch->model->distance->fellow ? walk_distances(&p, DECODE, true, values)
                                          : walk_distances(&p, DECODE, false, values);
}

const sh_patch_coder CODER = {
    .name = NAME,
#ifndef SH_SMALL
    .count = count_patch,
    .count_fellows = count_fellows,
    .list_outcomes = list_outcomes,
    .list_distances = list_distances,
    .encode = encode_list,
#endif
    .decode_outcomes = decode_outcomes,
    .decode_distances = decode_distances,
};
