// SPDX-License-Identifier: MIT
// Reading tables of version 3: finding a position's patch, and decoding patches.
//
// All functions may be called by many threads at once, but for opening and closing.
#pragma once

#include <stdatomic.h> // _Atomic

#include "table/format.h"
#include "table/patch.h"
#include "table/ratings.h"

// Where a state is: a block of the file, and a column and lane of it.
typedef struct sh_patch_place {
    uint64_t block;
    uint32_t place; // column · 64 + lane
} sh_patch_place;

typedef struct sh_bands {
    const sh_game *game;
    const sh_header *header;
    const sh_pairs *pairs;
    uint8_t mirror[64]; // by cell
    sh_regions regions;
    sh_patch_model *model;
    const sh_patch_coder *coder;
    uint64_t sets;
    _Atomic(b64) *unshared; // by band: cells that its movers do not share; 0: not asked for yet
    sh_guard *guard;
    sh_ratings ratings; // by mover and by number of a set
} sh_bands;

// `model` is the model section. SH_DATA where it does not fit the game and the header. To be
// closed either way.
sh_status sh_bands_open(sh_bands *bands, const sh_game *game, const sh_header *header,
                        const sh_pairs *pairs, const uint8_t *model, sh_guard *guard,
                        sh_error *error) SH_NODISCARD;
void sh_bands_close(sh_bands *bands);

// Bytes of the model section for this game.
size_t sh_bands_model_size(const sh_game *game, bool distances);

sh_patch_place sh_bands_find(const sh_bands *bands, const sh_position *position);

// Decodes the patch of a band and a group, with its shape, as the cache keeps it (cache.h). `bytes`
// may be read SH_RANS_SLACK past the end.
sh_status sh_bands_decode(const sh_bands *bands, const sh_band *band, uint32_t group,
                          const sh_patch_shape *shape, const uint8_t *bytes, size_t count,
                          void *packed, sh_error *error) SH_NODISCARD;
