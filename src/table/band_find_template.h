// SPDX-License-Identifier: MIT
// Finding a position's patch, for the CPU level of the including file, which names it FIND.
// Counting cells is most of it: with an instruction for that it takes half the time.
#include "rank/turn.h"
#include "table/band_find.h"

// Cell by cell: of as many pieces as the game has.
static inline b64 mirror(const sh_bands *bands, b64 set) {
    b64 image = 0;
    for (; set; set = b64_rest(set)) image |= b64_of(bands->mirror[b64_first(set)]);
    return image;
}

// The group of a set and its column among the group's sets without the cells `shared`.
static inline uint32_t find_column(const sh_regions *regions, b64 set, b64 shared,
                                   uint32_t *group) {
    uint32_t column = 0;
    *group = 0;
    for (int region = 0, left = regions->pieces; left > 0; region++) {
        b64 own = set & regions->mask[region], cells = regions->mask[region] & ~shared;
        int count = b64_count(own), position = 1;
        *group += regions->before[region][left][count];
        left -= count;
        if (count == 0) continue;
        uint32_t digit = 0;
        for (b64 rest = own; rest; rest = b64_rest(rest), position++)
            digit +=
                (uint32_t)regions->binomials.of[position][b64_count(cells & ((rest & -rest) - 1))];
        column = column * (uint32_t)regions->binomials.of[count][b64_count(cells)] + digit;
    }
    return column;
}

sh_patch_place FIND(const sh_bands *bands, const sh_position *position) {
    int cells = bands->regions.cells;
    b64 mover = b64_from(&position->army[position->turn]);
    b64 waiter = b64_from(&position->army[!position->turn]);
    b64 turned = sh_turn64(position->turn ? mover : waiter, cells);
    mover = position->turn ? turned : mover;
    waiter = position->turn ? waiter : turned;
    bool mirrored;
    uint64_t number = sh_pairs_row(bands->pairs, mover, &mirrored), band = number / SH_BAND_LANES;
    b64 image = mirror(bands, waiter);
    waiter = mirrored ? image : waiter;
    uint32_t group, column;
    column = find_column(&bands->regions, waiter, sh_bands_shared(bands, band), &group);
    return (sh_patch_place){band * bands->regions.groups + group,
                            column * SH_BAND_LANES + (uint32_t)(number % SH_BAND_LANES)};
}
