// SPDX-License-Identifier: MIT
// See camps.h. A corner army is a list of rows: on rhombi the rows run across (x+y constant), on
// squares along x. Rhombus armies follow Sturtevant: whole rows from the tip, but 2 takes half of
// the second row, 4 is a 2×2 rhombus and 5 leaves out the tip.
#include "board/camps.h"

#include <stdio.h>  // snprintf
#include <string.h> // strlen

static void add(const sh_board *board, int x, int y, sh_set *camp) {
    int cell = sh_board_cell(board, x, y);
    if (cell >= 0) sh_set_add(camp, cell);
}

// Rows of a triangle with `pieces` cells, 1 to 15, or 0.
static int triangle(int pieces) {
    for (int rows = 1; rows <= 6; rows++)
        if (rows * (rows + 1) / 2 == pieces) return rows;
    return 0;
}

static void add_triangle(const sh_board *board, int rows, sh_set *camp) {
    for (int y = 0; y < rows; y++)
        for (int x = 0; x + y < rows; x++) add(board, x, y, camp);
}

static void add_square(const sh_board *board, int side, sh_set *camp) {
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) add(board, x, y, camp);
}

static bool rhombus_army(const sh_board *board, int pieces, sh_set *camp) {
    if (triangle(pieces) && pieces <= 15) {
        add_triangle(board, triangle(pieces), camp);
    } else if (pieces == 2) {
        add(board, 0, 0, camp);
        add(board, 1, 0, camp);
    } else if (pieces == 4) {
        add_square(board, 2, camp);
    } else if (pieces == 5) {
        add_triangle(board, 3, camp);
        sh_set_remove(camp, sh_board_cell(board, 0, 0));
    }
    return sh_set_count(*camp) == pieces;
}

static bool square_army(const sh_board *board, int pieces, sh_set *camp) {
    if (triangle(pieces) || pieces == 21) {
        add_triangle(board, pieces == 21 ? 6 : triangle(pieces), camp);
    } else if (pieces == 4 || pieces == 9 || pieces == 16) {
        add_square(board, pieces == 4 ? 2 : pieces == 9 ? 3 : 4, camp);
    } else if (pieces == 13 || pieces == 19) { // Halma: rows of 4,4,3,2 or 5,5,4,3,2
        int side = pieces == 13 ? 4 : 5;
        for (int y = 0; y < side; y++)
            for (int x = 0; x < side && x + y <= side; x++) add(board, x, y, camp);
    }
    return sh_set_count(*camp) == pieces;
}

// The checkers army fills the three rows nearest its side: x+y <= 5.
static bool checkers_army(const sh_board *board, int pieces, sh_set *camp) {
    for (int cell = sh_set_next(&board->mask, 0); cell >= 0;
         cell = sh_set_next(&board->mask, cell + 1))
        if (board->x[cell] + board->y[cell] <= 5) sh_set_add(camp, cell);
    return sh_set_count(*camp) == pieces;
}

bool sh_camp_corner(const sh_board *board, int pieces, sh_set *camp) {
    *camp = sh_set_empty();
    return board->shape == SH_RHOMBUS    ? rhombus_army(board, pieces, camp)
           : board->shape == SH_CHECKERS ? checkers_army(board, pieces, camp)
                                         : square_army(board, pieces, camp);
}

void sh_camp_sizes(const sh_board *board, char *text, size_t size) {
    sh_set camp;
    int last = 0;
    text[0] = 0;
    for (int pieces = 1; pieces <= board->cells / 2; pieces++)
        if (sh_camp_corner(board, pieces, &camp)) last = pieces;
    for (int pieces = 1; pieces <= last; pieces++) {
        if (!sh_camp_corner(board, pieces, &camp)) continue;
        size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%d",
                 !used            ? ""
                 : pieces == last ? " or "
                                  : ", ",
                 pieces);
    }
}

sh_set sh_camp_opposite(const sh_board *board, const sh_set *set) {
    sh_set image = sh_set_empty();
    for (int cell = sh_set_next(set, 0); cell >= 0; cell = sh_set_next(set, cell + 1))
        sh_set_add(&image, sh_board_cell(board, board->columns - 1 - board->x[cell],
                                         board->rows - 1 - board->y[cell]));
    return image;
}

// Corner 1 is q > n; a turn by a sixth clockwise takes (q, r, s) to (-r, -s, -q), so corner c is
// corner 1 turned c-1 times. Within the corner, row i below the tip has q = 2n-i.
sh_set sh_star_corner(const sh_board *board, int corner, int pieces) {
    int n = board->size, left = pieces;
    sh_set camp = sh_set_empty();
    for (int row = 0; row < n && left; row++)
        for (int i = 0; i <= row && left; i++, left--) {
            int q = 2 * n - row, r = -n + i, s = -q - r;
            for (int turn = (corner + 5) % 6; turn > 0; turn--) {
                int next_q = -r, next_r = -s;
                s = -q;
                q = next_q;
                r = next_r;
            }
            add(board, q + 2 * n, r + 2 * n, &camp);
        }
    return camp;
}

sh_set sh_star_centre(const sh_board *board) {
    int full = board->size * (board->size + 1) / 2;
    sh_set centre = board->mask;
    for (int corner = 0; corner < 6; corner++)
        centre = sh_set_minus(centre, sh_star_corner(board, corner, full));
    return centre;
}

int sh_star_seat(int players, int player) {
    static const int seats[7][6] = {
        [1] = {0}, [2] = {0, 3}, [3] = {1, 3, 5}, [4] = {1, 2, 4, 5}, [6] = {0, 1, 2, 3, 4, 5}};
    return seats[players][player];
}
