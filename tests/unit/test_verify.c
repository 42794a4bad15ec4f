// SPDX-License-Identifier: MIT
// Verification accepts what the solver found and finds every single change to it.
#include "solving.h"

#include "base/random.h"
#include "solve/verify/ground.h"
#include "solve/verify/verify.h"

static sh_status verify(sh_solution *solution, altered *a, sh_verify_settings settings,
                        sh_verify_report *report) {
    sh_error error;
    return sh_verify(&solution->game, &a->source, &settings, solution->pool, NULL, report, &error);
}

static void check_clean(const char *name, sh_profile profile, sh_metric metric, uint32_t hint) {
    sh_solution *solution = solving(name, profile, solving_here(metric));
    sh_solve_counts counts;
    sh_solution_count(solution, &counts);
    altered *a = altered_open(sh_solution_source(solution));
    sh_verify_report report;
    assert_int_equal(verify(solution, a, (sh_verify_settings){.longest = hint}, &report), SH_OK);
    assert_int_equal(report.checked, a->count);
    assert_int_equal(report.wins, counts.mover_wins);
    assert_int_equal(report.losses, counts.mover_losses);
    assert_int_equal(2 * report.draws, counts.draws);
    assert_int_equal(2 * report.illegal, counts.illegal);
    uint32_t longest =
        counts.longest_win > counts.longest_loss ? counts.longest_win : counts.longest_loss;
    if (metric == SH_DTW) assert_int_equal(report.longest, longest);
    altered_close(a);
    sh_solution_close(solution);
}

static void test_clean(void **state) {
    check_clean("4x4/3", SH_STRICT, SH_WDL, 0);
    check_clean("4x4/3", SH_STRICT, SH_DTW, 0);
    check_clean("5x5/2", SH_STRICT, SH_DTW, 100);
    check_clean("4x4/5", SH_STRICT, SH_DTW, 100);
    check_clean("7x7/1", SH_STRICT, SH_DTW, 100); // rows one by one
}

static void test_clean_six(void **state) { check_clean("4x4/6", SH_PUBLISHED, SH_DTW, 100); }

// One value changed to another: wherever it is, it is found there or in one of its predecessors.
static void test_flipped(void **state) {
    static const uint16_t other[2][4] = {{0, 1, SH_VALUE_DRAW, SH_VALUE_ILLEGAL},
                                         {2, 7, SH_VALUE_DRAW, SH_VALUE_ILLEGAL}};
    for (int metric = SH_WDL; metric <= SH_DTW; metric++) {
        sh_solution *solution = solving("3x3/3", SH_STRICT, solving_here((sh_metric)metric));
        altered *a = altered_open(sh_solution_source(solution));
        sh_random random = {7};
        for (int i = 0; i < 100; i++) {
            size_t at = sh_random_below(&random, a->count);
            uint16_t right = a->values[at], wrong = right;
            while (wrong == right) wrong = other[metric][sh_random_below(&random, 4)];
            a->values[at] = wrong;
            sh_verify_report report;
            assert_int_equal(verify(solution, a, (sh_verify_settings){0}, &report), SH_NO);
            assert_true(report.wrong >= 1);
            a->values[at] = right;
        }
        altered_close(a);
        sh_solution_close(solution);
    }
}

// Where only the distances of wins are known, those of losses follow; a change to any outcome or to
// the distance of a win is found.
static void test_only_wins(void **state) {
    static const uint16_t other[] = {0, 7, SH_VALUE_DRAW, SH_VALUE_ILLEGAL};
    sh_solution *solution = solving("3x3/3", SH_STRICT, solving_here(SH_DTW));
    altered *a = altered_open(sh_solution_source(solution));
    sh_random random = {9};
    sh_verify_report report;
    a->source.only_wins = true;
    a->source.value = NULL;
    for (size_t i = 0; i < a->count; i++)
        if (sh_value_is_loss(a->values[i])) a->values[i] = 0;
    assert_int_equal(verify(solution, a, (sh_verify_settings){.longest = 100}, &report), SH_OK);
    assert_true(report.proven);
    for (int i = 0; i < 100; i++) {
        size_t at = sh_random_below(&random, a->count);
        uint16_t right = a->values[at], wrong = right;
        while (wrong == right) wrong = other[sh_random_below(&random, 4)];
        a->values[at] = wrong;
        assert_int_equal(verify(solution, a, (sh_verify_settings){0}, &report), SH_NO);
        a->values[at] = right;
    }
    altered_close(a);
    sh_solution_close(solution);
}

