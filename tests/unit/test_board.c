// SPDX-License-Identifier: MIT
// Boards against facts that can be counted by hand or recomputed from coordinates alone.
#include "test.h"

#include "board/landings.h"

#include "sternhalma/board.h"

static void make(sh_board *board, sh_shape shape, int size, int directions) {
    assert_int_equal(sh_board_make(board, shape, size, directions, NULL), SH_OK);
}

static void cells_and_widths(void **state) {
    static const struct {
        sh_shape shape;
        int size, directions, cells, width;
    } known[] = {
        {SH_RHOMBUS, 3, 6, 9, 64},     {SH_RHOMBUS, 8, 6, 64, 64},  {SH_RHOMBUS, 9, 6, 81, 128},
        {SH_RHOMBUS, 11, 6, 121, 128}, {SH_STAR, 1, 6, 13, 64},     {SH_STAR, 2, 6, 37, 64},
        {SH_STAR, 3, 6, 73, 128},      {SH_STAR, 4, 6, 121, 256},   {SH_SQUARE, 8, 8, 64, 64},
        {SH_SQUARE, 16, 4, 256, 256},  {SH_CHECKERS, 8, 4, 32, 64},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        sh_board board;
        make(&board, known[i].shape, known[i].size, known[i].directions);
        assert_int_equal(board.cells, known[i].cells);
        assert_int_equal(board.width, known[i].width);
        assert_int_equal(sh_set_count(board.mask), known[i].cells);
    }
}

// Edges of a graph of this shape, counted from a formula that knows nothing of cell numbers.
static int edges(const sh_board *board) {
    int sum = 0;
    for (int c = sh_set_next(&board->mask, 0); c >= 0; c = sh_set_next(&board->mask, c + 1))
        sum += sh_set_count(board->steps[c]);
    return sum / 2;
}

static void edge_counts(void **state) {
    for (int m = 3; m <= 11; m++) {
        sh_board board;
        make(&board, SH_RHOMBUS, m, 6);
        assert_int_equal(edges(&board), 2 * m * (m - 1) + (m - 1) * (m - 1));
    }
    for (int n = 1; n <= 4; n++) {
        // A centre hexagon of side n+1 has 9n²+3n edges; each point adds a triangle of n cells a
        // side: 3n(n-1)/2 edges of its own and 2n to the hexagon.
        sh_board board;
        make(&board, SH_STAR, n, 6);
        assert_int_equal(edges(&board), 9 * n * n + 3 * n + 6 * (3 * n * (n - 1) / 2 + 2 * n));
    }
    for (int m = 3; m <= 16; m++) {
        sh_board board;
        make(&board, SH_SQUARE, m, 4);
        assert_int_equal(edges(&board), 2 * m * (m - 1));
        make(&board, SH_SQUARE, m, 8);
        assert_int_equal(edges(&board), 2 * m * (m - 1) + 2 * (m - 1) * (m - 1));
    }
    // Checkers seen as diagonal moves on the dark squares: seven pairs of rows with seven
    // diagonals.
    sh_board board;
    make(&board, SH_CHECKERS, 8, 4);
    assert_int_equal(edges(&board), 49);
}

// `over` and `land` have the same order: the i-th cell to land on lies as far behind the i-th to
// hop over. Against coordinates: whatever neighbour has a cell behind it is there.
static void check_surroundings(const sh_board *board, int cell) {
    int land = -1, count = 0;
    for (int over = sh_set_next(&board->over[cell], 0); over >= 0;
         over = sh_set_next(&board->over[cell], over + 1)) {
        land = sh_set_next(&board->land[cell], land + 1);
        assert_true(sh_board_direction(board, cell, over, 1) >= 0);
        assert_int_equal(land, sh_board_cell(board, 2 * board->x[over] - board->x[cell],
                                             2 * board->y[over] - board->y[cell]));
        count++;
    }
    assert_int_equal(sh_set_count(board->land[cell]), count);
    for (int c = sh_set_next(&board->mask, 0); c >= 0; c = sh_set_next(&board->mask, c + 1))
        count -= sh_board_direction(board, cell, c, 2) >= 0;
    assert_int_equal(count, 0);
}

// The look-up of landings agrees with coordinates: with some neighbours occupied, the landings are
// the cells as far behind them.
static void check_landings(const sh_board *board, int cell) {
    int near[SH_MAX_DIRS], count = 0;
    for (int c = sh_set_next(&board->mask, 0); c >= 0; c = sh_set_next(&board->mask, c + 1)) {
        bool beside = sh_board_direction(board, cell, c, 1) >= 0;
        assert_int_equal(board->landings->around[cell] >> c & 1, beside);
        if (beside) near[count++] = c;
    }
    for (int code = 0; code < 1 << count; code++) {
        uint64_t landings = 0;
        for (int i = 0; i < count; i++) {
            int x = 2 * board->x[near[i]] - board->x[cell];
            int y = 2 * board->y[near[i]] - board->y[cell];
            int behind = sh_board_cell(board, x, y);
            if (code >> i & 1 && behind >= 0) landings |= 1ULL << behind;
        }
        assert_int_equal(board->landings->behind[cell][code], landings);
    }
}

