// SPDX-License-Identifier: MIT
// Rows and columns of two-player tables: against the definition, against published state counts,
// and there and back on boards of all sizes.
#include <jansson.h>

#include "scatter.h"
#include "test.h"

#include "oracle/oracle_table_index.h"
#include "rank/pairs_operations.h"
#include "rank/subset.h"

static sh_pairs *open_pairs(const char *name, sh_game *game) {
    sh_error error;
    sh_pairs *pairs;
    test_game(game, name, SH_STRICT);
    assert_int_equal(sh_pairs_open(&pairs, game, &error), SH_OK);
    return pairs;
}

static void test_definition(void **state) {
    static const struct {
        const char *name;
        int side, pieces, samples;
    } games[] = {{"3x3/1", 3, 1, 500},  {"3x3/2", 3, 2, 2000}, {"3x3/3", 3, 3, 2000},
                 {"4x4/2", 4, 2, 2000}, {"4x4/4", 4, 4, 1000}, {"4x4/6", 4, 6, 500},
                 {"5x5/3", 5, 3, 1000}, {"5x5/5", 5, 5, 100}};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        sh_game game;
        sh_pairs *pairs = open_pairs(games[g].name, &game);
        oracle_table table;
        oracle_table_open(&table, games[g].side, games[g].pieces);
        sh_random random = {g};
        for (int i = 0; i < games[g].samples; i++) {
            sh_position position;
            uint64_t row, column;
            test_scatter(&game, &random, &position);
            oracle_table_find(&table, &position, &row, &column);
            sh_pair pair = sh_pairs_find(pairs, &position);
            assert_int_equal(pair.row, row);
            assert_int_equal(pair.column, column);
        }
        oracle_table_close(&table);
        sh_pairs_close(pairs);
    }
}

// Every state of small games leads to a position that is stored there, and the weights add up.
static void test_all_states(void **state) {
    static const char *const names[] = {"3x3/1", "3x3/2", "3x3/3", "4x4/2", "4x4/3", "5x5/2"};
    for (size_t g = 0; g < sizeof names / sizeof *names; g++) {
        sh_game game;
        sh_pairs *pairs = open_pairs(names[g], &game);
        uint64_t placements = 0;
        for (uint64_t row = 0; row < sh_pairs_rows(pairs); row++) {
            placements += (uint64_t)sh_pairs_weight(pairs, row) * sh_pairs_columns(pairs);
            for (uint64_t column = 0; column < sh_pairs_columns(pairs); column++) {
                sh_position position;
                sh_error error;
                sh_pairs_position(pairs, (sh_pair){row, column}, &position);
                assert_int_equal(sh_position_check(&game, &position, &error), SH_OK);
                assert_int_equal(position.turn, 0);
                sh_pair pair = sh_pairs_find(pairs, &position);
                assert_int_equal(pair.row, row);
                assert_int_equal(pair.column, column);
            }
        }
        assert_int_equal(sh_pairs_count(&game), sh_pairs_rows(pairs) * sh_pairs_columns(pairs));
        assert_int_equal(sh_pairs_placements(pairs), placements);
        uint64_t expected = 1;
        int n = game.board.cells, k = game.pieces;
        for (int side = 0; side < 2; side++, n -= k) {
            uint64_t choose = 1;
            for (int i = 1; i <= k; i++) choose = choose * (uint64_t)(n - k + i) / (uint64_t)i;
            expected *= choose;
        }
        assert_int_equal(placements, expected);
        sh_pairs_close(pairs);
    }
}

static void test_published_state_counts(void **state) {
    json_error_t problem;
    json_t *vectors = json_load_file(SH_VECTORS "/two_player.json", 0, &problem);
    assert_non_null(vectors);
    const char *name;
    json_t *states;
    int games = 0;
    json_object_foreach(json_object_get(vectors, "stored_states"), name, states) {
        sh_game game;
        sh_pairs *pairs = open_pairs(name, &game);
        assert_int_equal(sh_pairs_rows(pairs) * sh_pairs_columns(pairs),
                         json_integer_value(states));
        assert_int_equal(sh_pairs_count(&game), json_integer_value(states));
        sh_pairs_close(pairs);
        games++;
    }
    assert_true(games >= 4);
    json_decref(vectors);
}

