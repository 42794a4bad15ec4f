// SPDX-License-Identifier: MIT
// How far armies are from their goals, beside formulas for rhombi, squares and stars.
#include "test.h"

#include "base/random.h"
#include "sternhalma/distance.h"
#include "sternhalma/moves.h"

static int largest(int a, int b) { return a > b ? a : b; }

#define EACH_CELL(game, p, c)                                                                      \
    for (int c = sh_set_next(&(game)->stand[p], 0); c >= 0;                                        \
         c = sh_set_next(&(game)->stand[p], c + 1))

// Rows to the tip, for every camp of a rhombus, the one without its tip included.
static void rhombi_count_rows(void **state) {
    static const int pieces[] = {1, 2, 3, 4, 5, 6, 10};
    for (int size = 5; size <= 11; size++)
        for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
            sh_game game;
            char name[32];
            snprintf(name, sizeof name, "%dx%d/%d", size, size, pieces[i]);
            if (sh_game_parse(&game, name, SH_STRICT, NULL) != SH_OK) continue;
            EACH_CELL(&game, 0, c) {
                int rows = game.board.x[c] + game.board.y[c];
                assert_int_equal(game.away[0][c], 2 * (size - 1) - rows);
                assert_int_equal(game.away[1][c], rows);
                sh_set one = sh_set_of(c);
                assert_int_equal(sh_army_progress(&game, 0, &one), rows);
            }
        }
}

static void squares_count_their_steps(void **state) {
    for (int directions = 4; directions <= 8; directions += 2) {
        sh_game game;
        char name[32];
        snprintf(name, sizeof name, "sq9/10:%dm:1p", directions);
        test_game(&game, name, SH_STRICT);
        EACH_CELL(&game, 0, c) {
            int dx = 8 - game.board.x[c], dy = 8 - game.board.y[c];
            assert_int_equal(game.away[0][c], directions == 8 ? largest(dx, dy) : dx + dy);
        }
    }
}

// The distance of hexagons to the tip of the opposite corner: |q| + |r| + |s| halved.
static void stars_count_hexagons(void **state) {
    static const char *const names[] = {"star37:3p",        "star121:2p", "star121:6p+stand",
                                        "star121:4p+stand", "star73:1p",  "star121:6p"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        sh_game game;
        test_game(&game, names[i], SH_STRICT);
        for (int p = 0; p < game.players; p++) {
            int tip = game.tip[p];
            EACH_CELL(&game, p, c) {
                int q = abs(game.board.x[c] - game.board.x[tip]);
                int r = abs(game.board.y[c] - game.board.y[tip]);
                int s =
                    abs(game.board.x[c] - game.board.x[tip] + game.board.y[c] - game.board.y[tip]);
                assert_int_equal(game.away[p][c], (q + r + s) / 2);
            }
            for (int c = 0; c < SH_MAX_CELLS; c++)
                if (!sh_set_has(&game.stand[p], c))
                    assert_int_equal(game.away[p][c], SH_AWAY_NEVER);
        }
    }
}

// Rows of the checkers board: the goal is three of them.
static void checkers_count_rows(void **state) {
    sh_game game;
    test_game(&game, "checkers32/12:4m", SH_STRICT);
    EACH_CELL(&game, 0, c) {
        int row = game.board.x[c] + game.board.y[c] - 3;
        assert_int_equal(game.away[0][c], 7 - row);
        assert_int_equal(game.away[1][c], row);
    }
    assert_int_equal(sh_army_distance(&game, 0, &game.camp[0]), 12 * 5);
}

// On all boards: an army in its goal has nothing to go, and a step changes an army by one at most.
static void steps_change_it_by_one(void **state) {
    static const char *const names[] = {"7x7/6",     "9x9/10",     "sq9/9:8m",        "sq16/19:8m",
                                        "star37:3p", "star121:6p", "checkers32/12:8m"};
    sh_random random = {5};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        sh_game game;
        sh_position position;
        test_game(&game, names[i], SH_STRICT);
        sh_position_start(&game, &position);
        for (int p = 0; p < game.players; p++) {
            assert_int_equal(sh_army_distance(&game, p, &game.goal[p]), 0);
            assert_true(sh_army_distance(&game, p, &game.camp[p]) > 0);
        }
        for (int ply = 0; ply < 200; ply++) {
            sh_move moves[SH_MAX_MOVES];
            int count = sh_moves_list(&game, &position, moves), mover = position.turn;
            if (!count) break;
            sh_move move = moves[sh_random_below(&random, (uint64_t)count)];
            int before = sh_army_distance(&game, mover, &position.army[mover]);
            sh_move_apply(&game, &position, move);
            int change = sh_army_distance(&game, mover, &position.army[mover]) - before;
            if (sh_set_has(&game.board.steps[move.from], move.to)) assert_true(abs(change) <= 1);
            assert_int_equal(change, game.away[mover][move.to] - game.away[mover][move.from]);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rhombi_count_rows),      cmocka_unit_test(squares_count_their_steps),
        cmocka_unit_test(stars_count_hexagons),   cmocka_unit_test(checkers_count_rows),
        cmocka_unit_test(steps_change_it_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
