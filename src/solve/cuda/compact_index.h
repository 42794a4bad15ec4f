// SPDX-License-Identifier: MIT
// The tables of the compact form, made on the host once a solve: see compact_columns.h.
//
// Sets are bits of the cells in diagonal order; "geometric" sets are bits of the board's own cells.
//
// Levels. A set and its mirror image differ first, from the top, on some diagonal; where that lies
// in the high part or not far below it, the set above its image is ordered with all cells below
// that diagonal reflected, so that the images of neighbouring sets are neighbours in the same
// order. The level of a set is the number of cells that are reflected, 0 for the others.
//
// Rows are the canonical sets (not above their mirror image as numbers). Those with the same cells
// from the deciding diagonal up are a group; a group starts a new word of 32 lanes and has
// neighbouring sets. The words of sets whose diagonals decide nothing are mixed: only one of two
// images is a lane, and they have slots one after the other (gather_device.h).
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint64_t

#include "rank/subset.h"
#include "solve/cuda/args.h"
#include "solve/cuda/compact_columns.h"
#include "solve/cuda/portable.h"
#include "solve/duel/index.h"

typedef struct sh_compact_span {
    uint64_t first, count; // blocks
    uint32_t groups, group_count;
} sh_compact_span;

typedef struct sh_compact_index {
    int size, cells, pieces, low_cells;
    bool mirrored;
    uint8_t cell[SH_DUEL_MAX_CELLS];     // diagonal number -> board cell
    uint8_t diagonal[SH_DUEL_MAX_CELLS]; // and back
    uint8_t image[SH_DUEL_MAX_CELLS];    // the mirror, in diagonal numbers
    uint8_t level[SH_DUEL_MAX_CELLS];    // by the uppermost cell that differs from the image's
    uint32_t binomial[8][64];
    uint32_t offset[8][8];
    uint64_t ids, rows, columns, slabs, words, blocks, subsets;
    uint64_t *id_set, *id_cells;     // by id: as ordered with the level, and geometric
    uint16_t *id_block;              // by id: the block that has it or its image as a lane
    uint32_t *id_slot;               // by id: its slot or its image's, or SH_GPU_NOWHERE
    uint64_t *row_set;               // by row
    uint32_t *row_id, *row_image_id; // by row: the set's id and its image's
    uint32_t *row_of;                // by id
    uint64_t *lane_set, *lane_image; // by lane of all words
    uint32_t *lane_high, *lane_low, *lane_low_image; // the parts of their waiters
    uint32_t *word_row, *word_rows, *word_single;
    uint8_t *word_kind;           // the level of the images, SH_GPU_GROUP, SH_GPU_MIXED
    uint32_t *word_slot, slots;   // of mixed words: the slot of lane 0
    uint32_t *mixed, mixed_count; // those words in order
    sh_compact_span *spans;       // blocks that are at work together
    uint64_t span_count;
    sh_gpu_group *groups;
    uint64_t *subset;                              // geometric
    uint32_t *superset;                            // [subset][board cell]: id
    uint32_t *waiter;                              // [block][board cell][SH_GPU_STRIP]
    uint32_t *pattern, pattern_first[8], patterns; // low parts, by size, then in colex order
    uint32_t *high_part, high_first[8], highs;     // high parts likewise
    uint32_t *id_high, *id_low; // by id: the number of the parts of its row's waiter
    uint32_t *gather_ids;       // [gather_count][SH_WARP]
    uint8_t *gather_width;      // [gather_count]
    sh_gpu_run *streams;
    sh_gpu_square *squares;
    uint32_t *square_id;  // [square_count][SH_WARP], 0 where it has fewer
    uint64_t *square_set; // and their cells on the board
    uint32_t gather_count, stream_count, square_count;
} sh_compact_index;

// Sizes only, without memory for words, blocks and tables. SH_USAGE as sh_duel_index_measure.
sh_status sh_compact_index_measure(sh_compact_index *index, const sh_game *game,
                                   sh_error *error) SH_NODISCARD;
sh_status sh_compact_index_open(sh_compact_index *index, const sh_game *game,
                                sh_error *error) SH_NODISCARD;
// Makes spans of at most so many blocks, which are SH_GPU_SPAN before.
void sh_compact_index_cut(sh_compact_index *index, uint64_t most);
void sh_compact_index_close(sh_compact_index *index);

// Segments of the list of subsets to visit in a block.
static inline uint64_t sh_compact_segments(const sh_compact_index *index) {
    return (index->subsets >> SH_GPU_SEGMENT) + 1;
}

uint64_t sh_compact_to_board(const sh_compact_index *index, uint64_t set);
uint64_t sh_compact_from_board(const sh_compact_index *index, uint64_t set);
uint64_t sh_compact_image(const sh_compact_index *index, uint64_t set);
uint64_t sh_compact_turn(const sh_compact_index *index, uint64_t set);
// The colex rank of a set among the sets of its size beside `taken`.
uint32_t sh_compact_rank(const sh_compact_index *index, uint64_t set, uint64_t taken);
// The level of a set, and a set with the cells below a level reflected.
int sh_compact_level(const sh_compact_index *index, uint64_t set);
uint64_t sh_compact_reflect(const sh_compact_index *index, uint64_t set, int level);
// The set by which `set` is ordered, and back: the reflected cells do not decide the level.
uint64_t sh_compact_ordered(const sh_compact_index *index, uint64_t set);
uint32_t sh_compact_id(const sh_compact_index *index, uint64_t set);
// The column of a mover's set beside a waiter's.
uint32_t sh_compact_column(const sh_compact_index *index, uint64_t mover, uint64_t waiter);

// All parts of a set with `size` of `cells` cells, in colex order.
#define SH_EACH_PART(part, size, cells)                                                            \
    for (uint64_t part = sh_subset64_lowest(size),                                                 \
                  last_##part = (size) > (cells) ? 0                                               \
                                                 : sh_subset64_lowest(size) << ((cells) - (size)); \
         (size) <= (cells) && part <= last_##part;                                                 \
         part = part == last_##part ? last_##part + 1 : sh_subset64_next(part))
