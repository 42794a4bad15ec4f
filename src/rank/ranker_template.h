// SPDX-License-Identifier: MIT
// The operations of a ranker for one width W; OPERATIONS names the table they are put in.
// made for W = 64, 128
#define SELF SH_CAT(ranker, W)

static uint64_t FN(rank_first)(const sh_ranker *ranker, const sh_set *first) {
    return WITH_W(sh_subset, rank)(&ranker->sets.binomials, B(from)(first), ranker->pieces);
}

static uint64_t FN(rank_second)(const sh_ranker *ranker, const sh_set *first,
                                const sh_set *second) {
    return WITH_W(sh_subset, rank_beside)(&ranker->sets.binomials, B(from)(second), B(from)(first),
                                          ranker->pieces);
}

static sh_set FN(unrank_first)(const sh_ranker *ranker, uint64_t rank) {
    return B(set)(SH_CAT(sh_unrank, W)(&ranker->sets, rank, ranker->pieces));
}

static sh_set FN(unrank_second)(const sh_ranker *ranker, const sh_set *first, uint64_t rank) {
    return B(set)(WITH_W(sh_subset, expand)(
        SH_CAT(sh_unrank, W)(&ranker->sets, rank, ranker->pieces), B(from)(first)));
}

static sh_set FN(next_second)(const sh_set *first, const sh_set *second) {
    return B(set)(WITH_W(sh_subset, next_beside)(B(from)(second), B(from)(first)));
}

const sh_rank_operations OPERATIONS = {
    .rank_first = FN(rank_first),
    .rank_second = FN(rank_second),
    .unrank_first = FN(unrank_first),
    .unrank_second = FN(unrank_second),
    .next_second = FN(next_second),
};

#undef SELF
