// SPDX-License-Identifier: MIT
// Boards of a corridor as numbers of 64 bits: the tally's number, then which subset of each
// diagonal is taken, a mixed-radix number. Of a board and its mirror image the lesser counts.
#pragma once

#include "puzzle/corridor.h"

#define SH_NO_BOARD UINT64_MAX

// SH_NO_BOARD where the corridor does not have the tally.
uint64_t sh_board_number(const sh_corridor *corridor, const uint16_t subset[SH_MAX_DIAGONALS]);
void sh_board_subsets(const sh_corridor *corridor, uint64_t number,
                      uint16_t subset[SH_MAX_DIAGONALS]);
// The same of a board whose tally's counts are known.
void sh_board_subsets_of(const sh_corridor *corridor, const sh_counts *counts, uint64_t number,
                         uint16_t subset[SH_MAX_DIAGONALS]);

static inline uint32_t sh_board_tally(const sh_corridor *corridor, uint64_t number) {
    return (uint32_t)(number >> corridor->bits);
}

// The subsets of the board's reverse.
void sh_board_reverse(const sh_passage *passage, const uint16_t from[SH_MAX_DIAGONALS],
                      uint16_t to[SH_MAX_DIAGONALS]);

// A number for a board or its mirror image that does not depend on corridors, spread over 64 bits:
// sums of them identify sets of boards in certificates. From the cells alone: the lesser of the two
// armies as a number of 256 bits, its words mixed one after the other.
uint64_t sh_army_hash(const sh_set *army);
uint64_t sh_board_hash(const sh_passage *passage, const uint16_t subset[SH_MAX_DIAGONALS]);
