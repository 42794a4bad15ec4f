// SPDX-License-Identifier: MIT
// Ranks: against plain enumeration, there and back over complete small games, at random on large
// ones, and the same from every implementation.

#include "test.h"

#include "base/cpu.h"
#include "base/random.h"
#include "oracle/oracle_subsets.h"
#include "rank/ranker.h"

static sh_ranker *open_ranker(const char *name, sh_game *game) {
    sh_error error;
    sh_ranker *ranker;
    test_game(game, name, SH_STRICT);
    assert_int_equal(sh_ranker_open(&ranker, game, &error), SH_OK);
    return ranker;
}

static sh_set small_set(uint32_t bits) { return (sh_set){{bits, 0, 0, 0}}; }

// The n-th set of plain enumeration has rank n, and its successor is the next of them; relative to
// another set, the same holds among those that are disjoint from it.
static void test_enumeration(void **state) {
    static const struct {
        const char *name;
        int cells, pieces;
    } games[] = {{"3x3/1", 9, 1}, {"3x3/3", 9, 3}, {"4x4/6", 16, 6}, {"5x5/4", 25, 4}};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        sh_game game;
        sh_ranker *ranker = open_ranker(games[g].name, &game);
        size_t count;
        uint32_t *sets = oracle_subsets(games[g].cells, games[g].pieces, &count);
        for (size_t i = 0; i < count; i++) {
            sh_set first = small_set(sets[i]);
            assert_int_equal(sh_rank_first(ranker, &first), i);
            assert_int_equal(sh_unrank_first(ranker, i).w[0], sets[i]);
            if (i + 1 < count) assert_int_equal(sh_next_first(ranker, &first).w[0], sets[i + 1]);
        }
        sh_random random = {g};
        for (int repeat = 0; repeat < 20; repeat++) {
            uint32_t taken = sets[sh_random_below(&random, count)];
            sh_set first = small_set(taken), next = sh_set_empty();
            uint64_t rank = 0;
            for (size_t i = 0; i < count; i++) {
                if (sets[i] & taken) continue;
                sh_set second = small_set(sets[i]);
                assert_int_equal(sh_rank_second(ranker, &first, &second), rank);
                assert_int_equal(sh_unrank_second(ranker, &first, rank).w[0], sets[i]);
                if (rank > 0) assert_int_equal(next.w[0], sets[i]);
                next = sh_next_second(ranker, &first, &second);
                rank++;
            }
        }
        free(sets);
        sh_ranker_close(ranker);
    }
}

static void test_complete_games(void **state) {
    static const char *const names[] = {"3x3/1", "3x3/2", "3x3/3", "4x4/2", "4x4/3", "4x4/6"};
    for (size_t g = 0; g < sizeof names / sizeof *names; g++) {
        sh_game game;
        sh_ranker *ranker = open_ranker(names[g], &game);
        sh_index positions = sh_ranker_positions(ranker);
        assert_true(positions < 4000000);
        for (sh_index index = 0; index < positions; index++) {
            sh_position position;
            assert_int_equal(sh_position_unrank(ranker, index, &position, NULL), SH_OK);
            assert_true(sh_position_rank(ranker, &position) == index);
            if (index % 97 == 0) assert_int_equal(sh_position_check(&game, &position, NULL), SH_OK);
        }
        sh_position position;
        sh_error error;
        assert_int_equal(sh_position_unrank(ranker, positions, &position, &error), SH_USAGE);
        sh_ranker_close(ranker);
    }
}

static void test_large_games(void **state) {
    static const char *const names[] = {"7x7/3",  "7x7/4",  "7x7/6",    "8x8/10",
                                        "9x9/10", "9x9/15", "11x11/10", "sq10/9:8m"};
    for (size_t g = 0; g < sizeof names / sizeof *names; g++) {
        sh_game game;
        sh_ranker *ranker = open_ranker(names[g], &game);
        sh_random random = {g};
        for (int i = 0; i < 20000; i++) {
            sh_index index = (sh_index)sh_random_next(&random) << 64 | sh_random_next(&random);
            index %= sh_ranker_positions(ranker);
            sh_position position;
            assert_int_equal(sh_position_unrank(ranker, index, &position, NULL), SH_OK);
            if (i % 16 == 0) assert_int_equal(sh_position_check(&game, &position, NULL), SH_OK);
            assert_true(sh_position_rank(ranker, &position) == index);
            if (index % (2 * ranker->second_sets) >= 2 * ranker->second_sets - 2) continue;
            position.army[1] = sh_next_second(ranker, &position.army[0], &position.army[1]);
            assert_true(sh_position_rank(ranker, &position) == index + 2);
        }
        sh_ranker_close(ranker);
    }
}

// The number of positions of 7x7/6 and 9x9/10, the latter from its factors C(81,10) and C(71,10).
static void test_position_counts(void **state) {
    sh_game game;
    sh_ranker *ranker = open_ranker("7x7/6", &game);
    assert_true(sh_ranker_positions(ranker) == 170503381976928ULL);
    sh_ranker_close(ranker);
    ranker = open_ranker("9x9/10", &game);
    assert_true(sh_ranker_positions(ranker) == (sh_index)1878392407320ULL * 461738052776ULL * 2);
    sh_ranker_close(ranker);
}

static void test_implementations_agree(void **state) {
    if (!sh_cpu_has_fast_pext()) test_skip("this CPU has no fast PEXT");
    sh_game game;
    sh_ranker *bmi2 = open_ranker("7x7/6", &game);
    sh_ranker portable = *bmi2, wide = *bmi2;
    bmi2->operations = &sh_rank_operations_bmi2;
    portable.operations = &sh_rank_operations_64;
    wide.operations = &sh_rank_operations_128;
    sh_random random = {7};
    for (int i = 0; i < 100000; i++) {
        sh_index index = sh_random_below(&random, (uint64_t)sh_ranker_positions(bmi2));
        sh_position a, b, c;
        assert_int_equal(sh_position_unrank(bmi2, index, &a, NULL), SH_OK);
        assert_int_equal(sh_position_unrank(&portable, index, &b, NULL), SH_OK);
        assert_int_equal(sh_position_unrank(&wide, index, &c, NULL), SH_OK);
        assert_true(sh_position_equal(&a, &b) && sh_position_equal(&a, &c));
        assert_true(sh_position_rank(bmi2, &a) == index);
        assert_true(sh_position_rank(&portable, &a) == index);
        assert_true(sh_position_rank(&wide, &a) == index);
    }
    sh_ranker_close(bmi2);
}

static void test_refusals(void **state) {
    static const char *const names[] = {"star37:3p", "star121:2p", "sq16/19:8m",
                                        "checkers32/12:4m"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        sh_game game;
        sh_error error = {.text = ""};
        sh_ranker *ranker = NULL;
        test_game(&game, names[i], SH_STRICT);
        assert_int_equal(sh_ranker_open(&ranker, &game, &error), SH_USAGE);
        assert_true(strstr(error.text, "cannot be ranked") || strstr(error.text, "ranks are for"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_enumeration),           cmocka_unit_test(test_complete_games),
        cmocka_unit_test(test_large_games),           cmocka_unit_test(test_position_counts),
        cmocka_unit_test(test_implementations_agree), cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
