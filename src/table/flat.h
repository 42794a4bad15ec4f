// SPDX-License-Identifier: MIT
// All values of a duel in memory, turned from rows of a waiter to bands of movers.
//
// Solvers and tables of version 2 go by the waiter: a row is a canonical waiter against all movers.
// Tables of version 3 go by the mover (band.h). In between every state has one byte here, or two
// bits without distances: band by band, in each by the waiter's set, and in each of these the lanes
// of the movers. Of a band only sets are kept that its movers do not all meet, in colex order of
// the cells that these leave free; where memory is short, only some bands at a time. A row of a
// waiter goes to all bands, once for its set and once for the set's mirror image.
//
// Rows may be put by many threads at once, and so may patches be got.
#pragma once

#include <stdint.h> // uint64_t

#include "board/bits.h"
#include "rank/pairs.h"
#include "table/band.h"
#include "table/patch.h"
#include "table/regions.h"

// Bytes of the lanes of a band and a set.
static inline uint64_t sh_flat_lanes(bool distances) {
    return distances ? SH_BAND_LANES : 2 * sizeof(uint64_t);
}

typedef struct sh_flat {
    const sh_game *game;
    const sh_pairs *pairs;
    const sh_regions *regions;
    uint64_t movers, bands, sets, words;
    bool distances;
    uint32_t *rank[2]; // by mover: of its set, and of the set's mirror image, on the whole board
    b64 *set;          // by its number (regions.h)
    b64 *shared;       // by band: cells on which all its movers stand, as the waiter sees them
    uint64_t *wanted;  // the bands that are kept, bit by bit
    uint64_t *first;   // by band: bytes of all that are kept before it
    uint8_t *values;
    uint64_t bytes;
} sh_flat;

// Numbers the sets and bands; no room for values yet. To be closed either way.
sh_status sh_flat_open(sh_flat *flat, const sh_game *game, const sh_pairs *pairs,
                       const sh_regions *regions, bool distances, sh_error *error) SH_NODISCARD;
// Bytes that opening takes, and those of the values of a band.
uint64_t sh_flat_open_bytes(uint64_t bands, uint64_t sets);
uint64_t sh_flat_band_bytes(const sh_flat *flat, uint64_t band);
// Room for the values of these bands, bit by bit in `words` words: other values are forgotten, and
// rows and patches are about these bands only. SH_RESOURCES where there is none.
sh_status sh_flat_keep(sh_flat *flat, const uint64_t *wanted, sh_error *error) SH_NODISCARD;
void sh_flat_close(sh_flat *flat);

// The numbers of a row's waiter and of its mirror image.
void sh_flat_numbers(const sh_flat *flat, uint64_t row, uint32_t number[2]);

// The row's values as bytes of duel.h, by column. `line` has room for a byte for every set:
// afterwards the value against each mover by the rank of its set, SH_BYTE_ANY where the sets meet.
void sh_flat_put_row(sh_flat *flat, uint64_t row, const uint8_t *values, uint8_t *line);
// The lanes of a band, NULL where it is not kept: those of each set that its movers do not all
// meet, sh_flat_lanes of them, as bytes or as two words: 1 win or any, then 1 draw or any.
uint8_t *sh_flat_band(const sh_flat *flat, uint64_t band);

// The values of a patch by column and lane.
void sh_flat_get_patch(const sh_flat *flat, uint64_t band, const sh_patch_shape *shape,
                       sh_patch_lanes *values);
