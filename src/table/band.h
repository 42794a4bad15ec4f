// SPDX-License-Identifier: MIT
// Where the states of a table of version 3 are: bands of 64 movers, patches of a band and a group.
//
// Movers are numbered as waiters are elsewhere: a state is turned and mirrored so that the mover's
// set is canonical, and its number among the canonical sets is what rank/pairs.h gives for the same
// position with the other player to move. 64 movers with consecutive numbers are a band, a lane
// each. A patch is a band and a group of waiters (regions.h), both seen from the waiter's side: one
// block of the file. Its columns are the group's sets, without those that meet cells on which every
// mover of the band stands for sure: the highest cells that its first and its last have in common.
// All successors of a position have one mover: they lie in one band, and most of them in one or two
// patches.
//
// The neighbours of a column are the sets with one piece on an adjacent cell of its region with a
// lower number, so they come earlier in the patch. Two of the three directions to lower numbers
// lead back to the waiter's camp, one leads across. The lanes behind a lane are those whose mover
// has one piece a step further back: what happens there against a waiter further back is likely to
// happen here.
#pragma once

#include <stdint.h> // uint64_t

#include "rank/pairs.h"
#include "table/regions.h"

enum { SH_BAND_LANES = 64, SH_LANES_BEHIND = 2, SH_NO_LANE = 0x80 };

typedef struct sh_band {
    uint64_t number;
    int lanes;                // with a mover; fewer than 64 in the last band
    b64 mover[SH_BAND_LANES]; // as the waiter sees it
    b64 shared;               // cells on which all of them stand, the same way
    uint64_t on[64];          // by cell: the lanes with a piece there
    // By lane: the first lanes behind it, SH_NO_LANE where there are fewer.
    uint8_t behind[SH_LANES_BEHIND][SH_BAND_LANES];
} sh_band;

static inline uint64_t sh_band_count(uint64_t movers) {
    return (movers + SH_BAND_LANES - 1) / SH_BAND_LANES;
}

// The cells that all movers of a band share, as the waiter sees them.
b64 sh_band_shared(const sh_pairs *pairs, int cells, uint64_t number);
void sh_band_make(sh_band *band, const sh_pairs *pairs, int cells, uint64_t number);

// One column of a patch.
typedef struct sh_patch_column {
    uint64_t legal;     // the lanes in which the sets do not meet
    uint32_t set;       // the waiter's number among all sets (regions.h)
    uint32_t neighbour; // the first of its neighbours in the list
    uint8_t backs, all; // how many neighbours lie back; how many there are
} sh_patch_column;

// The columns of a patch. Memory grows as needed and is kept for the next patch.
typedef struct sh_patch_shape {
    uint32_t columns;
    sh_patch_column *column;
    uint32_t *neighbour; // columns, those back first
    uint32_t column_room, neighbour_room;
    uint8_t behind[SH_LANES_BEHIND][SH_BAND_LANES]; // the band's
} sh_patch_shape;

sh_status sh_patch_shape_make(sh_patch_shape *shape, const sh_regions *regions, const sh_band *band,
                              uint32_t group, sh_error *error) SH_NODISCARD;
void sh_patch_shape_free(sh_patch_shape *shape);
// Bytes that the shapes of all patches take one after the other, with what they have outgrown.
uint64_t sh_patch_shape_bytes(const sh_regions *regions);
