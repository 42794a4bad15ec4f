// SPDX-License-Identifier: MIT
// The GPU's kernels, compiled for the CPU: the same values as the CPU backend, byte for byte.
#include "solving.h"

#include <unistd.h> // unlink

#include "solve/cuda/compact.h"
#include "solve/cuda/wide.h"

static sh_solution *solve(const char *name, sh_profile profile, sh_metric metric,
                          const sh_backend *backend) {
    sh_game game;
    sh_plan plan;
    sh_solution *solution = NULL;
    sh_error error = {0};
    sh_solve_options options = {.metric = metric, .threads = 1};
    assert_int_equal(sh_game_parse(&game, name, profile, &error), SH_OK);
    assert_int_equal(backend->plan(&game, &options, &plan, &error), SH_OK);
    assert_ptr_equal(plan.backend, backend);
    assert_int_equal(sh_solve(&solution, &game, &options, &plan, NULL, &error), SH_OK);
    return solution;
}

static void assert_same_values(sh_solution *a, sh_solution *b) {
    sh_value_source sources[2] = {sh_solution_source(a), sh_solution_source(b)};
    assert_int_equal(sources[0].row_count, sources[1].row_count);
    assert_int_equal(sources[0].column_count, sources[1].column_count);
    size_t columns = sources[0].column_count;
    uint16_t *values[2];
    for (int i = 0; i < 2; i++) values[i] = malloc(64 * columns * sizeof **values);
    for (uint64_t first = 0; first < sources[0].row_count; first += 64) {
        uint64_t left = sources[0].row_count - first;
        uint32_t count = left < 64 ? (uint32_t)left : 64;
        for (int i = 0; i < 2; i++)
            assert_int_equal(sources[i].rows(sources[i].context, first, count, values[i]), SH_OK);
        assert_memory_equal(values[0], values[1], count * columns * sizeof **values);
    }
    for (int i = 0; i < 2; i++) free(values[i]);
    sh_solve_counts counts[2];
    sh_solution_count(a, &counts[0]);
    sh_solution_count(b, &counts[1]);
    assert_int_equal(counts[0].mover_wins, counts[1].mover_wins);
    assert_int_equal(counts[0].mover_losses, counts[1].mover_losses);
    assert_int_equal(counts[0].draws, counts[1].draws);
    assert_int_equal(counts[0].illegal, counts[1].illegal);
}

static void compare(const char *name, sh_profile profile, sh_metric metric,
                    const sh_backend *backend) {
    sh_solution *cpu = solve(name, profile, metric, &sh_backend_fast);
    sh_solution *gpu = solve(name, profile, metric, backend);
    assert_same_values(cpu, gpu);
    solving_compare_lines(cpu, gpu);
    if (metric == SH_DTW) {
        assert_int_equal(cpu->done.rounds, gpu->done.rounds);
        assert_memory_equal(cpu->done.proven, gpu->done.proven, sizeof cpu->done.proven);
        assert_int_equal(cpu->done.example_row[1], gpu->done.example_row[1]);
        assert_int_equal(cpu->done.example_set[1], gpu->done.example_set[1]);
    }
    sh_solution_close(cpu);
    sh_solution_close(gpu);
}

static void test_wide(void **state) {
    static const char *const names[] = {"3x3/1", "4x4/2", "4x4/3", "5x5/2", "5x5/3", "6x6/2"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        compare(names[i], SH_STRICT, SH_DTW, &sh_backend_emulated_wide);
        compare(names[i], SH_STRICT, SH_WDL, &sh_backend_emulated_wide);
    }
    compare("4x4/6", SH_STRICT, SH_DTW, &sh_backend_emulated_wide);
    compare("4x4/6", SH_PUBLISHED, SH_DTW, &sh_backend_emulated_wide);
}

