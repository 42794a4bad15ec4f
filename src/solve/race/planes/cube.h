// SPDX-License-Identifier: MIT
// The three-player table as bit planes: slices, strips, lanes, and what of them can exist.
//
// All states with one turn are a cube of set numbers (rank/triples.h). A plane is such a cube with
// one bit a state, cut into slices by one player's set, a slice into strips by the mover's set, and
// a strip has one lane for each set of the third player. A move changes the strip's number; slice
// and lane stay. So up to 512 lanes are worked on at once (solve/bitslice/reach.h).
//
// A plane is described by its relation: what the slice's player is to the strip's player. The
// lanes' player is then the other of the two.
//
// Four in ten triples of numbers are placements, the rest overlap. Masks say which: the lanes of
// strip l in slice s are the bits of beside(s) & beside(l).
#pragma once

#include <stddef.h> // size_t

#include "rank/triples.h"
#include "solve/bitslice/strip.h"
#include "solve/race/planes/rows.h"

#define SH_CUBE_MAX_WORDS 40 // 2,300 sets in blocks of 512

typedef struct sh_cube {
    const sh_triples *triples;
    const sh_rows *rows;
    uint32_t sets;       // also the number of an id whose strips are always zero
    int words, blocks;   // of a strip: sets / 64 rounded up, sets / 512 + 1
    uint64_t *beside[2]; // [relation][set][words]: lanes free of a set; the relation says what the
                         // set's player is to the lanes' player
    uint64_t *cover[2]; // [relation][cell][words]: lanes that stand on a cell of the mover's track;
                        // the relation says what the lanes' player is to the mover
    uint32_t subsets;   // sets of pieces-1 cells, those that every set contains one of first
    uint64_t *subset;   // by number: its cells
    uint32_t *superset; // [subset][cells]: the set with one cell more, or `sets`
    uint32_t *below;    // [set][pieces]: the subsets of a set
    uint64_t *above;    // [subset][words]: bits of the sets that contain a subset
    uint32_t
        *pair[2]; // [relation][slice][strip]: number of the pair among those that do not overlap
    uint32_t *start[2];  // [relation][slice][strip]: first word of the strip in a packed plane
    size_t pairs;        // pairs that do not overlap
    size_t packed_words; // of a packed plane
} sh_cube;

sh_status sh_cube_open(sh_cube *cube, const sh_triples *triples, sh_error *error) SH_NODISCARD;
void sh_cube_close(sh_cube *cube);
// Bytes of its larger arrays.
uint64_t sh_cube_bytes(const sh_cube *cube);

// Lanes that are free of a set.
static inline const uint64_t *sh_cube_beside(const sh_cube *cube, sh_relation relation,
                                             uint32_t set) {
    return cube->beside[relation] + (size_t)set * (size_t)cube->words;
}

// Do the sets of a slice and a strip, the slice's player standing in this relation to the strip's,
// leave each other's cells free?
static inline bool sh_cube_disjoint(const sh_cube *cube, sh_relation relation, uint32_t slice,
                                    uint32_t strip) {
    return !(cube->triples->seen[relation][slice] & cube->triples->set[strip]);
}
