// SPDX-License-Identifier: MIT
// All values of a duel in memory, turned from rows of a waiter to bands of movers.
//
// Solvers and tables of version 2 go by the waiter: a row is a canonical waiter against all movers.
// Tables of version 3 go by the mover (band.h). In between every state has one byte here, or two
// bits without distances, by the number of the waiter's set (regions.h) and the number of the
// mover: a row fills two lines of them, one for its waiter and one for the waiter's mirror image,
// and a patch gathers its columns from as many lines. Of a line only bands are kept of which not
// every mover meets the waiter, and where memory is short only some bands at a time.
//
// Rows may be put by many threads at once, and so may patches be got.
#pragma once

#include <stdint.h> // uint64_t

#include "rank/pairs.h"
#include "table/band.h"
#include "table/patch.h"
#include "table/regions.h"

// Bytes of the lanes of one band in a line.
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
    uint64_t *met;     // by number of a set: bands all of whose movers meet it, `words` words
    uint64_t *wanted;  // the bands that are kept
    uint64_t *first;   // by number of a set: bands kept before it
    uint8_t *values;
    uint64_t bytes;
} sh_flat;

// What opening would take for these bands, bit by bit in `words` words, and for all of them where
// `wanted` is NULL.
uint64_t sh_flat_bytes(const sh_flat *flat, const uint64_t *wanted);

// Numbers the sets and bands; no room for values yet. To be closed either way.
sh_status sh_flat_open(sh_flat *flat, const sh_game *game, const sh_pairs *pairs,
                       const sh_regions *regions, bool distances, sh_error *error) SH_NODISCARD;
// Room for the values of these bands, or all: other values are forgotten, and rows and patches are
// about these bands only. SH_RESOURCES where there is none.
sh_status sh_flat_keep(sh_flat *flat, const uint64_t *wanted, sh_error *error) SH_NODISCARD;
void sh_flat_close(sh_flat *flat);

// The numbers of a row's waiter and of its mirror image.
void sh_flat_numbers(const sh_flat *flat, uint64_t row, uint32_t number[2]);

// The row's values as bytes of duel.h, by column. `line` has room for a byte for every set:
// afterwards the value against each mover by the rank of its set, SH_BYTE_ANY where the sets meet.
void sh_flat_put_row(sh_flat *flat, uint64_t row, const uint8_t *values, uint8_t *line);
// The same for a mover against all waiters. `taken` is its set as they see it.
void sh_flat_put_mover(sh_flat *flat, uint64_t mover, b64 taken, const uint8_t *values);

// The values of a patch by column and lane.
void sh_flat_get_patch(const sh_flat *flat, uint64_t band, const sh_patch_shape *shape,
                       sh_patch_lanes *values);
