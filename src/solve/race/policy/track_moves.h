// SPDX-License-Identifier: MIT
// The moves of one player of a three-player star as numbers of sets: scalar, for small boards.
#pragma once

#include "rank/binomial.h"
#include "rank/triples.h"

#define SH_TRACK_MAX_MOVES 80 // three pieces, 25 cells

typedef struct sh_track_moves {
    const sh_triples *triples;
    sh_binomials binomials;
    uint32_t steps[SH_TRACK_MAX_CELLS];      // by cell: its neighbours
    uint32_t over[SH_TRACK_MAX_CELLS][6];    // by cell and direction: the neighbour as a bit, and
    uint32_t landing[SH_TRACK_MAX_CELLS][6]; // the cell behind it; 0 where there is none
} sh_track_moves;

void sh_track_moves_make(sh_track_moves *moves, const sh_triples *triples);

// The sets that one move makes of the set `number`, where the others take the cells `taken` of the
// track: their numbers, each once, in no order that matters. Moves can be taken back: these are
// also the sets that the player can have come from.
int sh_track_moves_list(const sh_track_moves *moves, uint32_t number, uint32_t taken,
                        uint32_t to[SH_TRACK_MAX_MOVES]);
