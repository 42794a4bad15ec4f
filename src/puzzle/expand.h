// SPDX-License-Identifier: MIT
// All boards that one move leads to from the boards of a level, inside a corridor.
//
// Parents come in ascending order of their numbers, so those of one tally follow each other. What
// holds for all of them is found once: from which diagonal to which a move may lead, and the number
// of the tally it leads to. A parent's men on such diagonals are flooded by jumps, the result is
// cut by the cells of the allowed diagonals, and what is left goes into a set.
#pragma once

#include "puzzle/level.h"
#include "sternhalma/moves.h"

typedef struct sh_expansion {
    const sh_corridor *corridor;
    const sh_level *parents;
    int time;      // of the parents
    int symmetric; // palindromes: so many men of a child must stand on the reverse of a man's cell
    uint32_t least, below; // only children whose tally has a number in this range
} sh_expansion;

// Every board that one move leads to from a board, with the move.
typedef void sh_neighbour(void *context, const uint16_t subset[SH_MAX_DIAGONALS], sh_move move);
void sh_board_neighbours(const sh_passage *passage, const uint16_t subset[SH_MAX_DIAGONALS],
                         sh_neighbour *visit, void *context);

// The children, sorted. Where they need more memory than allowed, only those whose tallies have
// numbers below *below, which is lowered: the caller asks for the rest afterwards.
sh_status sh_level_expand(sh_expansion *expansion, const sh_means *means, sh_level *children,
                          sh_error *error) SH_NODISCARD;
