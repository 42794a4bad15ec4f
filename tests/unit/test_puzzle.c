// SPDX-License-Identifier: MIT
// Puzzles by name and by picture, those that cannot be solved, and Bell's solutions replayed.
#include "test.h"

#include <jansson.h>

#include "puzzle/identity.h"
#include "sternhalma/notation.h"

static void pose(sh_puzzle *puzzle, sh_puzzle_kind kind, const char *name) {
    sh_error error;
    if (sh_puzzle_parse(puzzle, kind, name, 0, false, &error)) fail_msg("%s", error.text);
}

static void names_pose_puzzles(void **state) {
    static const struct {
        const char *name;
        int men, directions, symmetries, reversals;
    } known[] = {
        {"sq9/10:6m", 10, 6, 2, 2},        {"sq9/10:4m", 10, 4, 2, 2},  {"sq9/9:8m", 9, 8, 2, 2},
        {"checkers32/12:4m", 12, 4, 1, 1}, {"sq16/19", 19, 8, 2, 2},    {"sq9/10", 10, 6, 2, 2},
        {"9x9/10", 10, 6, 2, 2},           {"star121:2p", 10, 6, 2, 2}, {"sq16/21:8m", 21, 8, 2, 2},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        sh_puzzle puzzle;
        pose(&puzzle, SH_PUZZLE_TRANSFER, known[i].name);
        assert_int_equal(puzzle.game.players, 1);
        assert_int_equal(puzzle.game.pieces, known[i].men);
        assert_int_equal(puzzle.game.board.directions, known[i].directions);
        assert_int_equal(puzzle.game.symmetries, known[i].symmetries);
        assert_int_equal(puzzle.reversals, known[i].reversals);
        assert_int_equal(sh_puzzle_check(&puzzle, NULL), SH_OK);
    }
}

