// SPDX-License-Identifier: MIT
// The body of pairs.c, included once for each width W.
#define BITS SH_BITS(W)
#define B(f) SH_BITS_FN(W, f)
#define SUBSET(f) SH_CAT(SH_CAT(sh_subset, W), SH_CAT(_, f))
#define FN(f) SH_CAT(f, W)

static inline BITS FN(mirror)(const sh_pairs *pairs, BITS set) {
    BITS image = B(zero)();
    for (; B(any)(set); set = B(rest)(set)) image |= B(of)(pairs->mirror[B(first)(set)]);
    return image;
}

static sh_pair FN(find)(const sh_pairs *pairs, const sh_position *position) {
    const sh_set *mover = &position->army[position->turn],
                 *waiter = &position->army[!position->turn];
    BITS a = B(from)(mover), r = B(from)(waiter);
    if (position->turn == 0)
        r = FN(turn)(pairs->cells, r);
    else
        a = FN(turn)(pairs->cells, a);
    if (pairs->has_mirror) {
        BITS image = FN(mirror)(pairs, r);
        if (image < r) {
            r = image;
            a = FN(mirror)(pairs, a);
        }
    }
    const sh_binomials *binomials = &pairs->sets.binomials;
    uint64_t rank = SUBSET(rank)(binomials, r, pairs->pieces);
    return (sh_pair){
        .row = sh_canonical_row(&pairs->canonical, rank),
        .column = SUBSET(rank_beside)(binomials, a, FN(turn)(pairs->cells, r), pairs->pieces),
    };
}

static BITS FN(waiter)(const sh_pairs *pairs, uint64_t row) {
    return SH_CAT(sh_unrank, W)(&pairs->sets, sh_canonical_rank(&pairs->canonical, row),
                                pairs->pieces);
}

static void FN(place)(const sh_pairs *pairs, sh_pair pair, sh_position *position) {
    BITS waiter = FN(turn)(pairs->cells, FN(waiter)(pairs, pair.row));
    BITS free = SH_CAT(sh_unrank, W)(&pairs->sets, pair.column, pairs->pieces);
    position->army[0] = B(set)(SUBSET(expand)(free, waiter));
    position->army[1] = B(set)(waiter);
}

static int FN(weight)(const sh_pairs *pairs, uint64_t row) {
    BITS r = FN(waiter)(pairs, row);
    return pairs->has_mirror && FN(mirror)(pairs, r) != r ? 2 : 1;
}

// Asked for the ranks 0, 1, 2, … in turn, so the set is carried along.
static bool FN(is_canonical)(void *context, uint64_t rank) {
    FN(walk) *walk = context;
    if (rank > 0) walk->set = SUBSET(next_beside)(walk->set, B(zero)());
    return FN(mirror)(walk->pairs, walk->set) >= walk->set;
}

#undef BITS
#undef B
#undef SUBSET
#undef FN
