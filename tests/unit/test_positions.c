// SPDX-License-Identifier: MIT
// Many positions at once give what one at a time gives; a wrong one is named.
#include <string.h>

#include "base/random.h"
#include "sternhalma/notation.h"
#include "sternhalma/positions.h"
#include "tabling.h"

enum { MANY = 10000 }; // more than one thread takes part

static sh_positions make_positions(const sh_game *game, size_t count) {
    size_t words = (size_t)(game->players * sh_positions_words(game));
    return (sh_positions){count, calloc(count * words, sizeof(uint64_t)), calloc(count, 1)};
}

static void free_positions(sh_positions *positions) {
    free(positions->armies);
    free(positions->turns);
}

// Positions of random games.
static void play_games(const sh_game *game, const sh_positions *positions) {
    sh_random random = {7};
    sh_position position;
    sh_move moves[SH_MAX_MOVES];
    sh_position_start(game, &position);
    for (size_t i = 0; i < positions->count; i++) {
        sh_positions_put(game, positions, i, &position);
        int count = sh_moves_list(game, &position, moves);
        if (count == 0 || i % 200 == 199)
            sh_position_start(game, &position);
        else
            sh_move_apply(game, &position, moves[sh_random_below(&random, (uint64_t)count)]);
    }
}

static void test_packing(void **state) {
    (void)state;
    const char *names[] = {"7x7/3", "9x9/10", "star37:3p", "star121:6p"};
    for (int i = 0; i < 4; i++) {
        sh_game game;
        assert_int_equal(sh_game_parse(&game, names[i], SH_STRICT, NULL), SH_OK);
        sh_positions positions = make_positions(&game, 500);
        play_games(&game, &positions);
        for (size_t k = 0; k < positions.count; k++) {
            sh_position position;
            sh_positions_get(&game, &positions, k, &position);
            assert_int_equal(sh_position_check(&game, &position, NULL), SH_OK);
        }
        free_positions(&positions);
    }
}

static void test_ranks(void **state) {
    (void)state;
    sh_game game;
    sh_ranker *ranker;
    assert_int_equal(sh_game_parse(&game, "7x7/3", SH_STRICT, NULL), SH_OK);
    assert_int_equal(sh_ranker_open(&ranker, &game, NULL), SH_OK);
    sh_positions positions = make_positions(&game, MANY), back = make_positions(&game, MANY);
    uint64_t *ranks = malloc(MANY * sizeof *ranks);
    play_games(&game, &positions);
    assert_int_equal(sh_positions_rank(&game, &positions, 2, ranks, NULL), SH_OK);
    for (size_t i = 0; i < MANY; i++) {
        sh_position position;
        sh_positions_get(&game, &positions, i, &position);
        assert_true(sh_position_rank(ranker, &position) == ranks[i]);
    }
    assert_int_equal(sh_positions_unrank(&game, ranks, 2, &back, NULL), SH_OK);
    assert_memory_equal(back.armies, positions.armies, MANY * 2 * sizeof(uint64_t));
    assert_memory_equal(back.turns, positions.turns, MANY);
    ranks[MANY - 1] = UINT64_MAX;
    assert_int_equal(sh_positions_unrank(&game, ranks, 2, &back, NULL), SH_USAGE);
    free_positions(&positions);
    free_positions(&back);
    free(ranks);
    sh_ranker_close(ranker);
}

// The first of several wrong positions is named, whoever meets it.
static void test_wrong_positions(void **state) {
    (void)state;
    sh_game game;
    sh_error error;
    assert_int_equal(sh_game_parse(&game, "7x7/3", SH_STRICT, NULL), SH_OK);
    sh_positions positions = make_positions(&game, MANY);
    uint64_t *ranks = malloc(MANY * sizeof *ranks);
    play_games(&game, &positions);
    positions.turns[9000] = 2;
    positions.armies[2 * 5000] |= 1ULL << 60;
    assert_int_equal(sh_positions_rank(&game, &positions, 2, ranks, &error), SH_DATA);
    assert_non_null(strstr(error.text, "position 5000 of the batch: "));
    free_positions(&positions);
    assert_int_equal(sh_game_parse(&game, "9x9/10", SH_STRICT, NULL), SH_OK);
    positions = make_positions(&game, 1);
    play_games(&game, &positions);
    assert_int_equal(sh_positions_rank(&game, &positions, 1, ranks, &error), SH_USAGE);
    free_positions(&positions);
    free(ranks);
}

static void test_values(void **state) {
    (void)state;
    char file[128];
    truth *t = tabling_truth("4x4/3");
    tabling_path(file, "many.shtb");
    tabling_write(t, SH_DTW, 100, 2, file);
    sh_table *table = tabling_open(file, 1);
    sh_positions positions = make_positions(&t->game, MANY);
    uint16_t *values = malloc(MANY * sizeof *values);
    play_games(&t->game, &positions);
    assert_int_equal(sh_positions_probe(table, &positions, 2, values, NULL), SH_OK);
    for (size_t i = 0; i < MANY; i++) {
        sh_position position;
        sh_positions_get(&t->game, &positions, i, &position);
        assert_int_equal(values[i], tabling_value(t, &position));
    }
    sh_control control;
    assert_int_equal(sh_positions_control(table, &positions, 2, &control, NULL), SH_USAGE);
    free_positions(&positions);
    free(values);
    sh_table_close(table);
}

// Counted here position by position, both turns; the histogram has one turn.
static void test_histogram(void **state) {
    (void)state;
    char file[128];
    uint64_t counts[SH_HISTOGRAM], expected[SH_HISTOGRAM] = {0};
    truth *t = tabling_truth("4x4/3");
    sh_ranker *ranker;
    tabling_path(file, "histogram.shtb");
    tabling_write(t, SH_DTW, 0, 2, file);
    sh_table *table = tabling_open(file, 0);
    assert_int_equal(sh_table_histogram(table, 2, counts, NULL), SH_OK);
    assert_int_equal(sh_ranker_open(&ranker, &t->game, NULL), SH_OK);
    uint64_t count = (uint64_t)sh_ranker_positions(ranker);
    for (uint64_t i = 0; i < count; i++) {
        sh_position position;
        assert_int_equal(sh_position_unrank(ranker, i, &position, NULL), SH_OK);
        uint16_t value = tabling_value(t, &position);
        expected[value == ORACLE_DRAW  ? SH_HISTOGRAM_DRAWS
                 : value > ORACLE_DRAW ? SH_HISTOGRAM_ILLEGAL
                                       : value]++;
    }
    for (int i = 0; i < SH_HISTOGRAM; i++) assert_int_equal(2 * counts[i], expected[i]);
    sh_ranker_close(ranker);
    sh_table_close(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_packing),         cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_wrong_positions), cmocka_unit_test(test_values),
        cmocka_unit_test(test_histogram),
    };
    return cmocka_run_group_tests(tests, tabling_begin, tabling_end);
}
