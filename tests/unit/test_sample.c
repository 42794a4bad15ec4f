// SPDX-License-Identifier: MIT
// Sampling finds nothing wrong with a right solution, and what is wrong with a wrong one.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "oracle/spot_check.h"

static sh_solution *solve(const char *name, sh_metric metric) {
    sh_game game;
    sh_plan plan;
    sh_solution *solution = NULL;
    sh_solve_options options = {.metric = metric, .threads = 2};
    assert_int_equal(sh_game_parse(&game, name, SH_STRICT, NULL), SH_OK);
    assert_int_equal(sh_backend_fast.plan(&game, &options, &plan, NULL), SH_OK);
    assert_int_equal(sh_solve(&solution, &game, &options, &plan, NULL, NULL), SH_OK);
    return solution;
}

static void test_right(void **state) {
    static const sh_metric metrics[] = {SH_WDL, SH_DTW};
    for (int i = 0; i < 2; i++) {
        sh_solution *solution = solve("4x4/6", metrics[i]);
        sh_sample_report sample;
        assert_int_equal(sh_solution_sample(solution, 3000, 7, &sample, NULL), SH_OK);
        assert_int_equal(sample.positions, 3000);
        assert_int_equal(sample.wrong, 0);
        assert_true(sample.illegal > 0 && sample.illegal < 1000);
        assert_true(sample.successors > 3000);
        sh_solution_close(solution);
    }
}

// A backend that calls draws and long wins and losses lost.
static sh_status lie(void *state, uint64_t row, uint64_t set, uint16_t *value) {
    sh_status status = sh_backend_fast.value(state, row, set, value);
    if (*value > 21) *value = 0;
    return status;
}

static void test_wrong(void **state) {
    sh_solution *solution = solve("4x4/6", SH_DTW);
    sh_backend liar = sh_backend_fast;
    liar.value = lie;
    solution->backend = &liar;
    sh_sample_report sample;
    sh_error error = {0};
    assert_int_equal(sh_solution_sample(solution, 3000, 7, &sample, &error), SH_NO);
    assert_true(sample.wrong > 0);
    assert_non_null(strstr(error.text, "wrong, such as"));
    solution->backend = &sh_backend_fast;
    sh_solution_close(solution);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_right), cmocka_unit_test(test_wrong)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
