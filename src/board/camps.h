// SPDX-License-Identifier: MIT
// Where armies start: corners of rhombi and squares, points of stars.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t

#include "sternhalma/board.h"

// The army of a number of pieces in the first corner (top of a rhombus, top left of a square).
// False where there is no such army; sh_camp_sizes writes which there are ("1, 2, 3 or 10").
bool sh_camp_corner(const sh_board *board, int pieces, sh_set *camp);
void sh_camp_sizes(const sh_board *board, char *text, size_t size);

// A set turned by half a turn about the centre of the board.
sh_set sh_camp_opposite(const sh_board *board, const sh_set *set);

// Stars. Corners are numbered clockwise from the top, 0 to 5. The camp of `pieces` in a corner are
// its cells nearest the tip; what is left of an incomplete row is filled clockwise, so that turning
// the board by a sixth carries camps onto camps.
sh_set sh_star_corner(const sh_board *board, int corner, int pieces);
sh_set sh_star_centre(const sh_board *board);
// The corner in which a player sits.
int sh_star_seat(int players, int player);
