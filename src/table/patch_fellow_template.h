// SPDX-License-Identifier: MIT
// Distances on crowded boards, a part of patch_distance_template.h: lane after lane, each with what
// has become of its fellows.
//
// Fellows are lanes of the same column with the same outcome that are known already: those behind a
// lane (band.h), or else the last one. How far they came out above their own neighbours' mean,
// their surprise, tells much where few neighbours stand in the same region. Vectors would be less
// than a third full here, so that nothing is lost by going lane by lane.

// In place of a lane that is none.
enum { NOBODY = SH_BAND_LANES };

typedef struct fellow_view {
    const distance_view *v;
    uint16_t context[SH_BAND_LANES], mean[SH_BAND_LANES];
    sh_patch_lanes behind[SH_LANES_BEHIND];        // that are fellows, or NOBODY
    uint8_t last[2];                               // the last lane that is known: lost, won
    int16_t surprise[SH_BAND_LANES + 1];           // eighths of a turn; nobody has 0
    _Alignas(64) int8_t excess[SH_BAND_LANES + 1]; // nobody has the most
} fellow_view;

INLINE void fellows_start(fellow_view *f, const patch_walk *p, const distance_view *v,
                          uint64_t wins, uint64_t rest) {
    lanes won = lanes_spread(rest & wins), lost = lanes_spread(rest & ~wins);
    lanes kind = (won & lanes_all(1)) | (lost & lanes_all(2));
    for (int i = 0; i < SH_LANES_BEHIND; i++) {
        const uint8_t *behind = p->patch->shape->behind[i];
        lanes same = (lanes)(lanes_move(kind, behind) == kind);
        lanes_store(&f->behind[i], lanes_choose(same, lanes_load(behind), lanes_all(NOBODY)));
    }
    f->v = v;
    f->last[0] = f->last[1] = NOBODY;
    f->surprise[NOBODY] = 0;
    f->excess[NOBODY] = INT8_MAX;
    memcpy(f->context, &v->context, sizeof f->context);
    memcpy(f->mean, &v->mean, sizeof f->mean);
    lanes_store(f->excess, lanes_all(0));
}

// The context of a lane, given the first opinion (class | guess << 8): docs/format.md. Nothing here
// depends on a branch, which could not be foretold.
INLINE unsigned fellow_context(const fellow_view *f, int lane, bool win, unsigned first) {
    unsigned one = f->behind[0].lane[lane], two = f->behind[1].lane[lane];
    bool alone = one & two & NOBODY;
    one = alone ? f->last[win] : one;
    int guess = (int8_t)(first >> 8), surprise = f->surprise[one] + f->surprise[two];
    int low = f->excess[one] < f->excess[two] ? f->excess[one] : f->excess[two];
    surprise >>= !((one | two) & NOBODY);
    int far = sh_clamp((surprise + f->mean[lane] - 8 * guess + 4) >> 3, -5, 9) + 5;
    int near = sh_clamp(low - (int8_t)f->v->least.lane[lane] - guess, -3, 3) + 3;
    bool none = one & two & NOBODY;
    int neighbours = f->v->count.lane[lane] >> 1;
    unsigned context = ((first & 0xff) * 2 + win) * 32 + alone * 16u + (none ? 15u : (unsigned)far);
    context = context * 8 + (none ? 7u : (unsigned)near);
    return context * 4 + (unsigned)(neighbours < 3 ? neighbours : 3);
}
_Static_assert(SH_FELLOW_CONTEXTS == SH_CLASSES * 2 * 32 * 8 * 4, "contexts");

INLINE void fellow_known(fellow_view *f, int lane, bool win, int8_t above) {
    f->excess[lane] = (int8_t)(f->v->least.lane[lane] + (uint8_t)above);
    f->surprise[lane] = (int16_t)(8 * above - f->mean[lane]);
    f->last[win] = (uint8_t)lane;
}

