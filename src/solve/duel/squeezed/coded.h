// SPDX-License-Identifier: MIT
// Blocks of planes compressed (zstd), in pieces that can be read alone.
//
// Planes of finished games take a quarter to a half of their room this way. Pieces are packed and
// unpacked by the threads of a team; NULL is the caller alone.
#pragma once

#include <pthread.h> // pthread_mutex_t
#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t

#include "base/pool.h"

#define SH_CODED_WORDS 8192 // of a piece: a single value unpacks one

// What zstd works with: as many contexts as were in use at once. For any number of threads.
typedef struct sh_coder {
    pthread_mutex_t mutex;
    struct sh_coder_context *idle;
} sh_coder;

void sh_coder_open(sh_coder *coder);
void sh_coder_close(sh_coder *coder);

// Pieces of a block, the words of one of them, and the bytes that a piece and a block take at most.
static inline uint64_t sh_coded_pieces(uint64_t words) {
    return (words + SH_CODED_WORDS - 1) / SH_CODED_WORDS;
}
static inline uint64_t sh_coded_words(uint64_t words, uint64_t piece) {
    uint64_t left = words - piece * SH_CODED_WORDS;
    return left < SH_CODED_WORDS ? left : SH_CODED_WORDS;
}
size_t sh_coded_piece_room(void);
static inline size_t sh_coded_room(uint64_t words) {
    return sh_coded_pieces(words) * sh_coded_piece_room();
}

// Packs a piece and returns its bytes; unpacks it, false where they are none that were packed.
size_t sh_coded_pack_piece(sh_coder *coder, const uint64_t *words, uint64_t count, uint8_t *bytes);
bool sh_coded_unpack_piece(sh_coder *coder, const uint8_t *bytes, size_t size, uint64_t *words,
                           uint64_t count);

// Packs a block into `bytes`, notes where its pieces end and returns all its bytes; and back.
size_t sh_coded_pack(sh_coder *coder, sh_pool *team, const uint64_t *words, uint64_t count,
                     uint8_t *bytes, uint32_t *ends);
bool sh_coded_unpack(sh_coder *coder, sh_pool *team, const uint8_t *bytes, const uint32_t *ends,
                     uint64_t *words, uint64_t count);
