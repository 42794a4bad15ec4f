// SPDX-License-Identifier: MIT
// Blocks of planes compressed (zstd), in pieces that can be read alone.
//
// Planes of finished games take a quarter to a half of their room this way; packing and unpacking
// them about doubles the work of a round.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t

#define SH_CODED_WORDS 32768 // of a piece

// Pieces of a block, and the bytes it takes at most.
static inline uint64_t sh_coded_pieces(uint64_t words) {
    return (words + SH_CODED_WORDS - 1) / SH_CODED_WORDS;
}
size_t sh_coded_room(uint64_t words);

// Packs a block into `bytes` and notes where its pieces end. Returns all its bytes.
size_t sh_coded_pack(const uint64_t *words, uint64_t count, uint8_t *bytes, uint32_t *ends);
// Unpacks it; false where the bytes are none that were packed.
bool sh_coded_unpack(const uint8_t *bytes, const uint32_t *ends, uint64_t *words, uint64_t count);
// One piece, whose bytes begin at `bytes`.
bool sh_coded_unpack_piece(const uint8_t *bytes, size_t size, uint64_t *words, uint64_t count);
