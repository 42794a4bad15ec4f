// SPDX-License-Identifier: MIT
// The inner loops of the two-player solver, and the choice of a CPU.
//
// Everything is compiled three times from one source, for AVX-512, AVX2 and the baseline, and
// chosen once at run time. All variants give the same bits.
#pragma once

#include <stddef.h> // size_t

#include "base/cpu.h"
#include "solve/duel/index.h"

typedef struct sh_duel_block sh_duel_block; // rounds.h
typedef struct sh_duel_news sh_duel_news;

// A place in a stream of bits: the next word, and the bits before it that are not in a word yet
// (when writing) or are left of the last one (when reading).
typedef struct sh_bit_stream {
    uint64_t *words;
    uint64_t held;
    int fill;
} sh_bit_stream;

#define SH_STREAM_STEP 512 // ids between two known places of a stream
#define SH_STREAM_AHEAD 2  // words after a stream that `expand` may read, whatever they are

typedef struct sh_duel_kernels {
    sh_cpu_level level;
    // The rounds of one block (rounds.h).
    void (*wins)(sh_duel_news *news, sh_duel_block *block);
    void (*losses)(sh_duel_news *news, sh_duel_block *block);
    // Forgets the news: `found` is zero again.
    void (*clear)(sh_duel_news *news);
    // Takes a tile of news (bits in `changed` for the strips that are not zero) over to the strips
    // at `plane`, transposed: sets the states there or clears them. Marks the changed strips as
    // dirty.
    void (*carry)(const sh_strip *news, size_t strips, const uint64_t *changed, sh_strip *plane,
                  uint64_t *dirty, bool clear);
    // to[l] lane i = from[i] lane l for all 512 l, and zero from lane `strips` on, a multiple
    // of 64. The two do not overlap.
    void (*transpose)(const sh_strip *from, size_t strips, sh_strip *to);
    // Writes the strips of `count` ids of a block to a stream, without the lanes where the two sets
    // overlap; and back. Where expanding starts at id 0, copies of own mirrors are made as well.
    void (*squeeze)(const sh_duel_index *index, uint64_t block, const sh_strip *strips,
                    uint64_t first, uint64_t count, sh_bit_stream *stream);
    void (*expand)(const sh_duel_index *index, uint64_t block, sh_bit_stream *stream,
                   uint64_t first, uint64_t count, sh_strip *strips);
    // Where single states are in the stream of a block's strips of all ids, in bits: `measure`
    // finds the starts of every SH_STREAM_STEP-th id, `locate` one state from them.
    void (*measure)(const sh_duel_index *index, uint64_t block, uint32_t *starts);
    uint64_t (*locate)(const sh_duel_index *index, uint64_t block, const uint32_t *starts,
                       uint64_t id, int lane);
} sh_duel_kernels;

const sh_duel_kernels *sh_duel_kernels_get(sh_cpu_level level);