static void surroundings(void **state) {
    static const struct {
        sh_shape shape;
        int size, directions;
    } boards[] = {{SH_RHOMBUS, 3, 6},  {SH_RHOMBUS, 7, 6}, {SH_RHOMBUS, 11, 6}, {SH_STAR, 2, 6},
                  {SH_STAR, 4, 6},     {SH_SQUARE, 8, 4},  {SH_SQUARE, 8, 6},   {SH_SQUARE, 16, 8},
                  {SH_CHECKERS, 8, 4}, {SH_CHECKERS, 8, 8}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        sh_board board;
        make(&board, boards[i].shape, boards[i].size, boards[i].directions);
        for (int c = 0; c < SH_MAX_CELLS; c++) {
            if (sh_set_has(&board.mask, c)) {
                check_surroundings(&board, c);
                if (board.landings) check_landings(&board, c);
            } else
                assert_true(sh_set_is_empty(board.over[c]) && sh_set_is_empty(board.land[c]));
        }
        assert_int_equal(board.landings != NULL, board.width == 64 && board.directions <= 6);
        if (board.landings)
            assert_int_equal(board.landings->around[64] | board.landings->behind[64][0], 0);
    }
}

// Neighbours agree with coordinates, directions pair up, middles are what lies between two cells.
static void check_geometry(const sh_board *board) {
    for (int c = sh_set_next(&board->mask, 0); c >= 0; c = sh_set_next(&board->mask, c + 1)) {
        assert_int_equal(sh_board_cell(board, board->x[c], board->y[c]), c);
        for (int d = 0; d < board->directions; d++) {
            int other = board->neighbour[c][d];
            int x = board->x[c] + board->dir[d].dx, y = board->y[c] + board->dir[d].dy;
            assert_int_equal(other, sh_board_cell(board, x, y));
            bool middle = other >= 0 && board->neighbour[c][d ^ 1] >= 0;
            assert_int_equal(sh_set_has(&board->middle[d >> 1], c), middle);
            if (other < 0) continue;
            assert_int_equal(board->neighbour[other][d ^ 1], c);
            assert_int_equal(sh_board_direction(board, c, other, 1), d);
        }
    }
}

// The claim on which generators stand: shifting a set twice through `middle` makes exactly the
// hops.
static void shifts_are_hops(const sh_board *board) {
    for (int c = sh_set_next(&board->mask, 0); c >= 0; c = sh_set_next(&board->mask, c + 1))
        for (int d = 0; d < board->directions; d++) {
            int middle = c + board->dir[d].shift;
            bool by_shift =
                middle >= 0 && middle < SH_MAX_CELLS && sh_set_has(&board->middle[d >> 1], middle);
            int first = board->neighbour[c][d];
            bool by_table = first >= 0 && board->neighbour[first][d] >= 0;
            assert_int_equal(by_shift, by_table);
        }
}

static void geometry_of_every_board(void **state) {
    sh_board board;
    for (int m = 3; m <= 11; m++) {
        make(&board, SH_RHOMBUS, m, 6);
        check_geometry(&board);
        shifts_are_hops(&board);
    }
    for (int n = 1; n <= 4; n++) {
        make(&board, SH_STAR, n, 6);
        check_geometry(&board);
        shifts_are_hops(&board);
    }
    for (int directions = 4; directions <= 8; directions += 2) {
        for (int m = 3; m <= 16; m++) {
            make(&board, SH_SQUARE, m, directions);
            check_geometry(&board);
            shifts_are_hops(&board);
        }
        make(&board, SH_CHECKERS, 8, directions);
        check_geometry(&board);
        shifts_are_hops(&board);
    }
}

static void drawings_do_not_overlap(void **state) {
    static const sh_shape shapes[] = {SH_RHOMBUS, SH_STAR, SH_SQUARE, SH_CHECKERS};
    static const int sizes[] = {7, 4, 16, 8};
    for (int i = 0; i < 4; i++) {
        sh_board board;
        make(&board, shapes[i], sizes[i], 6);
        bool taken[64][64] = {{false}};
        for (int c = sh_set_next(&board.mask, 0); c >= 0; c = sh_set_next(&board.mask, c + 1)) {
            int x, y;
            sh_board_drawing(&board, c, &x, &y);
            assert_in_range(x, 0, 63);
            assert_in_range(y, 0, 63);
            assert_false(taken[y][x]);
            taken[y][x] = true;
        }
    }
}

static void wrong_boards_are_refused(void **state) {
    sh_board board;
    sh_error error;
    assert_int_equal(sh_board_make(&board, SH_RHOMBUS, 12, 6, &error), SH_USAGE);
    assert_non_null(strstr(error.text, "3 to 11"));
    assert_int_equal(sh_board_make(&board, SH_STAR, 5, 6, &error), SH_USAGE);
    assert_int_equal(sh_board_make(&board, SH_STAR, 2, 8, &error), SH_USAGE);
    assert_int_equal(sh_board_make(&board, SH_SQUARE, 8, 5, &error), SH_USAGE);
    assert_non_null(strstr(error.text, "4, 6 or 8"));
}

// What a shape that is not known here would need is not looked up behind the ends of lists.
static void unknown_shapes_are_refused(void **state) {
    sh_error error;
    sh_board board;
    for (int shape = SH_CHECKERS + 1; shape < 1000; shape = shape * 2 + 1) {
        assert_int_equal(sh_board_make(&board, (sh_shape)shape, 8, 4, &error), SH_USAGE);
        assert_non_null(strstr(error.text, "no such board shape"));
        make(&board, SH_CHECKERS, 8, 4);
        board.shape = (sh_shape)shape;
        assert_null(sh_landings_of(&board));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_and_widths),
        cmocka_unit_test(edge_counts),
        cmocka_unit_test(surroundings),
        cmocka_unit_test(geometry_of_every_board),
        cmocka_unit_test(drawings_do_not_overlap),
        cmocka_unit_test(wrong_boards_are_refused),
        cmocka_unit_test(unknown_shapes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
