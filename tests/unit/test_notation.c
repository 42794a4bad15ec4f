// SPDX-License-Identifier: MIT
// Positions, cells and moves as text: known texts, what is refused and how, and parse(print(x)) = x
// on every kind of board.

#include "scatter.h"
#include "test.h"

#include "sternhalma/notation.h"

static const char *const ALL_BOARDS[] = {
    "3x3/1",      "4x4/6",     "7x7/3",      "7x7/6",     "9x9/10",           "11x11/15",
    "star13:3p",  "star37:3p", "star37:2p",  "star73:6p", "star121:2p+stand", "star121:4p",
    "star121:6p", "sq9/9:8m",  "sq16/19:8m", "sq3/1:4m",  "checkers32/12:4m",
};
enum { BOARDS = sizeof ALL_BOARDS / sizeof *ALL_BOARDS };

static void test_start_positions(void **state) {
    static const struct {
        const char *game, *text;
    } starts[] = {
        {"7x7/3", "xx5/x6/7/7/7/6o/5oo x"}, {"3x3/1", "x2/3/2o x"},
        {"4x4/6", "xxx1/xx1o/x1oo/1ooo x"}, {"9x9/10", "xxxx5/xxx6/xx7/x8/9/8o/7oo/6ooo/5oooo x"},
        {"star13:3p", "1/c2a/3/4/b a"},
    };
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        sh_game game;
        sh_position position, parsed;
        char text[SH_MAX_POSITION_TEXT];
        test_game(&game, starts[i].game, SH_STRICT);
        sh_position_start(&game, &position);
        sh_position_print(&game, &position, text);
        assert_string_equal(text, starts[i].text);
        assert_int_equal(sh_position_parse(&game, "startpos", &parsed, NULL), SH_OK);
        assert_true(sh_position_equal(&position, &parsed));
    }
}

static void test_positions_round_trip(void **state) {
    for (int b = 0; b < BOARDS; b++) {
        sh_game game;
        test_game(&game, ALL_BOARDS[b], SH_STRICT);
        sh_random random = {(uint64_t)b};
        for (int i = 0; i < 500; i++) {
            sh_position position, parsed;
            char text[SH_MAX_POSITION_TEXT];
            sh_error error = {.text = ""};
            test_scatter(&game, &random, &position);
            sh_position_print(&game, &position, text);
            assert_true(strlen(text) < SH_MAX_POSITION_TEXT);
            if (sh_position_parse(&game, text, &parsed, &error) != SH_OK)
                fail_msg("%s: %s: %s", game.name, text, error.text);
            assert_true(sh_position_equal(&position, &parsed));
        }
    }
}

static void test_cells_round_trip(void **state) {
    for (int b = 0; b < BOARDS; b++) {
        sh_game game;
        test_game(&game, ALL_BOARDS[b], SH_STRICT);
        for (int cell = sh_set_next(&game.board.mask, 0); cell >= 0;
             cell = sh_set_next(&game.board.mask, cell + 1)) {
            char text[SH_MAX_CELL_TEXT];
            int parsed = -1;
            sh_cell_print(&game, cell, text);
            assert_int_equal(sh_cell_parse(&game, text, &parsed, NULL), SH_OK);
            assert_int_equal(parsed, cell);
        }
    }
}

// Every move of random positions in short form and with its path.
static void test_moves_round_trip(void **state) {
    for (int b = 0; b < BOARDS; b++) {
        sh_game game;
        test_game(&game, ALL_BOARDS[b], SH_STRICT);
        sh_random random = {(uint64_t)b};
        for (int i = 0; i < 10; i++) {
            sh_position position;
            do test_scatter(&game, &random, &position);
            while (sh_position_check_legal(&game, &position, NULL) != SH_OK);
            sh_move moves[SH_MAX_MOVES], parsed;
            int count = sh_moves_list(&game, &position, moves);
            for (int m = 0; m < count; m++) {
                char text[SH_MAX_MOVE_TEXT];
                sh_path path;
                sh_move_print(&game, moves[m], text);
                assert_int_equal(sh_move_parse(&game, &position, text, &parsed, NULL), SH_OK);
                assert_memory_equal(&parsed, &moves[m], sizeof parsed);
                sh_move_path(&game, &position, moves[m], &path);
                sh_path_print(&game, &path, text);
                assert_int_equal(sh_move_parse(&game, &position, text, &parsed, NULL), SH_OK);
                assert_memory_equal(&parsed, &moves[m], sizeof parsed);
            }
        }
    }
}

