// SPDX-License-Identifier: MIT
// The three inner loops of the two-player solver: reach, transpose, and the choice of a CPU.
//
// Reach. For a subset F (the k-1 pieces that stay) and all 512 waiters of a block at once: which
// sets F ∪ {q} have a move into a target, that is into a set F ∪ {p} whose line in `targets` has
// the lane's bit? The lanes of `open` are the questions still asked; a lane is cleared where the
// answer is yes. See reach_template.h for how.
//
// A chain may not end where it began. Where F ∪ {q} is itself a target and a chain leads from q
// into open hops, the kernel cannot tell another target from q itself; it leaves the lane open and
// notes it in `doubts`, which the caller settles (rounds.c) for the few lanes still open at the
// end.
//
// Everything is compiled three times from one source, for AVX-512, AVX2 and the baseline, and
// chosen once at run time. All variants give the same bits.
#pragma once

#include <stddef.h> // size_t

#include "base/cpu.h"
#include "solve/duel/index.h"

// 64 lanes of one state of which the kernel could not tell.
typedef struct sh_doubt {
    uint32_t subset;
    uint8_t cell, word;
    uint64_t lanes;
} sh_doubt;

#define SH_DOUBTS_PER_SUBSET (SH_DUEL_MAX_CELLS * SH_LINE_WORDS)

typedef struct sh_reach {
    const sh_duel_index *index;
    const sh_line *waiter; // [cells]: lanes whose waiter occupies the cell
    sh_line *occupied;
    const sh_line *targets; // [ids + 1]
    sh_line *open;          // [ids + 1]
    sh_doubt *doubts;
    size_t doubt_count, doubt_room; // room for at least SH_DOUBTS_PER_SUBSET
} sh_reach;

typedef struct sh_duel_block sh_duel_block; // rounds.h
typedef struct sh_duel_news sh_duel_news;

// A place in a stream of bits: the next word, and the bits before it that are not in a word yet
// (when writing) or are left of the last one (when reading).
typedef struct sh_bit_stream {
    uint64_t *words;
    uint64_t held;
    int fill;
} sh_bit_stream;

typedef struct sh_duel_kernels {
    sh_cpu_level level;
    // The rounds of one block (rounds.h).
    void (*wins)(sh_duel_news *news, sh_duel_block *block);
    void (*losses)(sh_duel_news *news, sh_duel_block *block);
    // Forgets the news: `open` is zero again.
    void (*clear)(sh_duel_news *news);
    // Takes a tile of news (512 lines; bits in `changed` for those not zero) over to the 512 lines
    // at `plane`, transposed: sets the states there or clears them. Marks the changed lines as
    // dirty.
    void (*carry)(const sh_line *news, const uint64_t *changed, sh_line *plane, uint64_t *dirty,
                  bool clear);
    // to[l] lane i = from[i] lane l. The two do not overlap.
    void (*transpose)(const sh_line *from, sh_line *to);
    // Writes the lines of `count` ids of a block to a stream, without the lanes where the two sets
    // overlap; and back. Where expanding starts at id 0, copies of own mirrors are made as well.
    void (*squeeze)(const sh_duel_index *index, uint64_t block, const sh_line *lines,
                    uint64_t first, uint64_t count, sh_bit_stream *stream);
    void (*expand)(const sh_duel_index *index, uint64_t block, sh_bit_stream *stream,
                   uint64_t first, uint64_t count, sh_line *lines);
} sh_duel_kernels;

const sh_duel_kernels *sh_duel_kernels_get(sh_cpu_level level);
