// SPDX-License-Identifier: MIT
// The two-player solver against the oracle's values, and against itself on other CPUs.
#include "solving.h"

#include "solve/plain.h"

static void test_oracle(void **state) {
    solving_compare("3x3/1", 3, 1, SH_STRICT);
    solving_compare("3x3/2", 3, 2, SH_STRICT);
    solving_compare("3x3/3", 3, 3, SH_STRICT);
    solving_compare("4x4/1", 4, 1, SH_STRICT);
    solving_compare("4x4/2", 4, 2, SH_STRICT);
    solving_compare("4x4/3", 4, 3, SH_STRICT);
    solving_compare("5x5/1", 5, 1, SH_STRICT);
    solving_compare("5x5/2", 5, 2, SH_STRICT);
}

// The same bytes whatever the CPU and the number of threads.
static void test_variants(void **state) {
    static const char *const games[] = {"5x5/3", "6x6/2", "4x4/5"};
    for (int g = 0; g < 3; g++) {
        size_t count;
        sh_solution *first = solving(games[g], SH_STRICT, solving_here(SH_DTW));
        uint16_t *want = solving_values(first, &count);
        sh_solution_close(first);
        for (int level = 0; level <= (int)sh_cpu_level_get(); level++)
            for (int threads = 1; threads <= 3; threads += 2) {
                sh_solution *other = solving(games[g], SH_STRICT,
                                             (sh_solve_options){.metric = SH_DTW,
                                                                .level = (sh_cpu_level)level,
                                                                .threads = threads});
                uint16_t *values = solving_values(other, &count);
                assert_memory_equal(values, want, count * sizeof *want);
                free(values);
                sh_solution_close(other);
            }
        free(want);
    }
}

// The obvious solver of the benchmark counts the same.
static void test_plain(void **state) {
    static const char *const games[] = {"4x4/3", "5x5/2"};
    for (int g = 0; g < 2; g++) {
        sh_solution *solution = solving(games[g], SH_PUBLISHED, solving_here(SH_WDL));
        sh_solve_counts counts;
        sh_plain_result plain;
        sh_error error;
        sh_solution_count(solution, &counts);
        assert_int_equal(sh_plain_solve(&solution->game, NULL, &plain, &error), SH_OK);
        assert_int_equal(plain.states, solution->plan.states);
        assert_int_equal(plain.mover_wins, counts.mover_wins);
        assert_int_equal(plain.mover_losses, counts.mover_losses);
        assert_int_equal(2 * plain.draws, counts.draws);
        assert_int_equal(2 * plain.illegal, counts.illegal);
        sh_solution_close(solution);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_oracle),
        cmocka_unit_test(test_variants),
        cmocka_unit_test(test_plain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
