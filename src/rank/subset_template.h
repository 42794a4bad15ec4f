// SPDX-License-Identifier: MIT
// The body of subset.h, included once for each width W.
// made for W = 64, 128
#define SELF SH_CAT(sh_subset, W)

// The first set of k cells in colex order.
static inline BITS FN(lowest)(int k) {
    assert(k >= 0 && k < W);
    return ((BITS)1 << k) - 1;
}

// The colex rank of a set of k cells.
static inline uint64_t FN(rank)(const sh_binomials *binomials, BITS set, int k) {
    uint64_t rank = 0;
    for (int i = 1; i <= k; i++, set = B(rest)(set)) rank += binomials->of[i][B(first)(set)];
    return rank;
}

// Renumbers the cells outside `taken` from 0 up; `set` has none of the taken cells.
static inline BITS FN(squeeze)(BITS set, BITS taken) {
#if defined(__BMI2__) && W == 64
    return _pext_u64(set, ~taken);
#else
    for (; B(any)(taken); taken = B(rest)(taken) >> 1) {
        BITS below = B(of)(B(first)(taken)) - 1;
        set = (set & below) | (set >> 1 & ~below);
    }
    return set;
#endif
}

// The inverse: gives the cells of a squeezed set their numbers back.
static inline BITS FN(expand)(BITS set, BITS taken) {
#if defined(__BMI2__) && W == 64
    return _pdep_u64(set, ~taken);
#else
    for (; B(any)(taken); taken = B(rest)(taken)) {
        BITS below = B(of)(B(first)(taken)) - 1;
        set = (set & below) | (set & ~below) << 1;
    }
    return set;
#endif
}

// The rank of a set among the sets of k cells outside `taken`.
static inline uint64_t FN(rank_beside)(const sh_binomials *binomials, BITS set, BITS taken, int k) {
    return FN(rank)(binomials, FN(squeeze)(set, taken), k);
}

// The next set in colex order among the cells outside `taken` (Gosper's step with carries that run
// across taken cells): the lowest block of free cells in a row gives its top cell one up, and the
// rest of the block falls to the lowest free cells. Most blocks have one cell, and nothing falls.
static inline BITS FN(next_beside)(BITS set, BITS taken) {
    BITS lowest = set & -set;
    BITS raised = ((set | taken) + lowest) & ~taken;
    BITS block = B(rest)(set & ~raised);
    if (!B(any)(block)) return raised;
    BITS fallen = B(zero)();
    BITS free = ~taken;
    for (; B(any)(block); block = B(rest)(block)) {
        fallen |= free & -free;
        free = B(rest)(free);
    }
    return raised | fallen;
}

// The next set in colex order among all cells.
static inline BITS FN(next)(BITS set) { return FN(next_beside)(set, B(zero)()); }

#undef SELF
