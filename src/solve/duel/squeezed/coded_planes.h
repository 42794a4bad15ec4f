// SPDX-License-Identifier: MIT
// Planes in memory whose blocks are compressed (coded.h), piece by piece.
//
// A block is unpacked when it is borrowed and packed again when it comes back changed. Different
// blocks may be borrowed at the same time.
#pragma once

#include <stdatomic.h> // atomic_uint_fast64_t

#include "solve/duel/squeezed/coded.h"
#include "solve/duel/squeezed/kept_pieces.h"
#include "solve/duel/squeezed/spares.h"
#include "sternhalma/status.h"

typedef struct sh_coded_piece {
    uint8_t *bytes;
    uint64_t size; // 0: all zero
} sh_coded_piece;

typedef struct sh_coded_planes {
    uint64_t blocks, words;     // of all planes, and of a block
    sh_coded_piece *piece;      // [block][piece]
    atomic_uint_fast64_t bytes; // of all pieces
    sh_coder coder;
    sh_kept_pieces kept;
    sh_spares spares; // for blocks that are unpacked
} sh_coded_planes;

bool sh_coded_planes_open(sh_coded_planes *planes, uint64_t blocks, uint64_t words); // all zero
void sh_coded_planes_close(sh_coded_planes *planes);

sh_status sh_coded_planes_borrow(sh_coded_planes *planes, sh_pool *team, uint64_t block,
                                 bool replaced, uint64_t **words, sh_error *error) SH_NODISCARD;
sh_status sh_coded_planes_give_back(sh_coded_planes *planes, sh_pool *team, uint64_t block,
                                    uint64_t *words, bool changed, sh_error *error) SH_NODISCARD;
// One word of a block.
sh_status sh_coded_planes_peek(sh_coded_planes *planes, uint64_t block, uint64_t number,
                               uint64_t *word, sh_error *error) SH_NODISCARD;
