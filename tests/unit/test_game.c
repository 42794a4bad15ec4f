// SPDX-License-Identifier: MIT
// Games by name: armies, lanes, symmetries.
#include "test.h"

static void names_round_trip(void **state) {
    static const char *const names[] = {
        "3x3/1",
        "7x7/3",
        "7x7/6",
        "9x9/10",
        "11x11/15",
        "star13:3p",
        "star37:3p",
        "star37/1:3p",
        "star37/2:3p",
        "star73:6p",
        "star121:2p",
        "star121:2p+pass",
        "star121:4p+stand",
        "sq16/19:8m",
        "sq9/10:6m",
        "sq8/13:8m",
        "checkers32/12:4m",
        "7x7/6:1p",
        "9x9/10+halma",
        "star37:2p+swap",
        "star121:1p+stand",
        "star121/9:6p+stand+halma+hops",
        "sq9/21:8m:1p",
        "sq9/10:6m+swap",
        "sq9/10:6m:1p+hops",
        "checkers32/12:4m:1p",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        sh_game game;
        test_game(&game, names[i], SH_STRICT);
        assert_string_equal(game.name, names[i]);
        for (int p = 0; p < game.players; p++) {
            assert_int_equal(sh_set_count(game.camp[p]), game.pieces);
            assert_int_equal(sh_set_count(game.goal[p]), game.pieces);
            assert_true(sh_set_within(game.camp[p], game.stand[p]));
            assert_true(sh_set_within(game.goal[p], game.stand[p]));
            assert_true(sh_set_within(game.stand[p], game.pass[p]));
        }
    }
    static const char *const shorter[][2] = {
        {"star37/3:3p", "star37:3p"},
        {"7x7/3:2p", "7x7/3"},
        {"sq9/10:6m:2p+halma", "sq9/10:6m"},
        {"7x7/6:1p+halma", "7x7/6:1p"},
    };
    for (size_t i = 0; i < sizeof shorter / sizeof *shorter; i++) {
        sh_game game;
        test_game(&game, shorter[i][0], SH_STRICT);
        assert_string_equal(game.name, shorter[i][1]);
    }
}

