// SPDX-License-Identifier: MIT
// The two-player solver against the oracle's values, the published counts, and itself on other CPUs.
#include "test.h"

#include <jansson.h> // vectors

#include "oracle/duel.h"
#include "solve/solution.h"

static sh_solution *solve(const char *name, sh_profile profile, sh_solve_options options) {
    sh_game game;
    test_game(&game, name, profile);
    sh_error error;
    sh_plan plan;
    sh_solution *solution = NULL;
    if (!options.level) options.level = sh_cpu_level_get();
    if (sh_plan_make(sh_cpu_backends, &game, &options, &plan, &error) ||
        sh_solve(&solution, &game, &options, &plan, NULL, &error))
        fail_msg("%s: %s", name, error.text);
    return solution;
}

static uint16_t *all_values(sh_solution *solution, size_t *count) {
    sh_value_source source = sh_solution_source(solution);
    *count = source.row_count * source.column_count;
    uint16_t *values = malloc(*count * sizeof *values);
    for (uint64_t row = 0; row < source.row_count; row += SH_VALUE_MAX_ROWS) {
        uint64_t left = source.row_count - row;
        uint32_t rows = left < SH_VALUE_MAX_ROWS ? (uint32_t)left : SH_VALUE_MAX_ROWS;
        assert_int_equal(source.rows(source.context, row, rows, values + row * source.column_count),
                         SH_OK);
    }
    return values;
}

// Every value of a game, by rows and one by one, is the oracle's.
static void compare(const char *name, int m, int pieces, sh_profile profile) {
    oracle_duel oracle;
    oracle_duel_solve(&oracle, m, pieces, profile == SH_PUBLISHED);
    sh_solution *solution = solve(name, profile, (sh_solve_options){.metric = SH_DTW, .threads = 2});
    assert_true(solution->game.camp[0].w[0] == oracle.camp[0]);
    size_t count;
    uint16_t *values = all_values(solution, &count);
    uint64_t columns = sh_pairs_columns(solution->pairs);
    for (size_t i = 0; i < count; i++) {
        sh_position position;
        sh_pairs_position(solution->pairs, (sh_pair){i / columns, i % columns}, &position);
        uint16_t want = oracle_duel_value(&oracle, position.army[0].w[0], position.army[1].w[0], 0);
        if (values[i] != want) fail_msg("%s state %zu: %d, not %d", name, i, values[i], want);
        uint16_t single;
        assert_int_equal(sh_solution_value(solution, &position, &single), SH_OK);
        assert_int_equal(single, want);
    }
    free(values);
    sh_solution_close(solution);
    oracle_duel_free(&oracle);
}

static void test_oracle(void **state) {
    compare("3x3/1", 3, 1, SH_STRICT);
    compare("3x3/2", 3, 2, SH_STRICT);
    compare("3x3/3", 3, 3, SH_STRICT);
    compare("4x4/1", 4, 1, SH_STRICT);
    compare("4x4/2", 4, 2, SH_STRICT);
    compare("4x4/3", 4, 3, SH_STRICT);
    compare("4x4/4", 4, 4, SH_PUBLISHED);
    compare("5x5/1", 5, 1, SH_STRICT);
    compare("5x5/2", 5, 2, SH_STRICT);
}

static void test_oracle_five(void **state) { compare("4x4/5", 4, 5, SH_STRICT); }
static void test_oracle_six(void **state) { compare("4x4/6", 4, 6, SH_STRICT); }
static void test_oracle_published(void **state) { compare("4x4/6", 4, 6, SH_PUBLISHED); }

static uint64_t number(const json_t *row, const char *key) {
    return (uint64_t)json_integer_value(json_object_get(row, key));
}

static void check_row(const json_t *row, sh_profile profile) {
    const char *name = json_string_value(json_object_get(row, "game"));
    sh_solution *solution = solve(name, profile, (sh_solve_options){.metric = SH_WDL});
    sh_solve_counts counts;
    sh_solution_count(solution, &counts);
    assert_int_equal(counts.positions, number(row, "positions"));
    assert_int_equal(counts.wins, number(row, "wins"));
    assert_int_equal(counts.draws, number(row, "draws"));
    assert_int_equal(counts.illegal, number(row, "illegal"));
    sh_position start;
    uint16_t value;
    sh_position_start(&solution->game, &start);
    assert_int_equal(sh_solution_value(solution, &start, &value), SH_OK);
    assert_true(sh_value_is_win(value));
    sh_solution_close(solution);
}

// The rows of the published table that take no more than a second.
static void test_counts(void **state) {
    json_t *vectors = json_load_file(SH_VECTORS "/two_player.json", 0, NULL);
    assert_non_null(vectors);
    static const char *const lists[] = {"paper_table1", "strict"};
    int checked = 0;
    for (int l = 0; l < 2; l++) {
        size_t i;
        json_t *row;
        json_array_foreach(json_object_get(vectors, lists[l]), i, row) {
            if (number(row, "positions") > 600000000 || !json_object_get(row, "wins")) continue;
            check_row(row, SH_STRICT);
            checked++;
        }
    }
    assert_int_equal(checked, 4);
    json_decref(vectors);
}

// The same bytes whatever the CPU and the number of threads.
static void test_variants(void **state) {
    static const char *const games[] = {"5x5/3", "6x6/2", "4x4/5"};
    for (int g = 0; g < 3; g++) {
        size_t count;
        sh_solution *first = solve(games[g], SH_STRICT, (sh_solve_options){.metric = SH_DTW});
        uint16_t *want = all_values(first, &count);
        sh_solution_close(first);
        for (int level = 0; level <= (int)sh_cpu_level_get(); level++)
            for (int threads = 1; threads <= 3; threads += 2) {
                sh_solution *other = solve(
                    games[g], SH_STRICT,
                    (sh_solve_options){
                        .metric = SH_DTW, .level = (sh_cpu_level)level, .threads = threads});
                uint16_t *values = all_values(other, &count);
                assert_memory_equal(values, want, count * sizeof *want);
                free(values);
                sh_solution_close(other);
            }
        free(want);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_oracle),           cmocka_unit_test(test_oracle_five),
        cmocka_unit_test(test_oracle_six),       cmocka_unit_test(test_oracle_published),
        cmocka_unit_test(test_counts),           cmocka_unit_test(test_variants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
