// SPDX-License-Identifier: MIT
// Moves on positions that can be checked by eye: lists, playing, refusals, paths.
#include "test.h"

#include "sternhalma/moves.h"
#include "sternhalma/notation.h"

static void position_of(const sh_game *game, const char *text, sh_position *position) {
    sh_error error;
    if (sh_position_parse(game, text, position, &error)) fail_msg("%s", error.text);
}

static int cell_of(const sh_game *game, const char *text) {
    int cell;
    assert_int_equal(sh_cell_parse(game, text, &cell, NULL), SH_OK);
    return cell;
}

// The moves of a position as text, in order, separated by blanks.
static void list(const sh_game *game, const sh_position *position, char *text) {
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(game, position, moves);
    text[0] = '\0';
    for (int i = 0; i < count; i++) {
        if (i > 0) strcat(text, " ");
        sh_move_print(game, moves[i], text + strlen(text));
    }
}

static void first_moves_of_a_small_game(void **state) {
    sh_game game;
    sh_position position;
    char text[4096];
    test_game(&game, "5x5/3", SH_STRICT);
    position_of(&game, "startpos", &position);
    list(&game, &position, text);
    assert_string_equal(text, "a1-c1 a1-a3 b1-c1 b1-b2 a2-b2 a2-a3");
}

static void chains_reach_every_cell_of_their_way(void **state) {
    sh_game game;
    sh_position position;
    char text[4096];
    test_game(&game, "7x7/3", SH_STRICT);
    // From a1 over b1 to c1, over c2 to c3, over d3 to e3. The others stand far away.
    position_of(&game, "xo5/2o4/3o3/7/7/7/5xx x", &position);
    list(&game, &position, text);
    assert_non_null(strstr(text, "a1-c1"));
    assert_non_null(strstr(text, "a1-c3"));
    assert_non_null(strstr(text, "a1-e3"));
    assert_null(strstr(text, "a1-b1"));
    assert_null(strstr(text, "a1-a1"));
}

