// SPDX-License-Identifier: MIT
// The operations of sh_pairs for one width W; OPERATIONS names the table they are put in.
#define UNRANK SH_CAT(sh_unrank, W)
#define TURN SH_CAT(sh_turn, W)
// made for W = 64, 128
#define SELF SH_CAT(pairs, W)

static inline BITS FN(mirror)(const sh_pairs *pairs, BITS set) {
    BITS image = B(zero)();
    for (int i = 0; i < pairs->pieces; i++, set = B(rest)(set))
        image |= B(of)(pairs->canonical.mirror[B(first)(set)]);
    return image;
}

// Bits that must not be there are gathered and looked at once.
static bool FN(fits)(const sh_pairs *pairs, const sh_position *position) {
    BITS first = B(from)(&position->army[0]), second = B(from)(&position->army[1]);
    uint64_t beyond = 0;
    for (int i = W / 64; i < 4; i++) beyond |= position->army[0].w[i] | position->army[1].w[i];
    for (int p = 2; p < SH_MAX_PLAYERS; p++)
        for (int i = 0; i < 4; i++) beyond |= position->army[p].w[i];
    BITS off = (first | second) >> (pairs->cells - 1) >> 1;
    return position->turn < 2 && !beyond && !B(any)(off | (first & second)) &&
           B(count)(first) == pairs->pieces && B(count)(second) == pairs->pieces;
}

// Whose turn it is and whether a set is canonical are coin tosses, so both ways are computed: that
// is cheaper than a branch predicted wrongly every other time.
static sh_pair FN(find)(const sh_pairs *pairs, const sh_position *position) {
    BITS mover = B(from)(&position->army[position->turn]);
    BITS waiter = B(from)(&position->army[!position->turn]);
    BITS a = position->turn ? TURN(mover, pairs->cells) : mover;
    BITS r = position->turn ? waiter : TURN(waiter, pairs->cells);
    if (pairs->has_mirror) {
        BITS other_a = FN(mirror)(pairs, a), other_r = FN(mirror)(pairs, r);
        bool canonical = r <= other_r;
        a = canonical ? a : other_a;
        r = canonical ? r : other_r;
    }
    const sh_binomials *binomials = &pairs->sets.binomials;
    BITS taken = TURN(r, pairs->cells);
    return (sh_pair){
        .row = pairs->has_mirror
                   ? WITH_W(sh_canonical, row)(&pairs->canonical, binomials, r, pairs->pieces)
                   : WITH_W(sh_subset, rank)(binomials, r, pairs->pieces),
        .column = WITH_W(sh_subset, rank_beside)(binomials, a, taken, pairs->pieces),
    };
}

static uint64_t FN(row)(const sh_pairs *pairs, uint64_t set, bool *mirrored) {
    const sh_binomials *binomials = &pairs->sets.binomials;
    *mirrored = false;
    if (!pairs->has_mirror) return WITH_W(sh_subset, rank)(binomials, set, pairs->pieces);
    BITS image = FN(mirror)(pairs, set);
    *mirrored = image < set;
    return WITH_W(sh_canonical, row)(&pairs->canonical, binomials, *mirrored ? image : set,
                                     pairs->pieces);
}

static BITS FN(row_set)(const sh_pairs *pairs, uint64_t row) {
    return pairs->has_mirror ? WITH_W(sh_canonical, set)(&pairs->canonical, &pairs->sets.binomials,
                                                         row, pairs->pieces)
                             : UNRANK(&pairs->sets, row, pairs->pieces);
}

static sh_set FN(waiter)(const sh_pairs *pairs, uint64_t row) {
    return B(set)(FN(row_set)(pairs, row));
}

static void FN(place)(const sh_pairs *pairs, const sh_set *row_set, uint64_t column,
                      sh_position *position) {
    BITS waiter = TURN(B(from)(row_set), pairs->cells);
    BITS squeezed = UNRANK(&pairs->sets, column, pairs->pieces);
    position->army[0] = B(set)(WITH_W(sh_subset, expand)(squeezed, waiter));
    position->army[1] = B(set)(waiter);
}

static int FN(weight)(const sh_pairs *pairs, uint64_t row) {
    BITS r = FN(row_set)(pairs, row);
    return pairs->has_mirror && FN(mirror)(pairs, r) != r ? 2 : 1;
}

const sh_pairs_operations OPERATIONS = {
    .fits = FN(fits),
    .find = FN(find),
    .row = FN(row),
    .place = FN(place),
    .waiter = FN(waiter),
    .weight = FN(weight),
};

#undef UNRANK
#undef TURN
#undef SELF
