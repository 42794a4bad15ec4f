// SPDX-License-Identifier: MIT
// What the files of the transfer search share: its state.
#pragma once

#include "puzzle/transfer.h"

struct sh_transfer {
    const sh_puzzle *puzzle;
    sh_transfer_options options;
    sh_passage passage;
    sh_tallying tallying;
    sh_means means;
    sh_pool *pool;
    // Exact levels 0 … grown, in a corridor of their own, and where the puzzle has no reversal a
    // second set of them that begins at the goal. A run uses those up to `known`.
    int grown, known;
    sh_corridor wide[2];
    sh_level exact[2][SH_MAX_TRANSFER + 1];
    // The last run: levels known … length - known, in the corridor of that length.
    sh_corridor corridor;
    sh_level level[SH_MAX_TRANSFER + 1];
    sh_level meeting; // boards of the last level that solve the puzzle
    sh_transfer_level look[SH_MAX_TRANSFER + 1];
    int looks;
    uint64_t boards;
    bool settled; // the last run came to its end: its files are of no more use
};

// Levels of a run in the scratch folder. Storing and clearing do nothing without one; finding says
// SH_NO where a level must be computed.
sh_status sh_transfer_store(sh_transfer *t, int time, sh_error *error) SH_NODISCARD;
sh_status sh_transfer_find(sh_transfer *t, int time, sh_error *error) SH_NODISCARD;
void sh_transfer_clear(sh_transfer *t);

// The parts of a run: the exact levels and the corridor (of palindromes), one level further, and
// one board as the meeting.
sh_status sh_transfer_begin(sh_transfer *t, int length, bool fold, sh_error *error) SH_NODISCARD;
sh_status sh_transfer_advance(sh_transfer *t, int time, int symmetric,
                              sh_error *error) SH_NODISCARD;
sh_status sh_transfer_meet_at(sh_transfer *t, uint64_t key, sh_error *error) SH_NODISCARD;

// SH_RESOURCES where levels of the last run were not kept: no solution can be found in them, nor
// solutions counted.
sh_status sh_transfer_need_levels(const sh_transfer *t, sh_error *error) SH_NODISCARD;

// The moves from the start to the first meeting board at a time, and that board; and the move
// between two boards.
sh_status sh_transfer_first_half(const sh_transfer *t, int time, sh_move *moves,
                                 uint16_t last[SH_MAX_DIAGONALS], sh_error *error) SH_NODISCARD;
sh_move sh_transfer_between(const sh_passage *passage, const uint16_t before[SH_MAX_DIAGONALS],
                            const uint16_t after[SH_MAX_DIAGONALS]);

// Is this board one from which the known moves lead to the goal?
sh_status sh_transfer_ends(const sh_transfer *t, const uint16_t subset[SH_MAX_DIAGONALS],
                           bool *ends, sh_error *error) SH_NODISCARD;