static void a_lane_may_be_closed_passed_or_stood_in(void **state) {
    // A piece of A stands beside a foreign corner; only +stand lets it step in.
    static const struct {
        const char *game;
        bool enters;
    } cases[] = {{"star37:3p", false}, {"star37:3p+pass", false}, {"star37:3p+stand", true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sh_game game;
        sh_position position;
        test_game(&game, cases[i].game, SH_STRICT);
        sh_position_start(&game, &position);
        sh_move moves[SH_MAX_MOVES];
        bool enters = false;
        for (int from = sh_set_next(&game.stand[0], 0); from >= 0;
             from = sh_set_next(&game.stand[0], from + 1)) {
            sh_set lane = sh_set_or(game.camp[0], game.goal[0]);
            if (sh_set_has(&position.army[1], from) || sh_set_has(&position.army[2], from))
                continue;
            if (sh_set_has(&lane, from)) continue;
            sh_position moved = position;
            sh_set_remove(&moved.army[0], sh_set_next(&moved.army[0], 0));
            sh_set_add(&moved.army[0], from);
            int count = sh_moves_list(&game, &moved, moves);
            sh_set foreign = sh_set_or(sh_set_or(game.goal[1], game.goal[2]),
                                       sh_set_or(game.camp[1], game.camp[2]));
            for (int m = 0; m < count; m++) enters |= sh_set_has(&foreign, moves[m].to);
        }
        assert_int_equal(enters, cases[i].enters);
    }
}

static void apply_and_undo_are_inverse(void **state) {
    static const char *const games[] = {"7x7/6", "9x9/10", "star121:6p", "sq16/19:8m"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        sh_game game;
        sh_position position, before;
        test_game(&game, games[i], SH_STRICT);
        sh_position_start(&game, &position);
        sh_move moves[SH_MAX_MOVES];
        int count = sh_moves_list(&game, &position, moves);
        assert_true(count > 0);
        for (int m = 0; m < count; m++) {
            before = position;
            sh_move_apply(&game, &position, moves[m]);
            assert_int_equal(position.turn, 1);
            assert_true(sh_set_has(&position.army[0], moves[m].to));
            assert_false(sh_set_has(&position.army[0], moves[m].from));
            sh_move_undo(&game, &position, moves[m]);
            assert_true(sh_position_equal(&position, &before));
        }
    }
}

// Every refusal has its own sentence.
static void refusals(void **state) {
    static const struct {
        const char *game, *position, *move, *words;
    } cases[] = {
        {"7x7/3", "startpos", "d4-d5", "no piece on d4"},
        {"7x7/3", "startpos", "g7-f7", "no piece on g7"},
        {"7x7/3", "startpos", "a1-b1", "occupied"},
        {"7x7/3", "startpos", "a1-a1", "another cell"},
        {"7x7/3", "startpos", "a1-d4", "by one step or a chain of hops"},
        {"7x7/3", "startpos", "a1-b1-c1", "not a hop"},
        {"7x7/3", "startpos", "a1-c1-e1", "hops over no piece"},
        {"7x7/3", "xxx4/7/7/7/7/6o/5oo x", "a1-c1-a1", "lands on a piece"},
        {"7x7/3", "3x3/7/o6/7/6o/6x/5xo o", "a3-a4", "over"},
        {"7x7/3", "ox5/7/1x5/x6/7/6o/6o x", "a4-a2", "chain"},
        {"7x7/3", "ox5/7/x6/x6/7/6o/6o x", "a3-a2", "Definition 2"},
        {"7x7/6", "xxx4/xx5/x6/7/6o/5oo/4ooo x", "a1-d4", "chain"},
        {"7x7/6", "x1xx3/xx5/x6/7/6o/5oo/4ooo x", "a1-b1", "Definition 3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sh_game game;
        sh_position position;
        sh_move move;
        sh_error error;
        test_game(&game, cases[i].game, SH_STRICT);
        position_of(&game, cases[i].position, &position);
        assert_int_equal(sh_move_parse(&game, &position, cases[i].move, &move, &error), SH_DATA);
        if (!strstr(error.text, cases[i].words))
            fail_msg("%s: '%s' does not say '%s'", cases[i].move, error.text, cases[i].words);
    }
}

// The published profile lets x be to move with its goal walled off, but then no move is legal.
static void walled_in(void **state) {
    sh_game game;
    sh_position position;
    sh_move moves[SH_MAX_MOVES];
    test_game(&game, "7x7/6", SH_PUBLISHED);
    position_of(&game, "5x1/5x1/3x3/1o1x3/2x3o/o2x2o/4oo1 x", &position);
    assert_int_equal(sh_position_verdict(&game, &position, NULL), SH_ONGOING);
    assert_int_equal(sh_moves_list(&game, &position, moves), 0);
    assert_true(sh_perft(&game, &position, 1) > 0);
    position_of(&game, "5x1/5x1/3x3/1o1x3/2x1o2/o2x2o/4oo1 x", &position);
    assert_true(sh_moves_list(&game, &position, moves) > 0);
}

static void off_the_board(void **state) {
    sh_game game;
    sh_position position;
    sh_error error;
    test_game(&game, "star37:3p", SH_STRICT);
    sh_position_start(&game, &position);
    int hole = 0;
    while (sh_set_has(&game.board.mask, hole)) hole++;
    sh_move move = {(uint8_t)sh_set_next(&position.army[0], 0), (uint8_t)hole};
    assert_int_equal(sh_move_check(&game, &position, move, &error), SH_DATA);
    assert_non_null(strstr(error.text, "leaves the board"));
    sh_path path = {.length = 2, .cell = {move.from, move.to}};
    assert_int_equal(sh_path_check(&game, &position, &path, &move, &error), SH_DATA);
    path.length = 1;
    assert_int_equal(sh_path_check(&game, &position, &path, &move, &error), SH_DATA);
    assert_non_null(strstr(error.text, "at least two cells"));
}

static void the_shortest_of_two_ways(void **state) {
    sh_game game;
    sh_position position;
    test_game(&game, "7x7/6", SH_STRICT);
    // a1 to c3: over b1 and c2, or the long way round over a2, b3 and more.
    position_of(&game, "xo5/o1o4/1o4o/7/5x1/4xxo/5xx x", &position);
    sh_move move = {(uint8_t)cell_of(&game, "a1"), (uint8_t)cell_of(&game, "c3")};
    sh_path path;
    char text[SH_MAX_MOVE_TEXT];
    sh_move_path(&game, &position, move, &path);
    assert_int_equal(path.length, 3);
    sh_path_print(&game, &path, text);
    assert_true(!strcmp(text, "a1-c1-c3") || !strcmp(text, "a1-a3-c3"));
    assert_int_equal(sh_path_check(&game, &position, &path, &move, NULL), SH_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_moves_of_a_small_game),
        cmocka_unit_test(chains_reach_every_cell_of_their_way),
        cmocka_unit_test(a_lane_may_be_closed_passed_or_stood_in),
        cmocka_unit_test(apply_and_undo_are_inverse),
        cmocka_unit_test(refusals),
        cmocka_unit_test(walled_in),
        cmocka_unit_test(off_the_board),
        cmocka_unit_test(the_shortest_of_two_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
