// SPDX-License-Identifier: MIT
// Three-player positions as triples of numbers, seen from the player to move.
//
// A player of a three-player star never leaves its track: the centre and its own two corners. The
// track is a rhombus of side 2n+1 (on axial coordinates, A's is |r|, |s| <= n), camp at cell 0,
// goal at the last cells, and the rhombus is convex: every hop inside it has its middle inside it.
// So each player's set is a colex number among the k-subsets of one and the same rhombus, and the
// star's rotation, which carries each player to the next, changes no number. A state is the triple
// (mover, next, previous); the states with A, B or C to move are three copies of one set of
// triples.
//
// Own coordinates: cell (i, j) has number i·side + j, with (i, j) = (r+n, s+n) for A, (s+n, q+n)
// for B, (q+n, r+n) for C. Seen by the mover, the next player's cell (i, j) is the one whose own
// pair is (j, 3n-i-j): the coordinates rotate.
//
// A sh_triples is immutable once opened and safe to share.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint32_t

#include "sternhalma/position.h"

#define SH_TRACK_MAX_CELLS 25
#define SH_TRACK_MAX_PIECES 3

// What one player is to another.
typedef enum sh_relation { SH_NEXT, SH_PREVIOUS } sh_relation;

static inline sh_relation sh_relation_back(sh_relation relation) { return 1 - relation; }

// The numbers of the three players' sets, from the mover's side.
typedef struct sh_triple {
    uint32_t mover, next, previous;
} sh_triple;

typedef struct sh_triples {
    int side, cells, pieces;
    uint32_t sets;       // C(cells, pieces): sets of one player
    uint32_t camp, goal; // the numbers of the camp and the goal
    uint32_t *set;       // by number: the track cells as bits
    uint32_t *seen[2];   // by relation and number: the cells that such a player's set takes in mine
    int8_t track_cell[3][SH_MAX_CELLS];        // by player and board cell: its track cell, or -1
    uint8_t board_cell[3][SH_TRACK_MAX_CELLS]; // and back
} sh_triples;

// SH_USAGE for games other than three players with strict tracks on 13 or 37 cells.
sh_status sh_triples_open(sh_triples *triples, const sh_game *game, sh_error *error) SH_NODISCARD;
void sh_triples_close(sh_triples *triples);

// The number of a set of track cells.
uint32_t sh_triples_number(const sh_triples *triples, uint32_t set);

// The triple of a position, and the position of a triple with a player to move.
sh_triple sh_triples_rank(const sh_triples *triples, const sh_position *position);
void sh_triples_unrank(const sh_triples *triples, sh_triple triple, int turn,
                       sh_position *position);

// A triple with a player to move as one number of 38 bits, and back.
static inline uint64_t sh_triple_key(sh_triple t, int turn) {
    return (uint64_t)turn << 36 | (uint64_t)t.mover << 24 | (uint64_t)t.next << 12 | t.previous;
}
static inline sh_triple sh_triple_of(uint64_t key) {
    return (sh_triple){key >> 24 & 0xfff, key >> 12 & 0xfff, key & 0xfff};
}
static inline int sh_triple_turn(uint64_t key) { return (int)(key >> 36); }

// Do the three sets leave each other's cells free?
bool sh_triples_disjoint(const sh_triples *triples, sh_triple triple);

// How many goals are filled: 0 ongoing, 1 terminal, more illegal.
static inline int sh_triples_filled(const sh_triples *triples, sh_triple t) {
    return (t.mover == triples->goal) + (t.next == triples->goal) + (t.previous == triples->goal);
}

// How many placements a three-player star has; any size: star73 needs 69 bits.
unsigned __int128 sh_triples_placements(const sh_game *game);
