// SPDX-License-Identifier: MIT
#include "solve/race/planes/lanes.h"

#include <assert.h> // assert
#include <stdlib.h> // calloc
#include <string.h> // memset

#include "rank/binomial.h"

static void fill_masks(sh_lanes *lanes) {
    const sh_triples *triples = lanes->triples;
    size_t words = (size_t)lanes->words;
    for (int relation = 0; relation < 2; relation++)
        for (uint32_t set = 0; set < lanes->sets; set++) {
            uint32_t seen = triples->seen[relation][set];
            for (uint32_t lane = 0; lane < lanes->sets; lane++)
                if (!(triples->set[lane] & seen))
                    sh_bit_set(lanes->beside[relation] + set * words, lane);
            for (; seen; seen &= seen - 1)
                sh_bit_set(lanes->cover[relation] + (size_t)__builtin_ctz(seen) * words, set);
        }
}

// Every set of three has two cells in one half of the lane: the subsets within one half come first,
// and after them few sets are still in question.
static bool within_half(const sh_triples *triples, uint32_t subset) {
    uint32_t half = (1u << triples->cells / 2) - 1;
    return !(subset & half) || !(subset & ~half);
}

static void fill_subsets(sh_lanes *lanes) {
    const sh_triples *triples = lanes->triples;
    uint32_t count = 0;
    for (int first = 1; first >= 0; first--)
        for (uint32_t subset = 0; subset < 1u << triples->cells; subset++)
            if (__builtin_popcount(subset) == triples->pieces - 1 &&
                within_half(triples, subset) == first)
                lanes->subset[count++] = subset;
    assert(count == lanes->subsets);
    uint8_t *known = calloc(lanes->sets, 1); // subsets noted so far of each set
    assert(known);
    for (uint32_t i = 0; i < count; i++)
        for (int cell = 0; cell < triples->cells; cell++) {
            uint32_t *id = &lanes->superset[(size_t)i * (size_t)triples->cells + (size_t)cell];
            *id = lanes->sets;
            if (lanes->subset[i] >> cell & 1) continue;
            *id = sh_triples_number(triples, (uint32_t)lanes->subset[i] | 1u << cell);
            lanes->below[*id * (uint32_t)triples->pieces + known[*id]++] = i;
            sh_bit_set(lanes->above + (size_t)i * (size_t)lanes->words, *id);
        }
    free(known);
}

// Lines of a slice follow each other, slices too; overlapping pairs take no room.
static void lay_out(sh_lanes *lanes, sh_relation relation) {
    const sh_triples *triples = lanes->triples;
    sh_relation back = sh_relation_back(relation);
    sh_binomials binomials;
    sh_binomials_make(&binomials);
    size_t pairs = 0, words = 0;
    for (uint32_t slice = 0; slice < lanes->sets; slice++)
        for (uint32_t line = 0; line < lanes->sets; line++) {
            lanes->pair[relation][(size_t)slice * lanes->sets + line] = (uint32_t)pairs;
            lanes->start[relation][(size_t)slice * lanes->sets + line] = (uint32_t)words;
            if (!sh_lanes_meet(lanes, relation, slice, line)) continue;
            int taken = __builtin_popcount(triples->seen[back][slice]) +
                        __builtin_popcount(triples->seen[relation][line]);
            pairs++;
            words += (binomials.of[triples->pieces][triples->cells - taken] + 63) / 64;
        }
    assert(words <= UINT32_MAX);
    assert(relation == 0 || (pairs == lanes->pairs && words == lanes->packed_words));
    lanes->pairs = pairs;
    lanes->packed_words = words;
}

sh_status sh_lanes_open(sh_lanes *lanes, const sh_triples *triples, sh_error *error) {
    memset(lanes, 0, sizeof *lanes);
    size_t sets = triples->sets, cells = (size_t)triples->cells;
    lanes->triples = triples;
    lanes->rows = sh_rows_get();
    lanes->sets = triples->sets;
    lanes->words = (int)((sets + 63) / 64);
    lanes->blocks = (int)(sets / SH_LANES + 1);
    lanes->subsets =
        (uint32_t)(sets * (size_t)triples->pieces / (cells - (size_t)triples->pieces + 1));
    bool room = true;
    for (int relation = 0; relation < 2; relation++) {
        lanes->beside[relation] = calloc(sets * (size_t)lanes->words, sizeof(uint64_t));
        lanes->cover[relation] = calloc(cells * (size_t)lanes->words, sizeof(uint64_t));
        lanes->pair[relation] = malloc(sets * sets * sizeof(uint32_t));
        lanes->start[relation] = malloc(sets * sets * sizeof(uint32_t));
        room = room && lanes->beside[relation] && lanes->cover[relation] && lanes->pair[relation] &&
               lanes->start[relation];
    }
    lanes->subset = malloc(lanes->subsets * sizeof *lanes->subset);
    lanes->superset = malloc(lanes->subsets * cells * sizeof *lanes->superset);
    lanes->below = malloc(sets * (size_t)triples->pieces * sizeof *lanes->below);
    lanes->above = calloc(lanes->subsets * (size_t)lanes->words, sizeof *lanes->above);
    if (!room || !lanes->subset || !lanes->superset || !lanes->below || !lanes->above) {
        sh_lanes_close(lanes);
        return sh_fail(error, SH_RESOURCES, "no memory for the lanes of three players");
    }
    fill_masks(lanes);
    fill_subsets(lanes);
    lay_out(lanes, SH_NEXT);
    lay_out(lanes, SH_PREVIOUS);
    return SH_OK;
}

void sh_lanes_close(sh_lanes *lanes) {
    for (int relation = 0; relation < 2; relation++) {
        free(lanes->beside[relation]);
        free(lanes->cover[relation]);
        free(lanes->pair[relation]);
        free(lanes->start[relation]);
    }
    free(lanes->subset);
    free(lanes->superset);
    free(lanes->below);
    free(lanes->above);
    memset(lanes, 0, sizeof *lanes);
}
