// SPDX-License-Identifier: MIT
// Boards as data. A shape is a predicate on lattice coordinates plus a stride; everything else
// (neighbours, middles, masks) is computed from these and from the list of directions.
//
// A stride must keep cells apart: stride·dy + dx = 0 for no two cells. Squares and rhombi use their
// width. A star of parameter n uses 3n+1, the length of its widest rows, which packs the 37 cells
// into 53 bits and the 121 cells into 201. The checkers board is the 8×8 board turned by 45°: the
// dark squares of row R, column C stand at x+y = R+3, y-x = C-4.
#include "sternhalma/board.h"

#include <assert.h>  // assert
#include <stdbool.h> // bool
#include <string.h>  // memset

#include "board/landings.h"

// Even ones lead to higher cells.
static const sh_direction DIRECTIONS[SH_MAX_DIRS] = {
    {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {-1, 1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, -1, 0},
};

static int max3(int a, int b, int c) {
    int m = a > b ? a : b;
    return m > c ? m : c;
}

static bool exists(const sh_board *board, int x, int y) {
    if (x < 0 || y < 0 || x >= board->columns || y >= board->rows) return false;
    if (board->shape == SH_STAR) {
        int n = board->size, q = x - 2 * n, r = y - 2 * n, s = -q - r;
        return max3(q, r, s) <= n || max3(-q, -r, -s) <= n;
    }
    if (board->shape == SH_CHECKERS) {
        int row = x + y - 3, column = y - x + 4;
        return row >= 0 && row < 8 && column >= 0 && column < 8;
    }
    return true;
}

static int stride(const sh_board *board) {
    return board->shape == SH_STAR ? 3 * board->size + 1 : board->columns;
}

// The number of a cell that exists. The first cell of a star, its top point, is number 0.
static int number(const sh_board *board, int x, int y) {
    int offset = board->shape == SH_STAR ? -3 * board->size : 0;
    return stride(board) * y + x + offset;
}

static bool is_hexagonal(sh_shape shape) {
    switch (shape) {
    case SH_RHOMBUS:
    case SH_STAR:
        return true;
    case SH_SQUARE:
    case SH_CHECKERS:
        break;
    }
    return false;
}

static sh_status check_shape(sh_shape shape, int size, int directions, sh_error *error) {
    static const struct {
        const char *name;
        int least, most;
    } limits[] = {[SH_RHOMBUS] = {"rhombus", 3, 11},
                  [SH_STAR] = {"star", 1, 4},
                  [SH_SQUARE] = {"square board", 3, 16},
                  [SH_CHECKERS] = {"checkers", 8, 8}};
    if ((unsigned)shape >= sizeof limits / sizeof *limits || !limits[shape].name)
        return sh_fail(error, SH_USAGE, "no such board shape");
    if (size < limits[shape].least || size > limits[shape].most)
        return sh_fail(error, SH_USAGE, "a %s has size %d to %d, not %d", limits[shape].name,
                       limits[shape].least, limits[shape].most, size);
    bool hexagonal = is_hexagonal(shape);
    if (hexagonal ? directions != 6 : directions != 4 && directions != 6 && directions != 8)
        return sh_fail(error, SH_USAGE, "a %s has %s directions, not %d", limits[shape].name,
                       hexagonal ? "6" : "4, 6 or 8", directions);
    return SH_OK;
}

static void place_cells(sh_board *board) {
    memset(board->neighbour, -1, sizeof board->neighbour);
    for (int y = 0; y < board->rows; y++)
        for (int x = 0; x < board->columns; x++) {
            if (!exists(board, x, y)) continue;
            int cell = number(board, x, y);
            assert(cell >= 0 && cell < SH_MAX_CELLS && !sh_set_has(&board->mask, cell));
            board->x[cell] = (int8_t)x;
            board->y[cell] = (int8_t)y;
            sh_set_add(&board->mask, cell);
            board->cells++;
            board->span = cell + 1;
        }
}

static void connect_cells(sh_board *board) {
    for (int d = 0; d < board->directions; d++) {
        board->dir[d] = DIRECTIONS[d];
        board->dir[d].shift = (int8_t)(stride(board) * DIRECTIONS[d].dy + DIRECTIONS[d].dx);
        assert((board->dir[d].shift > 0) == (d % 2 == 0));
    }
    for (int cell = sh_set_next(&board->mask, 0); cell >= 0;
         cell = sh_set_next(&board->mask, cell + 1)) {
        for (int d = 0; d < board->directions; d++) {
            int x = board->x[cell] + board->dir[d].dx, y = board->y[cell] + board->dir[d].dy;
            if (!exists(board, x, y)) continue;
            int other = cell + board->dir[d].shift;
            assert(other == number(board, x, y));
            board->neighbour[cell][d] = (int16_t)other;
            sh_set_add(&board->steps[cell], other);
            sh_set_add(&board->toward[d], cell);
            if (!exists(board, x + board->dir[d].dx, y + board->dir[d].dy)) continue;
            sh_set_add(&board->over[cell], other);
            sh_set_add(&board->land[cell], other + board->dir[d].shift);
        }
        for (int axis = 0; axis < board->directions / 2; axis++)
            if (board->neighbour[cell][2 * axis] >= 0 && board->neighbour[cell][2 * axis + 1] >= 0)
                sh_set_add(&board->middle[axis], cell);
    }
}

sh_status sh_board_make(sh_board *board, sh_shape shape, int size, int directions,
                        sh_error *error) {
    sh_status status = check_shape(shape, size, directions, error);
    if (status) return status;
    memset(board, 0, sizeof *board);
    board->shape = shape;
    board->size = size;
    board->directions = directions;
    board->columns = shape == SH_STAR ? 4 * size + 1 : size;
    board->rows = shape == SH_STAR ? 4 * size + 1 : shape == SH_CHECKERS ? 7 : size;
    place_cells(board);
    connect_cells(board);
    board->width = board->span <= 64 ? 64 : board->span <= 128 ? 128 : 256;
    board->landings = sh_landings_of(board);
    return SH_OK;
}

int sh_board_cell(const sh_board *board, int x, int y) {
    return exists(board, x, y) ? number(board, x, y) : -1;
}

static bool on_board(const sh_board *board, int cell) {
    return cell >= 0 && cell < SH_MAX_CELLS && sh_set_has(&board->mask, cell);
}

int sh_board_direction(const sh_board *board, int from, int to, int length) {
    if (!on_board(board, from) || !on_board(board, to)) return -1;
    if (length < 1 || length > SH_MAX_CELLS) return -1;
    int dx = board->x[to] - board->x[from], dy = board->y[to] - board->y[from];
    for (int d = 0; d < board->directions; d++)
        if (board->dir[d].dx * length == dx && board->dir[d].dy * length == dy) return d;
    return -1;
}

bool sh_board_is_hexagonal(const sh_board *board) { return is_hexagonal(board->shape); }

double sh_board_row_height(const sh_board *board) {
    return is_hexagonal(board->shape) ? 1.7320508075688772 : 1; // sqrt(3)
}

void sh_board_drawing(const sh_board *board, int cell, int *x, int *y) {
    *x = *y = 0;
    if (!on_board(board, cell)) return;
    int column = board->x[cell], row = board->y[cell], n = board->size;
    switch (board->shape) {
    case SH_RHOMBUS:
        *x = column - row + n - 1;
        *y = column + row;
        return;
    case SH_STAR: // 2q + r, moved so that the leftmost cell stands at 0
        *x = 2 * column + row - 3 * n;
        *y = row;
        return;
    case SH_SQUARE:
        *x = 2 * column;
        *y = 2 * row;
        return;
    case SH_CHECKERS:
        *x = 2 * (row - column + 4);
        *y = 2 * (column + row - 3);
        return;
    }
}
