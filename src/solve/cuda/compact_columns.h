// SPDX-License-Identifier: MIT
// Where a state stands in the compact form.
//
// Cells are numbered by diagonals (r+c, then r), so that turning the board reverses the numbers and
// mirroring stays within a diagonal. The low part of a set are its cells with r+c < m, the high
// part the others; both parts are closed under mirroring. A row is the set R of a waiter (a
// canonical one); its columns are the mover's sets A beside B = turn(R), ordered by the size of A's
// high part, then its rank, then the rank of the low part, each among the cells of its part that B
// leaves free:
//   column = offset[|B low|][|A high|] + rank(A high) · C(L - |B low|, |A low|) + rank(A low)
// so that a column is the sum of something that depends on the high parts only and something that
// depends on the low parts only, and sets with equal high parts are neighbours. Of a mover's set
// with a level (compact_index.h), the cells below it are reflected first, the waiter's as well.
//
// In memory, the columns are cut into slabs of 1024, and a slab has the lines of all rows side by
// side: neighbouring rows are read together, and a slab of 6x6/6 is 125 MB instead of a page a row.
#pragma once

#include "solve/cuda/args.h"
#include "solve/cuda/portable.h"

#define SH_GPU_NOWHERE 0xffffffffu

#define SH_GPU_SLAB 1024 // columns
#define SH_GPU_SLAB_WORDS (SH_GPU_SLAB / 32)
#define SH_GPU_CHUNK 128         // columns that are fetched together: 16 bytes
#define SH_GPU_SPAN 4            // blocks at work together at most: enough to fill the card
#define SH_GPU_FETCH 32          // chunks that are fetched of a row for them at most
#define SH_GPU_SEGMENT 11        // subsets that are listed together, as a power of two
#define SH_GPU_GROUPS 16         // groups of them at most: each takes two chunks
#define SH_GPU_FLIGHT 4          // chunks that a thread has on their way at once
#define SH_GPU_LEVEL 56          // where id_set has the level of a set
#define SH_GPU_LEVELS 31         // of word_kind: the bits of the level
#define SH_GPU_LOOSE 32          // of word_kind: a mixed word whose lanes have nothing in common
#define SH_GPU_GROUP 64          // of word_kind: the word begins a group
#define SH_GPU_MIXED 128         // of word_kind: the columns of its lanes are not neighbours
#define SH_GPU_FILLER (1u << 31) // of gather_ids: an id that another lane has

// Where the word of 32 states stands that holds a column of a row.
SH_GPU_CODE uint64_t sh_gpu_place(const sh_gpu_args *a, uint32_t row, uint32_t column) {
    return ((uint64_t)(column / SH_GPU_SLAB) * a->rows + row) * SH_GPU_SLAB_WORDS +
           column % SH_GPU_SLAB / 32;
}

// The place of the next word of a row.
SH_GPU_CODE uint64_t sh_gpu_next_place(const sh_gpu_args *a, uint64_t place, uint32_t column) {
    return place + (column % SH_GPU_SLAB < SH_GPU_SLAB - 32
                        ? 1
                        : (uint64_t)a->rows * SH_GPU_SLAB_WORDS - (SH_GPU_SLAB_WORDS - 1));
}

// The word of losses at a place, wherever it is kept.
SH_GPU_CODE uint32_t *sh_gpu_lost_at(const sh_gpu_args *a, uint64_t place) {
    const uint64_t host = (uint64_t)a->host_slabs * a->rows * SH_GPU_SLAB_WORDS;
    return place < host ? a->lost_host + place : a->lost + (place - host);
}

SH_GPU_CODE uint64_t sh_gpu_below(uint32_t cell) { return (1ULL << cell) - 1; }

// `set` with the cells below a level from its mirror image.
SH_GPU_CODE uint64_t sh_gpu_reflected(uint64_t set, uint64_t image, uint32_t level) {
    return set ^ ((set ^ image) & sh_gpu_below(level));
}

SH_GPU_CODE uint64_t sh_gpu_map(const uint8_t *table, uint64_t set) {
    uint64_t mapped = 0;
    for (; set; set &= set - 1) mapped |= 1ULL << table[sh_gpu_first64(set)];
    return mapped;
}

SH_GPU_CODE uint32_t sh_gpu_choose(const sh_gpu_args *a, uint32_t n, uint32_t k) {
    return a->binomial[k * 64 + n];
}

