// SPDX-License-Identifier: MIT
// The tables of canonical.h.
#include "rank/canonical.h"

#include <assert.h> // assert
#include <string.h> // memcpy

// Sets of i cells that are their own mirror images: some of the cells on the axis, and whole pairs.
static uint64_t count_symmetric(const sh_binomials *binomials, int axis, int pairs, int i) {
    uint64_t sets = 0;
    for (int whole = 0; 2 * whole <= i; whole++)
        sets += binomials->of[i - 2 * whole][axis] * binomials->of[whole][pairs];
    return sets;
}

void sh_canonical_make(sh_canonical *canonical, const sh_binomials *binomials,
                       const uint8_t *mirror, int cells, int pieces) {
    assert(cells < SH_BINOMIAL_MAX_N && pieces <= SH_BINOMIAL_MAX_K);
    *canonical = (sh_canonical){.cells = cells};
    memcpy(canonical->mirror, mirror, (size_t)cells);
    int axis = 0, pairs = 0; // below the cut, whole ones
    for (int cut = 0; cut <= cells; cut++) {
        for (int upper = cut; upper < cells; upper++)
            if (mirror[upper] < cut) canonical->split[cut] |= b128_of(upper);
        for (int i = 0; i <= pieces; i++) {
            uint64_t all = binomials->of[i][axis + 2 * pairs];
            canonical->inner[i][cut] = (all + count_symmetric(binomials, axis, pairs, i)) / 2;
        }
        if (cut == cells) break;
        axis += mirror[cut] == cut;
        pairs += mirror[cut] < cut;
        if (mirror[cut] < cut) canonical->upper |= b128_of(cut);
    }
}
