// SPDX-License-Identifier: MIT
// Masks and places. For each set the lanes that leave its cells free; for each pair of a slice and
// a strip where it lies, overlapping pairs taking no room.
#include "solve/race/planes/cube.h"

#include <assert.h> // assert
#include <stdlib.h> // calloc
#include <string.h> // memset

#include "rank/binomial.h"

static void fill_masks(sh_cube *cube) {
    const sh_triples *triples = cube->triples;
    size_t words = (size_t)cube->words;
    for (int relation = 0; relation < 2; relation++)
        for (uint32_t set = 0; set < cube->sets; set++) {
            uint32_t seen = triples->seen[relation][set];
            for (uint32_t lane = 0; lane < cube->sets; lane++)
                if (!(triples->set[lane] & seen))
                    sh_bit_set(cube->beside[relation] + set * words, lane);
            for (; seen; seen &= seen - 1)
                sh_bit_set(cube->cover[relation] + (size_t)__builtin_ctz(seen) * words, set);
        }
}

static sh_status no_memory(sh_error *error) {
    return sh_fail(error, SH_RESOURCES, "no memory for the masks of three players");
}

// Every set of three has two cells in one half of the track: the subsets within one half come
// first, and after them few sets are still in question.
static bool within_half(const sh_triples *triples, uint32_t subset) {
    uint32_t half = (1u << triples->cells / 2) - 1;
    return !(subset & half) || !(subset & ~half);
}

static sh_status fill_subsets(sh_cube *cube, sh_error *error) {
    const sh_triples *triples = cube->triples;
    uint32_t count = 0;
    uint8_t *known = calloc(cube->sets, 1); // subsets noted so far of each set
    if (!known) return no_memory(error);
    for (int first = 1; first >= 0; first--)
        for (uint32_t subset = 0; subset < 1u << triples->cells; subset++)
            if (__builtin_popcount(subset) == triples->pieces - 1 &&
                within_half(triples, subset) == first)
                cube->subset[count++] = subset;
    assert(count == cube->subsets);
    for (uint32_t i = 0; i < count; i++)
        for (int cell = 0; cell < triples->cells; cell++) {
            uint32_t *id = &cube->superset[(size_t)i * (size_t)triples->cells + (size_t)cell];
            *id = cube->sets;
            if (cube->subset[i] >> cell & 1) continue;
            *id = sh_triples_number(triples, (uint32_t)cube->subset[i] | 1u << cell);
            cube->below[*id * (uint32_t)triples->pieces + known[*id]++] = i;
            sh_bit_set(cube->above + (size_t)i * (size_t)cube->words, *id);
        }
    free(known);
    return SH_OK;
}

// Strips of a slice follow each other, slices too; overlapping pairs take no room.
static void lay_out(sh_cube *cube, sh_relation relation) {
    const sh_triples *triples = cube->triples;
    sh_relation back = sh_relation_back(relation);
    sh_binomials binomials;
    sh_binomials_make(&binomials);
    size_t pairs = 0, words = 0;
    for (uint32_t slice = 0; slice < cube->sets; slice++)
        for (uint32_t strip = 0; strip < cube->sets; strip++) {
            cube->pair[relation][(size_t)slice * cube->sets + strip] = (uint32_t)pairs;
            cube->start[relation][(size_t)slice * cube->sets + strip] = (uint32_t)words;
            if (!sh_cube_disjoint(cube, relation, slice, strip)) continue;
            int taken = __builtin_popcount(triples->seen[back][slice]) +
                        __builtin_popcount(triples->seen[relation][strip]);
            pairs++;
            words += (binomials.of[triples->pieces][triples->cells - taken] + 63) / 64;
        }
    assert(words <= UINT32_MAX);
    assert(relation == 0 || (pairs == cube->pairs && words == cube->packed_words));
    cube->pairs = pairs;
    cube->packed_words = words;
}

sh_status sh_cube_open(sh_cube *cube, const sh_triples *triples, sh_error *error) {
    memset(cube, 0, sizeof *cube);
    size_t sets = triples->sets, cells = (size_t)triples->cells;
    cube->triples = triples;
    cube->rows = sh_rows_get();
    cube->sets = triples->sets;
    cube->words = (int)((sets + 63) / 64);
    cube->blocks = (int)(sets / SH_LANES + 1);
    cube->subsets =
        (uint32_t)(sets * (size_t)triples->pieces / (cells - (size_t)triples->pieces + 1));
    bool room = true;
    for (int relation = 0; relation < 2; relation++) {
        cube->beside[relation] = calloc(sets * (size_t)cube->words, sizeof(uint64_t));
        cube->cover[relation] = calloc(cells * (size_t)cube->words, sizeof(uint64_t));
        cube->pair[relation] = malloc(sets * sets * sizeof(uint32_t));
        cube->start[relation] = malloc(sets * sets * sizeof(uint32_t));
        room = room && cube->beside[relation] && cube->cover[relation] && cube->pair[relation] &&
               cube->start[relation];
    }
    cube->subset = malloc(cube->subsets * sizeof *cube->subset);
    cube->superset = malloc(cube->subsets * cells * sizeof *cube->superset);
    cube->below = malloc(sets * (size_t)triples->pieces * sizeof *cube->below);
    cube->above = calloc(cube->subsets * (size_t)cube->words, sizeof *cube->above);
    room = room && cube->subset && cube->superset && cube->below && cube->above;
    sh_status status = room ? fill_subsets(cube, error) : no_memory(error);
    if (status) {
        sh_cube_close(cube);
        return status;
    }
    fill_masks(cube);
    lay_out(cube, SH_NEXT);
    lay_out(cube, SH_PREVIOUS);
    return SH_OK;
}

void sh_cube_close(sh_cube *cube) {
    for (int relation = 0; relation < 2; relation++) {
        free(cube->beside[relation]);
        free(cube->cover[relation]);
        free(cube->pair[relation]);
        free(cube->start[relation]);
    }
    free(cube->subset);
    free(cube->superset);
    free(cube->below);
    free(cube->above);
    memset(cube, 0, sizeof *cube);
}

uint64_t sh_cube_bytes(const sh_cube *cube) {
    uint64_t sets = cube->sets;
    return 4 * sets * sets * sizeof(uint32_t) + 2 * sets * (uint64_t)cube->words * sizeof(uint64_t);
}