// Positions equal by symmetry share a state, and the state's position maps back, also beyond 64
// cells.
static void test_symmetry_and_large_boards(void **state) {
    static const char *const names[] = {"7x7/6", "7x7/3", "7x7/2", "8x8/4", "9x9/3", "11x11/4"};
    for (size_t g = 0; g < sizeof names / sizeof *names; g++) {
        sh_game game;
        sh_pairs *pairs = open_pairs(names[g], &game);
        sh_random random = {g + 100};
        for (int i = 0; i < 2000; i++) {
            sh_position position, image;
            test_scatter(&game, &random, &position);
            sh_pair pair = sh_pairs_find(pairs, &position);
            for (int s = 0; s < game.symmetries; s++) {
                sh_position_transform(&game, &game.symmetry[s], &position, &image);
                sh_pair other = sh_pairs_find(pairs, &image);
                assert_int_equal(other.row, pair.row);
                // A waiter that is its own mirror image leaves the mover's mirror image apart.
                if (sh_pairs_weight(pairs, pair.row) == 2 || game.symmetries == 2)
                    assert_int_equal(other.column, pair.column);
            }
            sh_pairs_position(pairs, pair, &image);
            sh_pair again = sh_pairs_find(pairs, &image);
            assert_int_equal(again.row, pair.row);
            assert_int_equal(again.column, pair.column);
            sh_set waiter = sh_pairs_waiter(pairs, pair.row);
            assert_int_equal(sh_set_count(waiter), game.pieces);
        }
        sh_pairs_close(pairs);
    }
}

// Rows of games far too large to walk through: neighbouring rows have neighbouring canonical sets,
// the first and the last row are where they should be, and a set between two rows has no row.
static void test_rows_are_in_order(void **state) {
    static const char *const names[] = {"7x7/6", "8x8/6", "11x11/4", "7x7/5"};
    for (size_t g = 0; g < sizeof names / sizeof *names; g++) {
        sh_game game;
        sh_pairs *pairs = open_pairs(names[g], &game);
        const uint8_t *mirror = pairs->canonical.mirror;
        uint64_t rows = sh_pairs_rows(pairs);
        sh_random random = {g + 300};
        for (int i = 0; i < 3000; i++) {
            uint64_t row = i == 0 ? 0 : i == 1 ? rows - 2 : sh_random_below(&random, rows - 1);
            sh_set here = sh_pairs_waiter(pairs, row), next = sh_pairs_waiter(pairs, row + 1);
            b128 set = b128_from(&here), last = b128_from(&next);
            assert_true(set < last);
            for (set = sh_subset128_next_beside(set, 0); set < last;
                 set = sh_subset128_next_beside(set, 0)) {
                b128 image = 0;
                for (b128 rest = set; rest; rest = b128_rest(rest))
                    image |= b128_of(mirror[b128_first(rest)]);
                assert_true(image < set);
            }
        }
        sh_pairs_close(pairs);
    }
}

static void test_implementations_agree(void **state) {
    sh_game game;
    sh_pairs *pairs = open_pairs("7x7/6", &game);
    sh_pairs *other = malloc(sizeof *other);
    assert_non_null(other);
    *other = *pairs;
    const sh_pairs_operations *const all[] = {&sh_pairs_operations_64, &sh_pairs_operations_128};
    for (int i = 0; i < 2; i++) {
        sh_random random = {77};
        other->operations = all[i];
        for (int j = 0; j < 20000; j++) {
            sh_position position, back;
            test_scatter(&game, &random, &position);
            sh_pair pair = sh_pairs_find(pairs, &position), again = sh_pairs_find(other, &position);
            assert_int_equal(pair.row, again.row);
            assert_int_equal(pair.column, again.column);
            sh_pairs_position(pairs, pair, &position);
            sh_pairs_position(other, pair, &back);
            assert_true(sh_position_equal(&position, &back));
            assert_int_equal(sh_pairs_weight(pairs, pair.row), sh_pairs_weight(other, pair.row));
        }
    }
    free(other);
    sh_pairs_close(pairs);
}

static void test_refusals(void **state) {
    static const char *const names[] = {"9x9/10", "star37:3p", "star121:2p", "sq8/10:8m"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        sh_game game;
        sh_error error = {.text = ""};
        sh_pairs *pairs = NULL;
        test_game(&game, names[i], SH_STRICT);
        assert_int_equal(sh_pairs_open(&pairs, &game, &error), SH_USAGE);
        assert_non_null(strstr(error.text, names[i]));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_definition),
        cmocka_unit_test(test_all_states),
        cmocka_unit_test(test_published_state_counts),
        cmocka_unit_test(test_symmetry_and_large_boards),
        cmocka_unit_test(test_rows_are_in_order),
        cmocka_unit_test(test_implementations_agree),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
