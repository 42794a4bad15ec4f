// SPDX-License-Identifier: MIT
// The two-player table as a square matrix of sets: ids, blocks and the subsets that moves keep.
//
// Both players are described from their own side: T[R][A] is the state whose mover owns A (seen
// with its camp at the top) and whose waiter owns R turned by 180°. A move A -> A' leads to
// T[A'][R], so the successors of row R stand in column R of the same matrix and all communication
// between rows is the transposition of a bit matrix.
//
// Ids. The canonical sets (s <= mirror(s) as numbers; all sets where the game has no mirror
// symmetry) get the ids 0 … canonical-1 in colex order, padded to `half`, a multiple of 64; the
// mirror image of set i has id half + i. A set that is its own mirror is known by id i and its
// strips are kept equal at half + i. T[mirror R][mirror A] = T[R][A], so only canonical R are rows.
// Id `ids` is a dummy whose strips stay zero.
//
// Blocks. Block b holds the 512 rows 512b … 512b+511, one lane each. Group g < blocks are the ids
// of these rows, group blocks + g those of their mirror images; the last group of a half is short.
//
// Subsets. A move keeps k-1 pieces F and takes the last one elsewhere: all sets F ∪ {q} are reached
// from each other, so moves are generated once for F and not once for a state.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint64_t

#include "rank/binomial.h"
#include "solve/bitslice/strip.h"
#include "sternhalma/game.h"

#define SH_DUEL_MAX_CELLS 49
#define SH_DUEL_MAX_PIECES 6

typedef struct sh_duel_index {
    int size, cells, pieces;
    bool mirrored; // the game has its left-right symmetry
    uint8_t mirror_cell[SH_DUEL_MAX_CELLS];
    uint64_t sets;        // C(cells, pieces)
    uint64_t canonical;   // rows
    uint64_t half;        // rows padded to a multiple of 64
    uint64_t ids;         // 2·half, or half without mirror symmetry
    uint64_t blocks;      // of 512 rows, the last one short
    uint64_t groups;      // 2·blocks, or blocks without mirror symmetry
    uint64_t columns;     // states in a row: C(cells - pieces, pieces)
    uint64_t *set;        // by id: the cells as bits; 0 where the id is nobody's
    uint32_t *id;         // by colex rank among all sets
    uint64_t *own_mirror; // [2·blocks·512] bits by id: sets equal to their mirror image
    uint64_t subsets;     // C(cells, pieces - 1)
    uint64_t *subset;     // by number: the cells of F
    uint32_t *superset;   // [F][cells]: id of F ∪ {cell}, or the dummy where the cell is in F
    uint32_t *below;  // [id][pieces]: the subsets F of a set, without each of its pieces in turn
    sh_strip *waiter; // [block][cells]: lanes whose waiter occupies the cell
    sh_binomials binomials;
} sh_duel_index;

// Sizes only: no memory is taken; `set` and the other arrays stay NULL. SH_USAGE where the game is
// none that this solver can hold (3x3 to 7x7, one to six pieces, camps that do not meet).
sh_status sh_duel_index_measure(sh_duel_index *index, const sh_game *game,
                                sh_error *error) SH_NODISCARD;
sh_status sh_duel_index_open(sh_duel_index *index, const sh_game *game,
                             sh_error *error) SH_NODISCARD;
void sh_duel_index_close(sh_duel_index *index);

// Bytes that sh_duel_index_open takes.
uint64_t sh_duel_index_bytes(const sh_duel_index *index);

// Lanes of a plane: what the time to solve goes with. Sets that overlap take room in the planes and
// time in the kernels, too.
double sh_duel_lanes(const sh_duel_index *index);

// The colex rank of a set among all sets of its size.
uint64_t sh_duel_rank(const sh_duel_index *index, uint64_t set);

// The column of a mover's set in a row: its colex rank among the cells the waiter leaves free.
uint64_t sh_duel_column(const sh_duel_index *index, uint64_t row, uint64_t set);

// A set seen from the other side: the rotation by 180°.
uint64_t sh_duel_turn(const sh_duel_index *index, uint64_t set);
uint64_t sh_duel_mirror(const sh_duel_index *index, uint64_t set);

// Whether an id only keeps the copy of a set that is its own mirror.
static inline bool sh_duel_is_copy(const sh_duel_index *index, uint64_t id) {
    return id >= index->half && sh_bit_get(index->own_mirror, id - index->half);
}

// Lanes of a block (64 of them, by word) whose row has weight 1.
static inline uint64_t sh_duel_single_rows(const sh_duel_index *index, uint64_t block, int word) {
    return index->mirrored ? index->own_mirror[block * SH_STRIP_WORDS + (uint64_t)word] : ~0ULL;
}

// Positions that the states of 64 lanes stand for.
static inline uint64_t sh_duel_weigh(uint64_t states, uint64_t single) {
    return 2 * (uint64_t)__builtin_popcountll(states) -
           (uint64_t)__builtin_popcountll(states & single);
}

// The strips of one block and one group of ids.
typedef struct sh_duel_tile {
    uint64_t block;
    uint64_t first;  // id
    uint64_t strips; // 512, or fewer at the end of a half; a multiple of 64
} sh_duel_tile;

static inline sh_duel_tile sh_duel_tile_at(const sh_duel_index *index, uint64_t block,
                                           uint64_t group) {
    bool image = group >= index->blocks;
    uint64_t row = (image ? group - index->blocks : group) * SH_LANES;
    uint64_t left = index->half - row;
    return (sh_duel_tile){.block = block,
                          .first = image ? index->half + row : row,
                          .strips = left < SH_LANES ? left : SH_LANES};
}

// Where a tile lands when it is transposed.
static inline sh_duel_tile sh_duel_opposite(const sh_duel_index *index, uint64_t block,
                                            uint64_t group) {
    return group < index->blocks
               ? sh_duel_tile_at(index, group, block)
               : sh_duel_tile_at(index, group - index->blocks, index->blocks + block);
}