static void wrong_names_say_what_is_right(void **state) {
    static const struct {
        const char *name, *hint;
    } wrong[] = {
        {"", "7x7/3"},
        {"7x7", "did you mean 7x7/3?"},
        {"7X7/3", "did you mean 7x7/3?"},
        {"7×7/3", "did you mean 7x7/3?"},
        {"7 x 7 / 3", "did you mean 7x7/3?"},
        {"7x7-3", "did you mean 7x7/3?"},
        {"7x7/3x", "did you mean 7x7/3?"},
        {"Star121:2p", "did you mean star121:2p?"},
        {"star", "did you mean star121:2p?"},
        {"star121-6p", "did you mean star121:6p?"},
        {"sta37:3p", "did you mean star37:3p?"},
        {"star121:6", "did you mean star121:6p?"},
        {"star121:2p+halma+pass", "did you mean star121:2p+pass+halma?"},
        {"SQ9/10", "did you mean sq9/10:6m?"},
        {"sq9", "did you mean sq9/6:6m?"},
        {"checkers32/12:4n", "did you mean checkers32/12:4m?"},
        {"chess", "write 7x7/3 (rhombus, pieces)"},
        {"7x8/3", "as many rows"},
        {"2x2/1", "3 to 11"},
        {"7x7/7", "1, 2, 3, 4, 5, 6, 10 or 15"},
        {"3x3/4", "overlap"},
        {"07x7/3", "is not a game"},
        {"7x7/3 ", "is not a game"},
        {"7777x7/3", "is not a game"},
        {"star36:3p", "13, 37, 73 or 121"},
        {"star37:5p", "2, 3, 4 or 6"},
        {"star37", "write star37:2p, or :3p"},
        {"star37+pass", "write star37:2p+pass, or :3p"},
        {"7x7/3:3p", "one or two players"},
        {"7x7/3+pass", "no corners"},
        {"7x7/3:1p+swap", "two armies"},
        {"7x7/3+hops", "+halma"},
        {"7x7/3+hops+halma", "is not a game"},
        {"7x7/3:0p", "is not a game"},
        {"3x3/4:1p", "overlap"},
        {"star37:3p+fly", "is not a game"},
        {"star37/4:3p", "1 to 3"},
        {"sq17/10:8m", "3 to 16"},
        {"sq9/10:5m", "4, 6 or 8"},
        {"sq9/10", "write sq9/10:4m, sq9/10:6m or sq9/10:8m"},
        {"sq9/10:1p", "sq9/10:6m"},
        {"7x7/3+fly", "+stand, +pass, +halma, +swap, +hops, +leave30"},
        {"star37:2p+stand+pass", "is not a game"},
        {"7x7/3+halma+swap", "is not a game"},
        {"7x7/3+leave", "is not a game"},
        {"checkers32/11:4m", "12"},
        {"star37star37star37star37star37star37", "is not a game"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        sh_game game;
        sh_error error = {SH_OK, ""};
        assert_int_equal(sh_game_parse(&game, wrong[i].name, SH_STRICT, &error), SH_USAGE);
        if (!strstr(error.text, wrong[i].hint))
            fail_msg("%s: '%s' does not say '%s'", wrong[i].name, error.text, wrong[i].hint);
    }
}

static void symmetry_counts(void **state) {
    static const struct {
        const char *name;
        int symmetries;
    } known[] = {
        {"7x7/3", 4},                         // mirror and half turn
        {"7x7/2", 2},                         // the camp of two is not its own mirror image
        {"7x7/5", 4},       {"star37:3p", 3}, // turns only: reflections reverse the order of play
        {"star37/2:3p", 3}, {"star121:2p", 4}, {"star121:6p", 6},       {"star37:4p", 2},
        {"sq16/19:8m", 4},  {"sq9/10:6m", 4},  {"checkers32/12:4m", 2},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        sh_game game;
        test_game(&game, known[i].name, SH_STRICT);
        if (game.symmetries != known[i].symmetries)
            fail_msg("%s has %d symmetries, not %d", known[i].name, game.symmetries,
                     known[i].symmetries);
        for (int c = sh_set_next(&game.board.mask, 0); c >= 0;
             c = sh_set_next(&game.board.mask, c + 1))
            assert_int_equal(game.symmetry[0].cell[c], c);
    }
}

// Players of the three-player game as rules.md has them: A starts in q > n, B in r > n, C in s > n.
static void three_players_sit_as_agreed(void **state) {
    for (int n = 1; n <= 3; n++) {
        char name[32];
        snprintf(name, sizeof name, "star%d:3p", 6 * n * (n + 1) + 1);
        sh_game game;
        test_game(&game, name, SH_STRICT);
        for (int c = sh_set_next(&game.board.mask, 0); c >= 0;
             c = sh_set_next(&game.board.mask, c + 1)) {
            int q = game.board.x[c] - 2 * n, r = game.board.y[c] - 2 * n, axes[3] = {q, r, -q - r};
            for (int p = 0; p < 3; p++) {
                assert_int_equal(sh_set_has(&game.camp[p], c), axes[p] > n);
                assert_int_equal(sh_set_has(&game.goal[p], c), axes[p] < -n);
                int next = abs(axes[(p + 1) % 3]), previous = abs(axes[(p + 2) % 3]);
                assert_int_equal(sh_set_has(&game.stand[p], c), next <= n && previous <= n);
            }
        }
    }
}

static void corners_open_on_request(void **state) {
    sh_game closed, pass, stand;
    test_game(&closed, "star121:2p", SH_STRICT);
    test_game(&pass, "star121:2p+pass", SH_STRICT);
    test_game(&stand, "star121:2p+stand", SH_STRICT);
    assert_int_equal(sh_set_count(closed.stand[0]), 81);
    assert_int_equal(sh_set_count(pass.stand[0]), 81);
    assert_int_equal(sh_set_count(pass.pass[0]), 121);
    assert_int_equal(sh_set_count(stand.stand[0]), 121);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_round_trip),        cmocka_unit_test(wrong_names_say_what_is_right),
        cmocka_unit_test(symmetry_counts),         cmocka_unit_test(three_players_sit_as_agreed),
        cmocka_unit_test(corners_open_on_request),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