static void test_compact(void **state) {
    static const char *const names[] = {"3x3/1", "4x4/2", "4x4/3", "5x5/2", "6x6/2", "7x7/1"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        compare(names[i], SH_STRICT, SH_WDL, &sh_backend_emulated_compact);
    compare("4x4/6", SH_PUBLISHED, SH_WDL, &sh_backend_emulated_compact);
}

// Distances need more than two bits a state.
static void test_compact_refuses_distances(void **state) {
    sh_game game;
    sh_plan plan;
    sh_error error = {0};
    sh_solve_options options = {.metric = SH_DTW};
    assert_int_equal(sh_game_parse(&game, "4x4/3", SH_STRICT, &error), SH_OK);
    assert_int_equal(sh_backend_emulated_compact.plan(&game, &options, &plan, &error),
                     SH_RESOURCES);
    assert_non_null(strstr(error.text, "distances"));
}

// Interrupts a solve on one backend after some rounds and lets the other finish it.
static void hand_over(const char *name, sh_profile profile, sh_metric metric, int rounds,
                      const sh_backend *from, const sh_backend *to) {
    char file[64];
    snprintf(file, sizeof file, "/tmp/test_cuda_%ld", (long)getpid());
    sh_game game;
    test_game(&game, name, profile);
    sh_solution *whole = solve(name, profile, metric, &sh_backend_fast);
    sh_solve_options options = solving_here(metric);
    options.checkpoint = file;
    solving_interrupted(from, &game, options, rounds);
    options.resume = true;
    const sh_backend *only[] = {to, NULL};
    sh_solution *resumed = solving_on(only, &game, options);
    assert_same_values(whole, resumed);
    if (to->exact_rounds)
        assert_memory_equal(whole->done.proven, resumed->done.proven, sizeof whole->done.proven);
    unlink(file);
    sh_solution_close(resumed);
    sh_solution_close(whole);
}

static void test_resume(void **state) {
    const sh_backend *wide = &sh_backend_emulated_wide, *compact = &sh_backend_emulated_compact;
    for (int rounds = 1; rounds < 22; rounds += 5) {
        hand_over("4x4/3", SH_STRICT, SH_DTW, rounds, wide, wide);
        hand_over("4x4/3", SH_STRICT, SH_WDL, rounds, compact, compact);
    }
    hand_over("4x4/6", SH_STRICT, SH_DTW, 15, wide, wide);
    hand_over("4x4/6", SH_PUBLISHED, SH_WDL, 41, compact, compact);
}

static void test_resume_with_cpu(void **state) {
    const sh_backend *wide = &sh_backend_emulated_wide;
    for (sh_metric metric = SH_WDL; metric <= SH_DTW; metric++) {
        hand_over("4x4/3", SH_STRICT, metric, 9, wide, &sh_backend_fast);
        hand_over("4x4/3", SH_STRICT, metric, 9, &sh_backend_fast, wide);
        hand_over("4x4/3", SH_STRICT, metric, 9, wide, &sh_backend_compact);
        hand_over("4x4/3", SH_STRICT, metric, 9, &sh_backend_compact, wide);
    }
    hand_over("4x4/6", SH_PUBLISHED, SH_DTW, 7, wide, &sh_backend_fast);
    hand_over("4x4/6", SH_PUBLISHED, SH_DTW, 21, &sh_backend_fast, wide);
}

// The compact form and the others cannot read each other's states, and say so.
static void test_refuses_other_layout(void **state) {
    const sh_backend *kinds[] = {&sh_backend_emulated_compact, &sh_backend_fast,
                                 &sh_backend_emulated_wide};
    char file[64];
    snprintf(file, sizeof file, "/tmp/test_cuda_%ld", (long)getpid());
    sh_game game;
    test_game(&game, "4x4/3", SH_STRICT);
    for (int i = 0; i < 4; i++) {
        const sh_backend *from = kinds[i < 2 ? 0 : i - 1], *to = kinds[i < 2 ? i + 1 : 0];
        sh_error error;
        sh_plan plan;
        sh_solution *solution;
        sh_solve_options options = solving_here(SH_WDL);
        options.checkpoint = file;
        solving_interrupted(from, &game, options, 3);
        options.resume = true;
        assert_int_equal(to->plan(&game, &options, &plan, &error), SH_OK);
        assert_int_equal(sh_solve(&solution, &game, &options, &plan, NULL, &error), SH_DATA);
        assert_non_null(strstr(error.text, "layout"));
        assert_non_null(strstr(error.text, to->name));
    }
    unlink(file);
}

// What one H200 took (docs/results.md), whatever the threads of its host. The plan is made even
// where there is no room for it.
static void test_estimates(void **state) {
    static const struct {
        const char *name;
        const sh_backend *backend;
        double seconds;
    } measured[] = {{"7x7/4", &sh_backend_emulated_wide, 1.499},
                    {"5x5/6", &sh_backend_emulated_wide, 0.786},
                    {"6x6/5", &sh_backend_emulated_compact, 10.075},
                    {"6x6/6", &sh_backend_emulated_compact, 223.130}};
    for (size_t i = 0; i < sizeof measured / sizeof *measured; i++)
        for (int threads = 1; threads <= 16; threads += 15) {
            sh_game game;
            sh_plan plan;
            sh_error error = {0};
            sh_solve_options options = {.metric = SH_WDL, .threads = threads};
            assert_int_equal(sh_game_parse(&game, measured[i].name, SH_STRICT, &error), SH_OK);
            sh_status status = measured[i].backend->plan(&game, &options, &plan, &error);
            assert_true(status == SH_OK || status == SH_RESOURCES);
            assert_true(plan.seconds > 0.7 * measured[i].seconds);
            assert_true(plan.seconds < 1.3 * measured[i].seconds);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_estimates),
        cmocka_unit_test(test_wide),
        cmocka_unit_test(test_compact),
        cmocka_unit_test(test_compact_refuses_distances),
        cmocka_unit_test(test_resume),
        cmocka_unit_test(test_resume_with_cpu),
        cmocka_unit_test(test_refuses_other_layout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