// A wrong state that is among those drawn is reported with its position.
static void test_sample(void **state) {
    sh_solution *solution = solving("4x4/2", SH_STRICT, solving_here(SH_DTW));
    altered *a = altered_open(sh_solution_source(solution));
    sh_verify_report report;
    sh_verify_settings settings = {.sample = 5000, .seed = 3};
    assert_int_equal(verify(solution, a, settings, &report), SH_OK);
    assert_int_equal(report.checked, 5000);
    for (size_t i = 0; i < a->count; i++)
        if (sh_value_is_win(a->values[i])) a->values[i] += 2;
    assert_int_equal(verify(solution, a, settings, &report), SH_NO);
    assert_int_equal(report.found, report.expected + (sh_value_is_win(report.found) ? 2 : -2));
    altered_close(a);
    sh_solution_close(solution);
}

static sh_status single_value(void *context, const sh_position *position, uint16_t *value) {
    (void)context;
    (void)position;
    *value = SH_VALUE_DRAW; // what asks for it finds a wrong one
    return SH_OK;
}

// A sample for which everything is read is taken from that: one look-up costs thousands of reads.
static void test_large_sample(void **state) {
    sh_solution *solution = solving("4x4/2", SH_STRICT, solving_here(SH_DTW));
    altered *a = altered_open(sh_solution_source(solution));
    sh_verify_report report;
    a->source.value = single_value;
    assert_int_equal(verify(solution, a, (sh_verify_settings){.sample = 5000}, &report), SH_OK);
    assert_true(report.counted);
    altered_close(a);
    sh_solution_close(solution);
}

// Without distances a solution has a ground for every win and loss; a draw called a win or a loss
// has none, nor has what would follow from it.
static void test_ground(void **state) {
    sh_solution *solution = solving("4x4/4", SH_STRICT, solving_here(SH_WDL));
    altered *a = altered_open(sh_solution_source(solution));
    sh_verify_report report;
    assert_int_equal(verify(solution, a, (sh_verify_settings){0}, &report), SH_OK);
    assert_false(report.proven);
    assert_int_equal(verify(solution, a, (sh_verify_settings){.ground = true}, &report), SH_OK);
    assert_true(report.proven);
    sh_kept_values kept = {.pairs = solution->pairs,
                           .rows = a->source.row_count,
                           .columns = a->source.column_count,
                           .bits = 16,
                           .table = (uint8_t *)a->values};
    sh_deriving deriving;
    assert_int_equal(sh_deriving_open(&deriving, &solution->game, &kept, NULL), SH_OK);
    int tried = 0;
    for (size_t i = 0; i < a->count && tried < 2; i++) {
        if (a->values[i] != SH_VALUE_DRAW) continue;
        sh_ground_report grounds;
        a->values[i] = (uint16_t)(tried++ & 1);
        assert_int_equal(sh_ground(&deriving, solution->pool, NULL, &grounds, NULL), SH_OK);
        assert_int_equal(grounds.missing, 1);
        assert_int_equal(grounds.first, i);
        a->values[i] = SH_VALUE_DRAW;
    }
    assert_int_equal(tried, 2);
    sh_deriving_close(&deriving);
    altered_close(a);
    sh_solution_close(solution);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clean),   cmocka_unit_test(test_clean_six),
        cmocka_unit_test(test_flipped), cmocka_unit_test(test_only_wins),
        cmocka_unit_test(test_sample),  cmocka_unit_test(test_large_sample),
        cmocka_unit_test(test_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
