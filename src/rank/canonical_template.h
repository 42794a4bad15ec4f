// SPDX-License-Identifier: MIT
// Counting canonical sets for one width W: see canonical.h.
// made for W = 64, 128
#define SELF SH_CAT(sh_canonical, W)

// The canonical sets that have the cells `high`, all from `cut` up, and i cells below the cut.
// `image` is the mirror image of `high`. A pair is half free where its upper cell is empty and the
// other one lies below the cut, and comes before those that follow in descending order: either one
// of the half free pairs so far gets its lower cell, which makes the set canonical whatever
// follows, or none does, and their cells are no longer free.
static inline uint64_t FN(count)(const sh_canonical *canonical, const sh_binomials *binomials,
                                 BITS high, BITS image, int cut, int i) {
    BITS half_free = (BITS)canonical->split[cut] & ~high;
    BITS uneven = (high ^ image) & (BITS)canonical->upper;
    int free = cut;
    uint64_t sets = 0;
    while (B(any)(uneven)) {
        int upper = B(last)(uneven);
        BITS above = half_free & ~(B(of)(upper) - 1);
        int empty = free - B(count)(above);
        sets += binomials->of[i][free] - binomials->of[i][empty];
        if (!B(any)(high & B(of)(upper))) return sets + binomials->of[i][empty];
        // The upper cell alone is never canonical: its image must be there too.
        if (canonical->mirror[upper] >= cut || i == 0) return sets;
        i--;
        free = empty - 1;
        half_free ^= above;
        uneven ^= B(of)(upper);
    }
    sets += binomials->of[i][free] - binomials->of[i][free - B(count)(half_free)];
    return sets + canonical->inner[i][cut];
}

// The number of canonical sets smaller than this set of k cells.
static inline uint64_t FN(row)(const sh_canonical *canonical, const sh_binomials *binomials,
                               BITS set, int k) {
    uint64_t row = 0;
    BITS high = B(zero)(), image = B(zero)();
    for (int i = k; i > 0; i--) {
        int cell = B(last)(set);
        row += FN(count)(canonical, binomials, high, image, cell, i);
        high |= B(of)(cell);
        image |= B(of)(canonical->mirror[cell]);
        set ^= B(of)(cell);
    }
    return row;
}

// The canonical set of k cells with this number: cell after cell from the top, the highest under
// which no more sets lie than the number says.
static inline BITS FN(set)(const sh_canonical *canonical, const sh_binomials *binomials,
                           uint64_t row, int k) {
    BITS high = B(zero)(), image = B(zero)();
    int end = canonical->cells;
    for (int i = k; i > 0; i--) {
        int cell = i - 1; // no set lies under it
        uint64_t under = 0;
        while (end - cell > 1) {
            int middle = cell + (end - cell) / 2;
            uint64_t sets = FN(count)(canonical, binomials, high, image, middle, i);
            if (sets <= row) {
                cell = middle;
                under = sets;
            } else {
                end = middle;
            }
        }
        row -= under;
        high |= B(of)(cell);
        image |= B(of)(canonical->mirror[cell]);
        end = cell;
    }
    return high;
}

#undef SELF
