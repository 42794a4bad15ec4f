// SPDX-License-Identifier: MIT
// Two ways to look at a row: the states of its set with all others, and where they are stored when
// it is the other player's turn.
//
// A row of pairs.h has a set R against all sets A on the cells it leaves free, and one of the two
// players is to move. The states with the same two sets and the other player to move lie across all
// rows, one in the row of each A. Who derives the values of one from the values of the other needs
// both: the row as it is, and the number of the state across for each of its columns.
//
// Immutable once made, and safe to share.
#pragma once

#include "board/bits.h"
#include "rank/binomial.h"
#include "rank/pairs.h"
#include "sternhalma/status.h"

typedef struct sh_facing_army {
    b64 taken;    // the canonical image of the set, turned
    uint32_t row; // its row
    bool mirrored, own_image;
} sh_facing_army;

typedef struct sh_faced sh_faced;

typedef struct sh_facing sh_facing;
typedef b64 sh_facing_of_row(const sh_facing *facing, uint64_t row, sh_faced *faced);

struct sh_facing {
    const sh_game *game;
    const sh_pairs *pairs;
    uint64_t columns;
    sh_binomials binomials;
    sh_facing_army *army;    // by colex rank on the whole board
    sh_facing_of_row *faced; // sh_facing_row for this CPU
};

// One column of a row.
struct sh_faced {
    b64 army;        // the set A, its camp at the top
    uint64_t across; // the state with the other player to move: row · columns + column
    uint64_t twin;   // the state of the mirror images where that is stored too, else `across`
    bool again;      // another column of the row has the same state across
};

// For boards of up to 64 cells. To be freed either way.
sh_status sh_facing_make(sh_facing *facing, const sh_game *game, const sh_pairs *pairs,
                         sh_error *error) SH_NODISCARD;
void sh_facing_free(sh_facing *facing);

// The cells that a row's set takes as the others see it.
b64 sh_facing_taken(const sh_facing *facing, uint64_t row);

// All columns of a row. Returns the cells taken.
b64 sh_facing_row(const sh_facing *facing, uint64_t row, sh_faced *faced);

// Its variants, for it alone.
sh_facing_of_row sh_facing_row_generic, sh_facing_row_bmi2;
