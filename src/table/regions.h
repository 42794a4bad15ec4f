// SPDX-License-Identifier: MIT
// Sets of cells in groups: by how many pieces stand in each region of the board.
//
// The board is cut into regions, each cell belongs to one. A group is a way to divide the pieces
// among the regions: so many in the first, so many in the second. Groups are numbered in ascending
// order of these counts, the first region's first. Inside a group a set is a number with one digit
// for each region, the colex rank of the region's pieces among its cells, the last region's digit
// the fastest. So a set that differs by one step inside a region to a cell with a lower number has
// a lower number itself, and how much lower depends on that region's pieces alone.
//
// Immutable once made, and safe to share between threads. For boards of at most 64 cells.
#pragma once

#include <stdint.h> // uint64_t

#include "board/bits.h"
#include "rank/binomial.h"
#include "sternhalma/status.h"

enum {
    SH_MOST_REGIONS = 16,
    SH_REGIONS_MOST_PIECES = 7,
    SH_MOST_GROUPS = 1 << 16,
    SH_MOST_COLUMNS = 1 << 16, // sets of a group
};

typedef struct sh_regions {
    sh_binomials binomials;
    int cells, pieces, count;
    uint8_t of[64];            // the region of each cell
    b64 mask[SH_MOST_REGIONS]; // the cells of each region
    uint32_t groups;           // how many
    uint32_t largest;          // sets of the largest group
    uint32_t *first;           // by group, and one more: sets of all groups before it
    uint32_t before[SH_MOST_REGIONS][SH_REGIONS_MOST_PIECES + 2]
                   [SH_REGIONS_MOST_PIECES + 2]; // groups passed over: by region, left, its count
} sh_regions;

// How many pieces of a group stand in each region.
typedef struct sh_division {
    uint8_t count[SH_MOST_REGIONS];
} sh_division;

// `of` has a region for each cell, below `count`. SH_DATA where a region is out of range, or there
// are too many groups or sets in one. To be freed either way.
sh_status sh_regions_make(sh_regions *regions, int cells, int pieces, int count, const uint8_t *of,
                          sh_error *error) SH_NODISCARD;
void sh_regions_free(sh_regions *regions);

// A board of size · size cells cut into tall · wide rectangles: the region of each cell.
void sh_regions_cut(int size, int tall, int wide, uint8_t *of);

sh_division sh_regions_division(const sh_regions *regions, uint32_t group);
// The group of a set.
uint32_t sh_regions_group(const sh_regions *regions, b64 set);
// The number of a set in its group, where cells of `taken` are left out of the regions.
uint32_t sh_regions_column(const sh_regions *regions, b64 set, b64 taken);
// Its number among all sets.
static inline uint32_t sh_regions_number(const sh_regions *regions, b64 set) {
    return regions->first[sh_regions_group(regions, set)] + sh_regions_column(regions, set, 0);
}