static void test_bad_positions(void **state) {
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"", "row 1 of the position has 0 cells"},
        {"xx5", "1 rows"},
        {"xx5/x6/7/7/7/6o/5oo", "side to move"},
        {"xx5/x6/7/7/7/6o/5oo ", "side to move"},
        {"xx5/x6/7/7/7/6o/5oo z", "x and o"},
        {"xx5/x6/7/7/7/6o/5oo x ", "side to move"},
        {"xx5/x6/7/7/7/6o/5oo xx", "side to move"},
        {"xx5/x6/7/7/7/6o/5oo/7 x", "more than the 7 rows"},
        {"xx5/x6/7/7/7/6o/5oo/ x", "more than the 7 rows"},
        {"xx6/x6/7/7/7/6o/5oo x", "row 1 of the position has more than the 7 cells"},
        {"xx5/x6/7/7/7/6oo/5oo x", "row 6 of the position has more than the 7 cells"},
        {"xx5/x5/7/7/7/6o/5oo x", "row 2 of the position has 6 cells"},
        {"xa5/x6/7/7/7/6o/5oo x", "'a' in row 1"},
        {"xx5/x6/7/7/7/6o/5o1 x", "o has 2 pieces"},
        {"xx5/x6/x6/7/7/6o/5oo x", "x has 4 pieces"},
        {"xx99999999999999999999/x6/7/7/7/6o/5oo x", "row 1"},
        {"xx0x4/x6/7/7/7/6o/5oo x", "'0' in row 1"},
        {"xx5\n/x6/7/7/7/6o/5oo x", "row 1"},
        {"startpos ", "row 1"},
    };
    sh_game game;
    test_game(&game, "7x7/3", SH_STRICT);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        sh_position position;
        sh_error error = {.text = ""};
        assert_int_equal(sh_position_parse(&game, bad[i].text, &position, &error), SH_DATA);
        if (!strstr(error.text, bad[i].says))
            fail_msg("\"%s\" says \"%s\", not \"%s\"", bad[i].text, error.text, bad[i].says);
    }
}

static void test_bad_cells(void **state) {
    static const struct {
        const char *game, *text, *says;
    } bad[] = {
        {"7x7/3", "", "not a cell"},
        {"7x7/3", "a", "not a cell"},
        {"7x7/3", "1a", "not a cell"},
        {"7x7/3", "a01", "not a cell"},
        {"7x7/3", "a1x", "not a cell"},
        {"7x7/3", "h1", "columns are a to g, rows 1 to 7"},
        {"7x7/3", "a8", "columns are a to g, rows 1 to 7"},
        {"7x7/3", "a99999999999999999999", "columns are a to g"},
        {"star37:3p", "a1", "not every column of a row is on the board"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        sh_game game;
        int cell;
        sh_error error = {.text = ""};
        test_game(&game, bad[i].game, SH_STRICT);
        assert_int_equal(sh_cell_parse(&game, bad[i].text, &cell, &error), SH_DATA);
        if (!strstr(error.text, bad[i].says))
            fail_msg("\"%s\" says \"%s\", not \"%s\"", bad[i].text, error.text, bad[i].says);
    }
}

static void test_bad_moves(void **state) {
    static const char *const bad[] = {
        "",         "a1",    "-",      "a1-",      "-a1",         "a1--a2",   "a3-a4-",
        "a3 a4",    "d4-d5", "g7-f7",  "a3-a5",    "a3-a3",       "a3-b3-a4", "a1-a2",
        "a1-c1-a1", "a1-z9", "a1-a99", "a1-c1-e1", "a1-c1-c3-e3", "a3-a4-a5",
    };
    sh_game game;
    sh_position position;
    test_game(&game, "7x7/3", SH_STRICT);
    sh_position_start(&game, &position);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        sh_move move;
        sh_error error = {.text = ""};
        assert_int_equal(sh_move_parse(&game, &position, bad[i], &move, &error), SH_DATA);
        assert_true(strlen(error.text) > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_start_positions),  cmocka_unit_test(test_positions_round_trip),
        cmocka_unit_test(test_cells_round_trip), cmocka_unit_test(test_moves_round_trip),
        cmocka_unit_test(test_bad_positions),    cmocka_unit_test(test_bad_cells),
        cmocka_unit_test(test_bad_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