static void wrong_names_are_refused(void **state) {
    static const struct {
        const char *name;
        int moves;
        const char *hint;
    } wrong[] = {
        {"sq9/10:6m", 8, "has 6 directions"},
        {"star37:3p", 0, "three players (:3p); write star121:2p"},
        {"sq9/11", 6, "armies here have"},
        {"sq5/15:6m", 0, "overlap"},
        {"sq9/10:5m", 0, "4, 6 or 8"},
        {"nothing", 0, "is not a game"},
        {"9x9/10+swap", 0, "leave out +swap"},
        {"star37:2p+halma+leave3", 0, "leave out +leave"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        sh_puzzle puzzle;
        sh_error error = {SH_OK, ""};
        assert_int_equal(sh_puzzle_parse(&puzzle, SH_PUZZLE_TRANSFER, wrong[i].name, wrong[i].moves,
                                         false, &error),
                         SH_USAGE);
        if (!strstr(error.text, wrong[i].hint))
            fail_msg("%s: '%s' does not say '%s'", wrong[i].name, error.text, wrong[i].hint);
    }
}

// Steps are forbidden by `+hops` in a name as by an option: the same puzzle, but for its name.
static void no_steps_whoever_says_so(void **state) {
    static const struct {
        const char *with_rule, *with_option;
    } same[] = {{"sq4/3:6m+hops", "sq4/3:6m"}, {"9x9/10+halma+hops", "9x9/10+halma"}};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        for (int kind = SH_PUZZLE_TRANSFER; kind <= SH_PUZZLE_GAME; kind++) {
            sh_puzzle rule, option;
            sh_error error;
            pose(&rule, (sh_puzzle_kind)kind, same[i].with_rule);
            if (sh_puzzle_parse(&option, (sh_puzzle_kind)kind, same[i].with_option, 0, true,
                                &error))
                fail_msg("%s", error.text);
            assert_true(sh_puzzle_jumps_only(&rule));
            assert_true(sh_puzzle_jumps_only(&option));
            memset(rule.game.name, 0, sizeof rule.game.name);
            memset(option.game.name, 0, sizeof option.game.name);
            assert_memory_equal(&rule, &option, sizeof rule);
        }
}

static uint64_t identity(sh_puzzle_kind kind, const char *name) {
    sh_puzzle puzzle;
    pose(&puzzle, kind, name);
    return sh_puzzle_identity(&puzzle);
}

// All that changes the levels of a search changes the identity, and the name does not.
static void an_identity_is_of_one_puzzle(void **state) {
    static const char *const different[] = {"sq9/10:6m",      "sq9/10:8m",       "sq9/10:4m",
                                            "sq9/10:6m+hops", "sq9/9:6m",        "sq10/10:6m",
                                            "star37:2p",      "star37:2p+pass",  "star37:2p+stand",
                                            "star37/2:2p",    "checkers32/12:4m"};
    enum { NAMES = sizeof different / sizeof *different };
    uint64_t seen[2 * NAMES];
    for (int i = 0; i < 2 * NAMES; i++) {
        seen[i] = identity(i % 2 ? SH_PUZZLE_GAME : SH_PUZZLE_TRANSFER, different[i / 2]);
        for (int k = 0; k < i; k++) assert_true(seen[k] != seen[i]);
    }
    assert_true(identity(SH_PUZZLE_GAME, "9x9/10") == identity(SH_PUZZLE_GAME, "9x9/10+halma"));
    static const char start[] = "board sq3:4m\nstart\nx..\n...\n...\n";
    sh_puzzle drawn[2];
    assert_int_equal(sh_puzzle_draw(&drawn[0], SH_PUZZLE_TRANSFER, "a", start, 0, false, NULL),
                     SH_OK);
    assert_true(sh_puzzle_identity(&drawn[0]) == identity(SH_PUZZLE_TRANSFER, "sq3/1:4m"));
    assert_int_equal(sh_puzzle_draw(&drawn[1], SH_PUZZLE_TRANSFER, "a",
                                    "board sq3:4m\nstart\nx..\n...\n...\ngoal\n...\n..x\n...\n", 0,
                                    false, NULL),
                     SH_OK);
    assert_true(sh_puzzle_identity(&drawn[0]) != sh_puzzle_identity(&drawn[1]));
}

static const char SQUARE_OF_FOUR[] = "# the square of four\n"
                                     "board sq5:8m\n"
                                     "start\nxx...\nxx...\n.....\n.....\n.....\n";

static void a_picture_is_the_puzzle_of_its_name(void **state) {
    sh_puzzle drawn, named;
    sh_error error;
    if (sh_puzzle_draw(&drawn, SH_PUZZLE_TRANSFER, "drawn", SQUARE_OF_FOUR, 0, false, &error))
        fail_msg("%s", error.text);
    pose(&named, SH_PUZZLE_TRANSFER, "sq5/4:8m");
    assert_true(sh_set_equal(drawn.game.camp[0], named.game.camp[0]));
    assert_true(sh_set_equal(drawn.game.goal[0], named.game.goal[0]));
    assert_int_equal(drawn.game.symmetries, named.game.symmetries);
    assert_int_equal(drawn.reversals, named.reversals);
}

static void options_hold_for_pictures(void **state) {
    sh_puzzle puzzle;
    sh_error error;
    assert_int_equal(
        sh_puzzle_draw(&puzzle, SH_PUZZLE_TRANSFER, "drawn", SQUARE_OF_FOUR, 8, true, &error),
        SH_OK);
    assert_true(sh_puzzle_jumps_only(&puzzle));
    assert_int_equal(
        sh_puzzle_draw(&puzzle, SH_PUZZLE_TRANSFER, "drawn", SQUARE_OF_FOUR, 4, false, &error),
        SH_USAGE);
    assert_non_null(strstr(error.text, "has 8 directions"));
}

static void malformed_pictures_are_explained(void **state) {
    static const struct {
        const char *text, *hint;
        sh_puzzle_kind kind;
    } wrong[] = {
        {"", "needs a board", SH_PUZZLE_TRANSFER},
        {"start\nx\n", "board first", SH_PUZZLE_TRANSFER},
        {"board sq5\n", "is not a board", SH_PUZZLE_TRANSFER},
        {"board sq99:4m\n", "3 to 16", SH_PUZZLE_TRANSFER},
        {"board sq3:4m\nstart\nx..\n", "ends after 1 of its 3", SH_PUZZLE_TRANSFER},
        {"board sq3:4m\nstart\nx...\n", "line 3: row 1 has more", SH_PUZZLE_TRANSFER},
        {"board sq3:4m\nstart\nx..\n..\n", "line 4: row 2 has fewer", SH_PUZZLE_TRANSFER},
        {"board sq3:4m\nstart\nxy.\n", "'y' in a picture", SH_PUZZLE_TRANSFER},
        {"board sq3:4m\nstart\n...\n...\n...\n", "1 to 21 men", SH_PUZZLE_TRANSFER},
        {"board sq3:4m\nstart\nx..\n...\n..o\n", "one army", SH_PUZZLE_TRANSFER},
        {"board sq3:4m\nstart\nx..\n...\n...\n", "armies are equal", SH_PUZZLE_GAME},
        {"board sq3:4m\nfinish\n", "where board, start", SH_PUZZLE_TRANSFER},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        sh_puzzle puzzle;
        sh_error error = {SH_OK, ""};
        assert_int_equal(
            sh_puzzle_draw(&puzzle, wrong[i].kind, "drawn", wrong[i].text, 0, false, &error),
            SH_DATA);
        if (!strstr(error.text, wrong[i].hint))
            fail_msg("%zu: '%s' does not say '%s'", i, error.text, wrong[i].hint);
    }
}

static void impossible_puzzles_are_explained(void **state) {
    static const struct {
        const char *text, *hint;
    } wrong[] = {
        {"board sq3:4m\nstart\nx..\n...\n...\ngoal\n...\n...\n.xx\n", "1 men, its goal 2 cells"},
        {"board sq4:4m\njumps-only\nstart\nx...\n....\n....\n....\n", "only a step changes"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        sh_puzzle puzzle;
        sh_error error = {SH_OK, ""};
        assert_int_equal(
            sh_puzzle_draw(&puzzle, SH_PUZZLE_TRANSFER, "drawn", wrong[i].text, 0, false, &error),
            SH_OK);
        assert_int_equal(sh_puzzle_check(&puzzle, &error), SH_NO);
        if (!strstr(error.text, wrong[i].hint))
            fail_msg("%zu: '%s' does not say '%s'", i, error.text, wrong[i].hint);
    }
}

// Plays every move of a solution by the rules and returns who has arrived, and after how many.
static int replay(const sh_puzzle *puzzle, const json_t *moves, int *length) {
    sh_position position;
    sh_position_start(&puzzle->game, &position);
    for (size_t i = 0; i < json_array_size(moves); i++) {
        sh_move move;
        sh_error error;
        const char *text = json_string_value(json_array_get(moves, i));
        assert_int_equal(sh_puzzle_arrived(puzzle, position.army), -1);
        if (sh_move_parse(&puzzle->game, &position, text, &move, &error))
            fail_msg("move %zu, %s: %s", i + 1, text, error.text);
        if (sh_puzzle_jumps_only(puzzle))
            assert_false(sh_set_has(&puzzle->game.board.steps[move.from], move.to));
        sh_move_apply(&puzzle->game, &position, move);
    }
    *length = (int)json_array_size(moves);
    return sh_puzzle_arrived(puzzle, position.army);
}

static void bells_solutions_replay(void **state) {
    static const struct {
        const char *key, *name;
        sh_puzzle_kind kind;
        bool jumps_only;
        int length;
    } known[] = {
        {"fabian30", "sq9/10:6m", SH_PUZZLE_GAME, false, 30},
        {"bell36", "sq9/15:6m", SH_PUZZLE_GAME, false, 36},
        {"p2_6move_27", "sq9/10:6m", SH_PUZZLE_TRANSFER, false, 27},
        {"p2_6move_27_8steps", "sq9/10:6m", SH_PUZZLE_TRANSFER, false, 27},
        {"p2_8move_20", "sq9/10:8m", SH_PUZZLE_TRANSFER, false, 20},
        {"p2_4move_30", "sq9/10:4m", SH_PUZZLE_TRANSFER, false, 30},
        {"p6_8move_16", "sq9/9:8m", SH_PUZZLE_TRANSFER, false, 16},
        {"p3_6move_jumps_35", "sq9/10:6m", SH_PUZZLE_TRANSFER, true, 35},
        {"p4_6move_31", "sq9/15:6m", SH_PUZZLE_TRANSFER, false, 31},
        {"halma_47", "sq16/19:8m", SH_PUZZLE_TRANSFER, false, 47},
    };
    json_error_t problem;
    json_t *bell = json_load_file(SH_VECTORS "/bell.json", 0, &problem);
    assert_non_null(bell);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        sh_puzzle puzzle;
        sh_error error;
        int length;
        if (sh_puzzle_parse(&puzzle, known[i].kind, known[i].name, 0, known[i].jumps_only, &error))
            fail_msg("%s", error.text);
        assert_true(replay(&puzzle, json_object_get(bell, known[i].key), &length) >= 0);
        assert_int_equal(length, known[i].length);
    }
    json_decref(bell);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_pose_puzzles),
        cmocka_unit_test(wrong_names_are_refused),
        cmocka_unit_test(no_steps_whoever_says_so),
        cmocka_unit_test(an_identity_is_of_one_puzzle),
        cmocka_unit_test(a_picture_is_the_puzzle_of_its_name),
        cmocka_unit_test(options_hold_for_pictures),
        cmocka_unit_test(malformed_pictures_are_explained),
        cmocka_unit_test(impossible_puzzles_are_explained),
        cmocka_unit_test(bells_solutions_replay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
