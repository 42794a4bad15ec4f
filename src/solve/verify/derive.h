// SPDX-License-Identifier: MIT
// The states of two-player games a row at a time: each with its verdict and the best of the moves
// that it has.
//
// A row has a set R against all sets A (facing.h). What is asked are the states in which A moves
// and R waits; the states after a move have R to move. One kind is the row itself, the other lies
// across, which is which depends on how the values are kept. For every column the caller writes
// what a move into its state with R to move is worth (outlook.h); then the best move of every
// state with A to move is found at once.
#pragma once

#include "solve/verify/facing.h"
#include "solve/verify/kept_values.h"
#include "solve/verify/outlook.h"
#include "sternhalma/position.h"

typedef struct sh_deriving {
    const sh_game *game;
    const sh_kept_values *kept;
    sh_facing facing;
    sh_outlook outlook;
} sh_deriving;

// One thread's row.
typedef struct sh_derived {
    uint64_t first;  // the row's first state
    b64 taken;       // the set R as A sees it
    sh_faced *faced; // by column
    int16_t *after;  // by column: what a move to A is worth, 0 where there is none
    int16_t *best;   // the greatest of these over the moves of A
} sh_derived;

// To be closed, and freed, either way.
sh_status sh_deriving_open(sh_deriving *deriving, const sh_game *game, const sh_kept_values *kept,
                           sh_error *error) SH_NODISCARD;
void sh_deriving_close(sh_deriving *deriving);
sh_status sh_derived_make(sh_derived *derived, const sh_deriving *deriving,
                          sh_error *error) SH_NODISCARD;
void sh_derived_free(sh_derived *derived);

// Turns to a row; then `after` is to be filled; then the best moves are found.
void sh_derive_start(const sh_deriving *deriving, uint64_t row, sh_derived *derived);
void sh_derive_best(const sh_deriving *deriving, sh_derived *derived);

// The numbers of a column's states: with R to move, with A to move, and the latter's mirror image
// where that is kept too.
static inline uint64_t sh_derive_after(const sh_deriving *deriving, const sh_derived *derived,
                                       uint64_t column) {
    return deriving->kept->by_mover ? derived->first + column : derived->faced[column].across;
}
static inline uint64_t sh_derive_state(const sh_deriving *deriving, const sh_derived *derived,
                                       uint64_t column) {
    return deriving->kept->by_mover ? derived->faced[column].across : derived->first + column;
}
static inline uint64_t sh_derive_twin(const sh_deriving *deriving, const sh_derived *derived,
                                      uint64_t column) {
    return deriving->kept->by_mover ? derived->faced[column].twin : derived->first + column;
}
// Has another column the same state with A to move?
static inline bool sh_derive_again(const sh_deriving *deriving, const sh_derived *derived,
                                   uint64_t column) {
    return deriving->kept->by_mover && derived->faced[column].again;
}

// Has the memory send the value across some columns further on: it lies anywhere.
static inline void sh_derive_fetch(const sh_deriving *deriving, const sh_derived *derived,
                                   uint64_t column) {
    enum { AHEAD = 24 };
    const sh_kept_values *kept = deriving->kept;
    uint64_t ahead = column + AHEAD < kept->columns ? column + AHEAD : column;
    __builtin_prefetch(kept->table + derived->faced[ahead].across * (uint64_t)kept->bits / 8);
}

// What the rules say of a column's state with A to move.
sh_verdict sh_derive_verdict(const sh_deriving *deriving, const sh_derived *derived,
                             uint64_t column);
