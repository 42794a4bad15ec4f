// SPDX-License-Identifier: MIT
// The tables of the compact form, made on the host once a solve: see compact_columns.h.
//
// Sets are bits of the cells in diagonal order; "geometric" sets are bits of the board's own cells.
// Rows are the canonical sets (not above their mirror image as numbers), grouped by their high
// part; a group starts a new word of 32 lanes, so that all lanes of a word have the same high part.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint64_t

#include "solve/cuda/args.h"
#include "solve/cuda/portable.h"
#include "solve/duel/index.h"

typedef struct sh_compact_index {
    int size, cells, pieces, low_cells;
    bool mirrored;
    uint8_t cell[SH_DUEL_MAX_CELLS];     // diagonal number -> board cell
    uint8_t diagonal[SH_DUEL_MAX_CELLS]; // and back
    uint8_t image[SH_DUEL_MAX_CELLS];    // the mirror, in diagonal numbers
    uint32_t binomial[8][64];
    uint32_t offset[8][8];
    uint64_t ids, rows, columns, slabs, words, blocks, subsets;
    uint64_t *id_set, *id_cells;     // by id: as ordered (top bit: reflected), and geometric
    uint64_t *row_set;               // by row
    uint32_t *row_of;                // by id
    uint64_t *lane_set, *lane_image; // by lane of all words
    uint32_t *word_row, *word_rows, *word_single;
    uint8_t *word_mixed;          // the high part is its own image
    uint32_t *mixed, mixed_count; // those words in order
    uint64_t *subset;             // geometric
    uint32_t *superset;           // [subset][board cell]: id
    uint32_t *waiter;             // [block][board cell][SH_GPU_STRIP]
    uint32_t *pattern, pattern_first[8], patterns;
    uint32_t *holders; // [pattern / 32][low cell]: which patterns have the cell
    sh_gpu_run *gathers, *streams;
    uint32_t gather_count, stream_count;
} sh_compact_index;

// Sizes only, without memory for words, blocks and tables. SH_USAGE as sh_duel_index_measure.
sh_status sh_compact_index_measure(sh_compact_index *index, const sh_game *game,
                                   sh_error *error) SH_NODISCARD;
sh_status sh_compact_index_open(sh_compact_index *index, const sh_game *game,
                                sh_error *error) SH_NODISCARD;
void sh_compact_index_close(sh_compact_index *index);

uint64_t sh_compact_to_board(const sh_compact_index *index, uint64_t set);
uint64_t sh_compact_from_board(const sh_compact_index *index, uint64_t set);
uint64_t sh_compact_image(const sh_compact_index *index, uint64_t set);
uint64_t sh_compact_turn(const sh_compact_index *index, uint64_t set);
// The colex rank of a set among the sets of its size beside `taken`.
uint32_t sh_compact_rank(const sh_compact_index *index, uint64_t set, uint64_t taken);
// Whether the low part is ordered by its mirror image.
bool sh_compact_reflected(const sh_compact_index *index, uint64_t set);
uint32_t sh_compact_id(const sh_compact_index *index, uint64_t set);
// The column of a mover's set beside a waiter's.
uint32_t sh_compact_column(const sh_compact_index *index, uint64_t mover, uint64_t waiter);
