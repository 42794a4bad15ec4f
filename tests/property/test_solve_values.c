// SPDX-License-Identifier: MIT
// Larger games: every value against the oracle, and the counts that are published.
#include "solving.h"

#include <jansson.h> // vectors

static void test_oracle_four(void **state) { solving_compare("4x4/4", 4, 4, SH_PUBLISHED); }
static void test_oracle_five(void **state) { solving_compare("4x4/5", 4, 5, SH_STRICT); }
static void test_oracle_six(void **state) { solving_compare("4x4/6", 4, 6, SH_STRICT); }
static void test_oracle_published(void **state) { solving_compare("4x4/6", 4, 6, SH_PUBLISHED); }

static uint64_t number(const json_t *row, const char *key) {
    return (uint64_t)json_integer_value(json_object_get(row, key));
}

static void check_row(const json_t *row, sh_profile profile) {
    const char *name = json_string_value(json_object_get(row, "game"));
    sh_solution *solution = solving(name, profile, solving_here(SH_WDL));
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_oracle_four), cmocka_unit_test(test_oracle_five),
        cmocka_unit_test(test_oracle_six),  cmocka_unit_test(test_oracle_published),
        cmocka_unit_test(test_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