SH_GPU_CODE uint64_t sh_gpu_turned(const sh_gpu_args *a, uint64_t set) {
    return sh_gpu_reverse(set) >> (64 - a->cells);
}

SH_GPU_CODE uint32_t sh_gpu_low(const sh_gpu_args *a, uint64_t set) {
    return (uint32_t)set & ((1u << a->low_cells) - 1);
}

SH_GPU_CODE uint32_t sh_gpu_high(const sh_gpu_args *a, uint64_t set) {
    return (uint32_t)(set >> a->low_cells);
}

// A set in diagonal order and its mirror image.
typedef struct sh_gpu_both {
    uint64_t set, image;
} sh_gpu_both;

// The set as in id_set.
SH_GPU_CODE uint64_t sh_gpu_ordered(const sh_gpu_args *a, sh_gpu_both both) {
    if (both.set <= both.image) return both.set;
    const int uppermost = 63 - sh_gpu_first64(sh_gpu_reverse(both.set ^ both.image));
    const uint32_t level = a->cell_level[uppermost];
    return sh_gpu_reflected(both.set, both.image, level) | (uint64_t)level << SH_GPU_LEVEL;
}

// The colex rank of a set among the sets of its size beside `taken`, which it does not touch.
SH_GPU_CODE uint32_t sh_gpu_rank_beside(const sh_gpu_args *a, uint64_t set, uint64_t taken) {
    uint32_t rank = 0;
    for (uint32_t i = 1; set; set &= set - 1, i++) {
        const int cell = sh_gpu_first64(set);
        const int below = sh_gpu_count64(taken & ((1ULL << cell) - 1));
        rank += sh_gpu_choose(a, (uint32_t)(cell - below), i);
    }
    return rank;
}

// The same for a low or a high part: 32 bits are much cheaper than 64.
SH_GPU_CODE uint32_t sh_gpu_rank_part(const sh_gpu_args *a, uint32_t part, uint32_t taken) {
    uint32_t rank = 0;
    for (const uint32_t *row = a->binomial + 64; part; part &= part - 1, row += 64) {
        const int cell = sh_gpu_first(part);
        rank += row[cell - sh_gpu_count(taken & ((1u << cell) - 1))];
    }
    return rank;
}

// How many parts of its size beside `taken` come before it; it may touch `taken`.
SH_GPU_CODE uint32_t sh_gpu_rank_before(const sh_gpu_args *a, uint32_t part, uint32_t taken) {
    uint32_t rank = 0;
    const uint32_t *row = a->binomial + 64 * sh_gpu_count(part);
    for (; part; row -= 64) {
        const int cell = 31 - sh_gpu_leading(part);
        rank += row[cell - sh_gpu_count(taken & ((1u << cell) - 1))];
        if (taken >> cell & 1) break;
        part &= ~(1u << cell);
    }
    return rank;
}

// The part of the column that the high parts decide, or SH_GPU_NOWHERE where they meet. `mover` and
// `waiter` are whole sets.
SH_GPU_CODE uint32_t sh_gpu_column_base(const sh_gpu_args *a, uint64_t mover, uint64_t waiter) {
    const uint32_t set = sh_gpu_high(a, mover), taken = sh_gpu_high(a, waiter);
    if (set & taken) return SH_GPU_NOWHERE;
    const uint32_t high = (uint32_t)sh_gpu_count(set);
    const uint32_t taken_low = a->pieces - (uint32_t)sh_gpu_count(taken);
    return a->offset[taken_low * 8 + high] +
           sh_gpu_rank_part(a, set, taken) *
               sh_gpu_choose(a, a->low_cells - taken_low, a->pieces - high);
}

// `mover` as in id_set, with the waiter's set and the image of it.
SH_GPU_CODE uint32_t sh_gpu_column(const sh_gpu_args *a, uint64_t mover, uint64_t waiter,
                                   uint64_t image) {
    const uint64_t set = mover & sh_gpu_below(SH_GPU_LEVEL);
    const uint64_t beside = sh_gpu_reflected(waiter, image, (uint32_t)(mover >> SH_GPU_LEVEL));
    return sh_gpu_column_base(a, set, waiter) +
           sh_gpu_rank_part(a, sh_gpu_low(a, set), sh_gpu_low(a, beside));
}
