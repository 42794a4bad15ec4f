// SPDX-License-Identifier: MIT
// Beam search for transfers: good solutions quickly, no proof of anything.
//
// Of each level only the best boards are kept, by centroid plus a bonus for every man that stands
// on the reverse of a man's cell (Bell, section 3.3: c(A) + β sym(A)): a solution is found where a
// board meets the reverse of one of the same level or the level before. For puzzles that can be
// reversed. The boards kept do not depend on the number of threads.
#pragma once

#include "base/progress.h"
#include "puzzle/puzzle.h"
#include "sternhalma/moves.h"

#define SH_MAX_BEAM_MOVES 250

typedef struct sh_transfer_beam {
    int threads;             // 0: all
    size_t width;            // boards kept of a level
    double symmetry, growth; // β at the start, and what a level adds to it
    double noise;            // scores vary by less than this
    uint64_t seed;
    int most; // gives up beyond this length; 0: at SH_MAX_BEAM_MOVES
    const sh_monitor *monitor;
} sh_transfer_beam;

// The moves of a solution, or *count = 0. SH_USAGE where the puzzle cannot be reversed. `moves` has
// room for SH_MAX_BEAM_MOVES. *boards counts those kept.
sh_status sh_beam_transfer(const sh_puzzle *puzzle, const sh_transfer_beam *options, sh_move *moves,
                           int *count, uint64_t *boards, sh_error *error) SH_NODISCARD;