// How far the excess of a lane is above its neighbours' least.
INLINE int8_t decode_fellow(const sh_fellow_model *model, sh_rans *rans, int state, unsigned known,
                            int guess, uint8_t least) {
    const uint16_t *start = model->start[known & 0xff];
    int symbol = lanes_find(start, sh_rans_slot(rans, state));
    sh_rans_pop(rans, state, start[symbol], model->freq[known & 0xff][symbol]);
    if (__builtin_expect(symbol != SH_SYMBOL_ESCAPE, 1))
        return (int8_t)(guess + (int8_t)(known >> 8) + symbol - SH_FELLOW_SYMBOL);
    uint32_t byte = sh_rans_slot(rans, state) >> ESCAPE_SHIFT;
    sh_rans_pop(rans, state, byte << ESCAPE_SHIFT, 1u << ESCAPE_SHIFT);
    return (int8_t)(byte - least);
}

// The excesses of a column.
INLINE lanes decode_fellows(patch_walk *p, const distance_view *v, uint64_t wins, uint64_t rest) {
    const sh_distance_model *model = p->patch->model->distance;
    fellow_view f;
    fellows_start(&f, p, v, wins, rest);
    sh_rans rans = p->rans; // in registers
    while (rest)
#pragma GCC unroll 4
        for (int state = 0; state < SH_FEW_STATES && rest; state++, rest = b64_rest(rest)) {
            int lane = b64_first(rest);
            bool win = wins >> lane & 1;
            unsigned first = model->context[f.context[lane]];
            unsigned known = model->fellow->context[fellow_context(&f, lane, win, first)];
            fellow_known(&f, lane, win,
                         decode_fellow(model->fellow, &rans, state, known, (int8_t)(first >> 8),
                                       v->least.lane[lane]));
        }
    p->rans = rans;
    return lanes_load(f.excess);
}

// Lists an excess, given the guess of its context.
INLINE void list_fellow(const sh_fellow_model *model, sh_rans_list *list, int state, int class,
                        int above, uint8_t excess) {
    int symbol = above + SH_FELLOW_SYMBOL;
    if (symbol < 0 || symbol > SH_SYMBOL_ESCAPE) symbol = SH_SYMBOL_ESCAPE;
    sh_rans_push_interval(list, state, model->interval[class][symbol]);
    if (symbol == SH_SYMBOL_ESCAPE)
        sh_rans_push(list, state, (uint32_t)excess << ESCAPE_SHIFT, 1u << ESCAPE_SHIFT);
}

// The excesses of a column are known, but for lanes in which any will do: there it is the likeliest
// that is possible.
INLINE void know_fellows(patch_walk *p, walk_mode mode, const distance_view *v, uint64_t wins,
                         uint64_t rest, uint64_t any, sh_patch_lanes *own) {
    const sh_distance_model *model = p->patch->model->distance;
    fellow_view f;
    fellows_start(&f, p, v, wins, rest);
    for (int state = 0; rest; rest = b64_rest(rest), state = (state + 1) % SH_FEW_STATES) {
        int lane = b64_first(rest), least = (int8_t)v->least.lane[lane];
        bool win = wins >> lane & 1, free = any >> lane & 1;
        unsigned first = model->context[f.context[lane]];
        unsigned context = fellow_context(&f, lane, win, first);
        int guess = least + (int8_t)(first >> 8), excess = (int8_t)own->lane[lane];
        if (mode == LIST) {
            int class = model->fellow->class_of[context], turns = v->turns.lane[lane];
            guess += model->fellow->guess[context];
            if (free) {
                excess = guess + model->fellow->likeliest[class] - SH_FELLOW_SYMBOL;
                excess = sh_clamp(excess + turns, 0, MOST_TURNS) - turns;
            }
            list_fellow(model->fellow, &p->scratch->list, state, class, excess - guess,
                        (uint8_t)excess);
        } else if (free) {
            excess = guess;
        } else {
            int bin = sh_clamp(excess - guess + SH_FELLOW_BINS / 2, 0, SH_FELLOW_BINS - 1);
            p->fellow_counts->of[context][bin]++;
        }
        own->lane[lane] = (uint8_t)excess;
        fellow_known(&f, lane, win, (int8_t)(excess - least));
    }
}
