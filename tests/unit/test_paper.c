// SPDX-License-Identifier: MIT
// The agents of Huang and Klukas (2021): their node counts, features worked out by hand, and what
// their searches must find.
#include "test.h"

#include <math.h> // fabs

#include "play/paper_search.h"
#include "play/paper_tuning.h"
#include "sternhalma/notation.h"

static sh_game game_of(const char *name) {
    sh_game game;
    test_game(&game, name, SH_STRICT);
    return game;
}

static sh_position position_of(const sh_game *game, const char *text) {
    sh_position position;
    sh_error error;
    assert_int_equal(sh_position_parse(game, text, &position, &error), SH_OK);
    return position;
}

static const sh_paper_h1 HE = {SH_PAPER_PRINTED, {0.911, 0.140, 0.388}};

// tests/golden/play.json: 111, 1,831 and 31,415 nodes with the root to depths 2, 3 and 4.
static void test_nodes(void **state) {
    static const uint64_t NODES[] = {111, 1831, 31415};
    sh_game game = game_of("7x7/6+halma");
    sh_position start;
    sh_position_start(&game, &start);
    for (int depth = 2; depth <= 4; depth++) {
        sh_random random = {1};
        sh_paper_search search = {SH_PAPER_MINIMAX, &HE, depth};
        assert_int_equal(sh_paper_find(&game, &start, &search, &random).nodes, NODES[depth - 2]);
    }
}

// Pruning changes neither the value nor, with the first of equals taken, the move.
static void test_alpha_beta(void **state) {
    sh_game game = game_of("7x7/6+halma");
    sh_random random = {2};
    for (int i = 0; i < 40; i++) {
        sh_position position;
        sh_position_start(&game, &position);
        for (int ply = 0; ply < i; ply++)
            sh_move_apply(&game, &position, sh_paper_random_move(&game, &position, &random));
        sh_paper_search plain = {SH_PAPER_MINIMAX, &HE, 1 + i % 3};
        sh_paper_search pruned = {SH_PAPER_ALPHA_BETA, &HE, 1 + i % 3};
        sh_paper_found a = sh_paper_find(&game, &position, &plain, &random);
        sh_paper_found b = sh_paper_find(&game, &position, &pruned, &random);
        assert_true(fabs(a.value - b.value) < 1e-9);
        assert_int_equal(a.move.from, b.move.from);
        assert_int_equal(a.move.to, b.move.to);
        assert_true(b.nodes <= a.nodes);
    }
}

// x stands on a1 and b1 and goes to e5: 8 and 7 rows. o stands on c5 and e5 and goes to a1: 6
// and 8.
static void test_features(void **state) {
    sh_game game = game_of("5x5/2+halma");
    sh_position position = position_of(&game, "xx3/5/5/5/2o1o x");
    double feature[SH_PAPER_FEATURES];
    sh_paper_features(&game, &position, SH_PAPER_PRINTED, feature);
    assert_true(feature[0] == (8 * 8 + 6 * 6) - (8 * 8 + 7 * 7));
    assert_true(feature[1] == (0 + 4 / 4.0) - (0 + 1 / 4.0)); // c5 stands two half cells aside
    assert_true(feature[2] == 8 - 8);
    sh_paper_features(&game, &position, SH_PAPER_CORRECTED, feature);
    assert_true(feature[2] == (8 + 6) - (8 + 7));
    sh_paper_features(&game, &position, SH_PAPER_PROGRAM, feature);
    assert_true(feature[0] == (16 + 16 + 4 + 16) - (16 + 16 + 16 + 9));
    assert_true(feature[1] == (16 / 2.0 + 4 / 2.0) - (16 / 2.0 + 9 / 2.0));
}

static void test_advance(void **state) {
    sh_game game = game_of("5x5/2+halma");
    sh_move forward = {(uint8_t)sh_board_cell(&game.board, 0, 0),
                       (uint8_t)sh_board_cell(&game.board, 2, 0)};
    assert_int_equal(sh_paper_advance(&game, 0, forward), 2);
    assert_int_equal(sh_paper_advance(&game, 1, forward), -2);
}

// A move that wins at once is taken by Monte Carlo, whatever the heuristics say.
static void test_monte_carlo_wins(void **state) {
    sh_game game = game_of("5x5/3+halma");
    sh_position position = position_of(&game, "ooo2/5/5/3x1/3xx x");
    sh_paper_playouts playouts = {&HE, false, 100};
    sh_move move = sh_paper_monte_carlo(&game, &position, &playouts);
    int winner = -1;
    sh_move_apply(&game, &position, move);
    assert_int_equal(sh_position_verdict(&game, &position, &winner), SH_WON);
    assert_int_equal(winner, 0);
}

static void test_least_squares(void **state) {
    static const double feature[4][SH_PAPER_FEATURES] = {
        {1, 0, 0}, {0, 2, 1}, {3, 1, 1}, {-1, 4, 2}};
    double value[4], weight[SH_PAPER_FEATURES];
    for (int i = 0; i < 4; i++)
        value[i] = 0.5 * feature[i][0] - 2 * feature[i][1] + 7 * feature[i][2];
    assert_true(sh_paper_least_squares(feature, value, 4, weight));
    assert_true(fabs(weight[0] - 0.5) < 1e-9 && fabs(weight[1] + 2) < 1e-9 &&
                fabs(weight[2] - 7) < 1e-9);
    assert_false(
        sh_paper_least_squares(feature, value, 1, weight)); // one row does not determine them
}

// Tuning ends with weights of length 1 whose fit has come closer than it was at first.
static void test_tuning(void **state) {
    sh_game game = game_of("5x5/3+halma");
    sh_paper_tuning tuning = {
        .depth = 1, .iterations = 30, .plies = 200, .rate = 0.2, .random_share = 0.05};
    sh_paper_h1 h1 = {SH_PAPER_CORRECTED, {0.1, 0.9, -0.5}};
    sh_paper_fit fits[30];
    sh_random random = {3};
    assert_int_equal(sh_paper_tune(&game, &tuning, &h1, &random, NULL, fits), SH_OK);
    double first = 0, last = 0, square = 0;
    for (int i = 0; i < 5; i++) first += fits[i].change, last += fits[25 + i].change;
    for (int i = 0; i < SH_PAPER_FEATURES; i++) square += h1.weight[i] * h1.weight[i];
    assert_true(last < first);
    assert_true(fabs(square - 1) < 1e-9);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nodes),
        cmocka_unit_test(test_alpha_beta),
        cmocka_unit_test(test_features),
        cmocka_unit_test(test_advance),
        cmocka_unit_test(test_monte_carlo_wins),
        cmocka_unit_test(test_least_squares),
        cmocka_unit_test(test_tuning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
