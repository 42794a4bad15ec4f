// SPDX-License-Identifier: MIT
// What a kernel gets: one plain struct, copied to the device with each launch.
//
// Sets have ids, rows come in blocks of 512 lanes, and strips are 512 bits, all as in
// solve/duel/index.h and solve/duel/fast/fast.h; a thread works on one of the SH_GPU_STRIP words of
// a strip. A plane holds [blocks][ids + 1] strips, a flag array [blocks][ids + 1] bytes. All
// pointers are device memory.
#pragma once

#include <stdint.h> // uint64_t

#define SH_GPU_STRIP 16 // 32-bit words in a strip of 512 lanes
#define SH_GPU_SUMS 1024

// Stripes of counters, so that warps seldom meet; the host adds them up.
enum {
    SH_SUM_LOST_STATES, // stored states newly proven, by outcome
    SH_SUM_WON_STATES,
    SH_SUM_LOST, // the same as positions without symmetry
    SH_SUM_WON,
    SH_SUM_ILLEGAL,
    SH_SUM_READ, // bytes from memory of the host, and to it
    SH_SUM_WRITTEN,
    SH_SUM_KINDS
};

// At most 32 ids in the order of columns (compact_columns.h), with equally many cells in the high
// part. Of the first one: its high part, its low part by number, its level (compact_index.h).
typedef struct sh_gpu_square {
    uint32_t high, pattern, level, count;
} sh_gpu_square;

// Squares whose columns follow one another in every row.
typedef struct sh_gpu_run {
    uint32_t first, count;
} sh_gpu_run;

// Words of lanes whose columns follow one another, and where their losses are fetched to:
// chunks of 128 columns from number `chunk` on.
typedef struct sh_gpu_group {
    uint32_t word, words, chunk;
} sh_gpu_group;

// A state that was proven: its row (top bit: won, otherwise lost) and the id of the mover's set.
typedef struct sh_gpu_event {
    uint32_t row, id;
} sh_gpu_event;

