// SPDX-License-Identifier: MIT
// How games end besides Definition 1: one army alone, plain Halma, swaps; and hops without steps.
#include "test.h"

#include <jansson.h> // json_load_file

#include "oracle/drawn_game.h"
#include "sternhalma/moves.h"
#include "sternhalma/notation.h"
#include "sternhalma/record.h"

#define FOUR                                                                                       \
    4, {1, -1, 0, 0}, { 0, 0, 1, -1 }
#define SIX                                                                                        \
    6, {1, -1, 0, 0, -1, 1}, { 0, 0, 1, -1, 1, -1 }
#define EIGHT                                                                                      \
    8, {1, -1, 0, 0, -1, 1, 1, -1}, { 0, 0, 1, -1, 1, -1, 1, -1 }
#define DIAGONAL                                                                                   \
    4, {1, -1, 1, -1}, { 1, -1, -1, 1 }

static const char STAR[] = "      x  "
                           "     xx  "
                           "  ......."
                           "  ...... "
                           "  .....  "
                           " ......  "
                           ".......  "
                           "  ..     "
                           "  .      ";
static const char CHECKERS[] = "x x x x "
                               " x x x x"
                               "x x x x "
                               " . . . ."
                               ". . . . "
                               " . . . ."
                               ". . . . "
                               " . . . .";
static const char SQUARE4[] = "xx..x...........";

// Depths are such that most games have sequences that end.
static const struct {
    const char *game;
    oracle_drawn picture;
    int depth;
} DRAWN[] = {
    {"sq3/1:4m:1p", {"x........", 3, FOUR, false, false}, 7},
    {"sq3/1:8m:1p", {"x........", 3, EIGHT, false, false}, 6},
    {"sq4/3:8m:1p", {SQUARE4, 4, EIGHT, false, false}, 5},
    {"sq4/3:6m:1p", {SQUARE4, 4, SIX, false, false}, 5},
    {"4x4/3:1p", {SQUARE4, 4, SIX, false, false}, 5},
    {"sq4/3:8m:1p+hops", {SQUARE4, 4, EIGHT, true, false}, 7},
    {"sq5/4:4m:1p+hops", {"xx...xx..................", 5, FOUR, true, false}, 5},
    {"star37:1p+stand", {STAR, 9, SIX, false, false}, 4},
    {"star37:1p+stand+hops", {STAR, 9, SIX, true, false}, 5},
    {"checkers32/12:4m:1p", {CHECKERS, 8, DIAGONAL, false, false}, 4},
    {"sq3/1:8m", {"x.......o", 3, EIGHT, false, false}, 6},
    {"sq3/1:8m+swap", {"x.......o", 3, EIGHT, false, true}, 6},
    {"3x3/1+halma", {"x.......o", 3, SIX, false, false}, 6},
    {"3x3/1+swap", {"x.......o", 3, SIX, false, true}, 7},
    {"sq4/3:6m+swap", {"xx..x......o..oo", 4, SIX, false, true}, 5},
    {"sq4/3:8m+hops", {"xx..x......o..oo", 4, EIGHT, true, false}, 7},
};

static void perft_is_that_of_the_picture(void **state) {
    for (size_t i = 0; i < sizeof DRAWN / sizeof *DRAWN; i++) {
        sh_game game;
        sh_position position;
        test_game(&game, DRAWN[i].game, SH_STRICT);
        sh_position_start(&game, &position);
        for (int depth = 1; depth <= DRAWN[i].depth; depth++) {
            uint64_t expected = oracle_drawn_perft(&DRAWN[i].picture, depth);
            if (sh_perft(&game, &position, depth) != expected ||
                sh_perft_legal(&game, &position, depth) != expected)
                fail_msg("%s to depth %d: %ju and %ju, not %ju", game.name, depth,
                         (uintmax_t)sh_perft(&game, &position, depth),
                         (uintmax_t)sh_perft_legal(&game, &position, depth), (uintmax_t)expected);
        }
    }
}

// Counts printed by the oracle once: they pin the oracle and the rules alike.
static void counts_stay(void **state) {
    static const struct {
        const char *game;
        int depth;
        uint64_t sequences;
    } known[] = {
        {"sq3/1:8m:1p", 8, 151544}, {"4x4/3:1p", 7, 11622800},    {"3x3/1+swap", 8, 9296},
        {"3x3/1+halma", 8, 8510},   {"sq9/10:6m:1p", 5, 8956370},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        sh_game game;
        sh_position position;
        test_game(&game, known[i].game, SH_STRICT);
        sh_position_start(&game, &position);
        assert_int_equal(sh_perft(&game, &position, known[i].depth), known[i].sequences);
    }
}

