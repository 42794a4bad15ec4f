// SPDX-License-Identifier: MIT
// Reading tables of version 3: finding a position's patch, and decoding patches.
//
// All functions may be called by many threads at once, but for opening and closing.
#pragma once

#include <pthread.h>   // pthread_mutex_t
#include <stdatomic.h> // _Atomic

#include "table/format.h"
#include "table/patch.h"
#include "table/ratings.h"

// Where a state is: a block of the file, and a column and lane of it.
typedef struct sh_patch_place {
    uint64_t block;
    uint32_t place; // column · 64 + lane
} sh_patch_place;

// What decoding a patch needs besides it. A desk is used by one thread at a time; those that nobody
// uses wait in the table, so that memory is not asked for with every block.
typedef struct sh_patch_desk {
    struct sh_patch_desk *next;
    sh_patch_shape shape; // of the patch decoded last
    sh_patch_scratch scratch;
} sh_patch_desk;

typedef struct sh_bands sh_bands;

struct sh_bands {
    const sh_game *game;
    const sh_header *header;
    const sh_pairs *pairs;
    uint8_t mirror[64]; // by cell
    sh_regions regions;
    sh_patch_model *model;
    const sh_patch_coder *coder;
    sh_patch_place (*find)(const sh_bands *bands, const sh_position *position); // for this CPU
    uint64_t sets;
    _Atomic(b64) *unshared; // by band: cells that its movers do not share; 0: not asked for yet
    sh_guard *guard;
    sh_ratings ratings; // by mover and by number of a set
    pthread_mutex_t desk_lock;
    sh_patch_desk *desks; // that nobody uses
};

// `model` is the model section. SH_DATA where it does not fit the game and the header. To be
// closed either way.
sh_status sh_bands_open(sh_bands *bands, const sh_game *game, const sh_header *header,
                        const sh_pairs *pairs, const uint8_t *model, sh_guard *guard,
                        sh_error *error) SH_NODISCARD;
void sh_bands_close(sh_bands *bands);

// Bytes of the model section for this game.
size_t sh_bands_model_size(const sh_game *game, bool distances);

sh_patch_place sh_bands_find(const sh_bands *bands, const sh_position *position);

// A desk from the table, and back to it. NULL where there is no memory.
sh_patch_desk *sh_bands_take_desk(sh_bands *bands);
void sh_bands_give_desk(sh_bands *bands, sh_patch_desk *desk);

// Decodes the patch of a band and a group whose shape is on the desk, as the cache keeps it
// (cache.h). `bytes` may be read SH_RANS_SLACK past the end.
sh_status sh_bands_decode(const sh_bands *bands, const sh_band *band, uint32_t group,
                          sh_patch_desk *desk, const uint8_t *bytes, size_t count, void *packed,
                          sh_error *error) SH_NODISCARD;