typedef struct sh_gpu_args {
    // The index of the game.
    uint32_t size, cells, pieces, mirrored;
    uint32_t ids, half, blocks, canonical, subsets;
    const uint64_t *set, *subset;        // by id, by subset number: cells as bits
    const uint32_t *superset, *below;    // [subset][cells] ids, [id][pieces] subsets
    const uint32_t *waiter, *own_mirror; // [block][cells] strips, bits by id
    // The rules, as cells of the player at the top.
    uint64_t camp, goal, wall; // wall: the four cells of Definition 3 at the top, or 0
    uint32_t published;
    // The planes of a block range, and one flag a strip.
    const uint32_t *targets;             // what a round looks for: fresh or not_won
    uint32_t *questions;                 // the states still asked about
    uint32_t *won;                       // where `reach` also notes what it finds, or NULL
    uint32_t *unknown, *not_won, *fresh; // as in solve/duel/fast/fast.h
    uint32_t *distance[8];               // planes of half the distance, or NULL
    uint8_t *alive, *asked, *dirty, *dirty_next;
    uint8_t *flag;    // [blocks][subsets]: a target of the subset changed
    uint64_t *list;   // what to visit: block << 32 | subset, in segments of 2^segment entries
    uint32_t *listed; // how many in each
    uint32_t segment;
    uint64_t *list_won; // the same of a round that looks for wins, where both are made together
    uint32_t *listed_won;
    uint16_t *marks;   // by strip, of the compact form (sh_gpu_mark)
    uint64_t *example; // the least (strip·512 + lane) of the new states
    uint64_t *sums;    // [SH_GPU_SUMS][SH_SUM_KINDS]
    // The compact form (gather_device.h, settle_device.h); sets as bits of the cells in diagonal
    // order.
    uint32_t low_cells;   // L: cells in the low part; the other N-L are the high part
    uint64_t upper_cells; // of the board: the L last ones in diagonal order
    uint32_t first_word;  // of the blocks in flight, among all words of rows
    uint32_t rows;
    const uint32_t *binomial;         // [8][64]: C(n, k) at k·64 + n
    const uint32_t *offset;           // [8][8]: first column by |waiter's low part|, |high part|
    const uint64_t *id_set, *row_set; // by id: as ordered, with the level; by row
    const uint32_t *row_of;           // by id: row of the set or of its image; top bit: the image
    const uint64_t *lane_set,
        *lane_image;           // by word·32 + lane: the row's set and its image; 0: none
    const uint32_t *lane_high; // by lane: the high part of its waiter, or ~0
    const uint32_t *lane_low, *lane_low_image; // and the low one
    const uint32_t *word_row;                  // by word: the row of its lane 0
    const uint32_t *word_rows;                 // by word: lanes that are rows
    const uint32_t *word_single;               // by word: lanes whose row stands for itself alone
    const uint32_t *gather_ids;  // [piece of work over ids][lane], or SH_GPU_FILLER and an id
    const uint8_t *gather_width; // by piece: so many neighbours have their upper cells in common
    const struct sh_gpu_run *streams; // pieces of work over ids
    const struct sh_gpu_square *squares;
    const uint32_t *square_id; // [square][lane], and the cells of its set on the board
    const uint64_t *square_set;
    uint32_t gather_count, stream_count;
    const uint8_t *word_kind; // by word: the level of its lanes' images, SH_GPU_GROUP, SH_GPU_MIXED
    const uint32_t *mixed;    // the mixed words in flight
    const uint32_t *word_slot, *id_slot;   // the slots of mixed words and ids
    const uint32_t *row_id, *row_image_id; // by row: the set's id and its image's
    const uint16_t *id_block;              // by id: the block that has it or its image as a lane
    const uint32_t *id_high, *id_low;      // by id: the parts of its row's waiter, by number
    const struct sh_gpu_group *groups;     // of the blocks in flight
    uint32_t group_count;
    uint32_t *starts; // where these begin in rows: [image][group][highs + patterns] (`aim`)
    const uint32_t *high_part; // high parts of at most k cells, by size, then in colex order
    uint32_t highs, patterns;
    const uint32_t *pattern; // low parts of at most k cells, by size, then in colex order
    uint32_t *pending;       // a bit a state (pending_bits.h): sh_gpu_place
    uint32_t
        *lost_host; // the same for losses: the slabs below `host_slabs`, in memory of the host,
    uint32_t *lost; // and the others, on the card
    uint32_t host_slabs, slabs;
    uint32_t *fetched;    // losses in the columns in flight: [id][SH_GPU_FETCH] chunks
    uint8_t *fetched_now; // [id]: they were fetched
    uint32_t *slot_fresh; // [slot / 32][ids]: new losses in the columns of mixed lanes
    uint32_t *found;      // [slab][lane in flight]: losses found, not yet in `lost`
    uint8_t *stamp;       // [block][row / 512]: when losses were last written there
    uint32_t stamps, now; // row / 512 of all rows; the sweep, modulo 256
    uint32_t ended;       // states that are lost by the rules may be pending
    // Three players (race_device.h): a block is a slice and 512 of its lanes, `ids` counts the
    // sets.
    uint32_t lane_blocks;        // blocks of a slice
    uint32_t goal_set;           // the number of the goal
    const uint32_t *slice_cells; // by set: what it takes, as a slice, of the strips'
    const uint32_t *beside_slice, *beside_strip; // [set][lane_blocks] strips: lanes free of it
    uint32_t goal_asked;   // the goal's strip is asked about like others; else it is an arrival
    uint32_t goal_wanted;  // and arrivals count as known
    uint32_t passing;      // who has found something: a role
    uint32_t *passed;      // the targets of the role that wants to know, and whether it wants
    uint32_t passed_rest;  // the rest: states that are not known
    const uint32_t *start; // [slice][strip]: first word of a strip in a packed plane
    uint64_t *packed;
    // Lists of news (react_device.h): those to follow up, and where new ones go (or NULL).
    const sh_gpu_event *events;
    sh_gpu_event *news;
    uint32_t event_count, news_room;
    uint32_t *news_count;
    const uint8_t *cell_diagonal, *diagonal_cell,
        *cell_image;           // board cell to diagonal number, back; image
    const uint8_t *cell_level; // by diagonal number: as in compact_index.h
    uint64_t left_side;        // board cells with c = 0
    // Beams (beam_device.h).
    const struct sh_gpu_beam *beam;
    // This launch.
    uint64_t units;
    uint32_t round, wins, all; // wins: an odd round; all: every target counts as changed
    uint32_t row;              // the one to be read
} sh_gpu_args;