// The games of the solutions in bell.json. A board with more directions would do as well.
static const struct {
    const char *solution, *game;
} SOLVED[] = {
    {"fabian30", "sq9/10:6m"},       {"bell36", "sq9/15:6m"},
    {"p2_6move_27", "sq9/10:6m:1p"}, {"p2_6move_27_8steps", "sq9/10:6m:1p"},
    {"p2_8move_20", "sq9/10:8m:1p"}, {"p2_4move_30", "sq9/10:4m:1p"},
    {"p6_8move_16", "sq9/9:8m:1p"},  {"p3_6move_jumps_35", "sq9/10:6m:1p+hops"},
    {"p4_6move_31", "sq9/15:6m:1p"}, {"halma_47", "sq16/19:8m:1p"},
};

static void replay(const char *name, const json_t *moves) {
    sh_game game;
    sh_record *record;
    sh_error error = {.text = ""};
    test_game(&game, name, SH_STRICT);
    assert_int_equal(sh_record_open(&record, &game, NULL, &error), SH_OK);
    for (size_t i = 0; i < json_array_size(moves); i++) {
        sh_move move;
        const char *text = json_string_value(json_array_get(moves, i));
        assert_int_equal(sh_record_result(record).ending, SH_GOES_ON);
        if (sh_move_parse(&game, sh_record_position(record), text, &move, &error) != SH_OK ||
            sh_record_play(record, move, &error) != SH_OK)
            fail_msg("%s, move %zu, %s: %s", name, i + 1, text, error.text);
    }
    assert_int_equal(sh_record_result(record).ending, SH_ENDED_WON);
    sh_move listed[SH_MAX_MOVES];
    assert_int_equal(sh_moves_list(&game, sh_record_position(record), listed), 0);
    sh_record_close(record);
}

static void solutions_end_with_their_last_move(void **state) {
    json_t *all = json_load_file(SH_VECTORS "/bell.json", 0, NULL);
    assert_int_equal(json_object_size(all), sizeof SOLVED / sizeof *SOLVED);
    for (size_t i = 0; i < sizeof SOLVED / sizeof *SOLVED; i++)
        replay(SOLVED[i].game, json_object_get(all, SOLVED[i].solution));
    json_decref(all);
}

static sh_verdict verdict(const char *name, const char *text, int *winner) {
    sh_game game;
    sh_position position;
    sh_error error = {.text = ""};
    test_game(&game, name, SH_STRICT);
    if (sh_position_parse(&game, text, &position, &error)) fail_msg("%s", error.text);
    *winner = -1;
    return sh_position_verdict(&game, &position, winner);
}

// One placement, four games: x fills its goal with o's help.
static void the_game_says_what_ends_it(void **state) {
    int winner;
    const char *shared = "x1oo/4/3x/2xo x", *filled = "2o1/o3/o2x/2xx o", *both = "oo2/o3/3x/2xx x";
    assert_int_equal(verdict("4x4/3", shared, &winner), SH_ILLEGAL_FILLED);
    assert_int_equal(verdict("4x4/3+halma", shared, &winner), SH_ONGOING);
    assert_int_equal(verdict("4x4/3+swap", shared, &winner), SH_ONGOING);
    assert_int_equal(verdict("4x4/3", filled, &winner), SH_WON);
    assert_int_equal(winner, 0);
    assert_int_equal(verdict("4x4/3+halma", filled, &winner), SH_WON);
    assert_int_equal(winner, 0);
    assert_int_equal(verdict("4x4/3+swap", filled, &winner), SH_ONGOING);
    assert_int_equal(winner, -1);
    assert_int_equal(verdict("4x4/3+swap", both, &winner), SH_WON);
    assert_int_equal(winner, 1);
    assert_int_equal(verdict("4x4/3:1p", "4/4/3x/2xx x", &winner), SH_WON);
    assert_int_equal(winner, 0);
}

static void hops_only_refuses_steps(void **state) {
    sh_game game;
    sh_position position;
    sh_move move;
    sh_error error = {.text = ""};
    test_game(&game, "sq9/10:6m:1p+hops", SH_STRICT);
    sh_position_start(&game, &position);
    assert_int_equal(sh_move_parse(&game, &position, "d1-e1", &move, &error), SH_DATA);
    assert_non_null(strstr(error.text, "hop"));
    assert_int_equal(sh_move_parse(&game, &position, "c1-e1", &move, &error), SH_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_is_that_of_the_picture),
        cmocka_unit_test(counts_stay),
        cmocka_unit_test(solutions_end_with_their_last_move),
        cmocka_unit_test(the_game_says_what_ends_it),
        cmocka_unit_test(hops_only_refuses_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
