// SPDX-License-Identifier: MIT
// Backends give the same values; interrupted solves are resumed to the same values by any of them.
#include "solving.h"

#include <unistd.h> // unlink

static sh_solution *solve_with(const sh_backend *backend, const char *name, sh_profile profile,
                               sh_metric metric) {
    sh_game game;
    test_game(&game, name, profile);
    sh_solve_options options = solving_here(metric);
    options.scratch = "/tmp";
    const sh_backend *only[] = {backend, NULL};
    return solving_on(only, &game, options);
}

// A value asked for by its position is the one in its row: of every state, or of one in `step`.
static void compare_singles(sh_solution *solution, const uint16_t *values, size_t count,
                            size_t step) {
    uint64_t columns = sh_pairs_columns(solution->pairs);
    for (size_t i = 0; i < count; i += step) {
        sh_position position;
        uint16_t single;
        sh_pairs_position(solution->pairs, (sh_pair){i / columns, i % columns}, &position);
        assert_int_equal(sh_solution_value(solution, &position, &single), SH_OK);
        if (single != values[i]) fail_msg("state %zu: %d, not %d", i, single, values[i]);
    }
}

// One value in `step` is asked for alone; 0: one in 31, or all of a small game.
static void compare_some(sh_solution *a, sh_solution *b, size_t step) {
    size_t count;
    uint16_t *first = solving_values(a, &count), *second = solving_values(b, &count);
    assert_memory_equal(first, second, count * sizeof *first);
    compare_singles(b, first, count, step ? step : count > 100000 ? 31 : 1);
    free(first);
    free(second);
    solving_compare_lines(a, b);
    sh_zugzwang one, two;
    assert_int_equal(sh_solution_zugzwang(a, &one, NULL), SH_OK);
    assert_int_equal(sh_solution_zugzwang(b, &two, NULL), SH_OK);
    assert_memory_equal(&one, &two, sizeof one);
    assert_memory_equal(a->done.proven, b->done.proven, sizeof a->done.proven);
    assert_memory_equal(a->done.example_set, b->done.example_set, sizeof a->done.example_set);
}

static void compare_values(sh_solution *a, sh_solution *b) { compare_some(a, b, 0); }

static void test_backends(void **state) {
    static const struct {
        const char *name;
        sh_profile profile;
        sh_metric metric;
    } cases[] = {{"5x5/3", SH_STRICT, SH_DTW},
                 {"5x5/3", SH_STRICT, SH_WDL},
                 {"5x5/2", SH_STRICT, SH_DTW},
                 {"4x4/6", SH_PUBLISHED, SH_WDL},
                 {"3x3/1", SH_STRICT, SH_DTW}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sh_solution *fast =
            solve_with(&sh_backend_fast, cases[i].name, cases[i].profile, cases[i].metric);
        sh_solution *compact =
            solve_with(&sh_backend_compact, cases[i].name, cases[i].profile, cases[i].metric);
        sh_solution *disk =
            solve_with(&sh_backend_disk, cases[i].name, cases[i].profile, cases[i].metric);
        sh_solution *coded =
            solve_with(&sh_backend_coded, cases[i].name, cases[i].profile, cases[i].metric);
        compare_values(fast, compact);
        compare_values(fast, disk);
        compare_some(fast, coded, 997); // each unpacks a piece
        sh_solution_close(coded);
        assert_int_equal(fast->written, 0);
        assert_int_not_equal(disk->written, 0);
        sh_solution_close(fast);
        sh_solution_close(compact);
        sh_solution_close(disk);
    }
}

// Threads that share blocks find what each finds alone, and compressed planes in memory hold it.
static void test_shared(void **state) {
    static const struct {
        const sh_backend *backend;
        const char *name, *scratch;
        sh_profile profile;
        sh_metric metric;
        int threads, workers;
    } cases[] = {{&sh_backend_compact, "5x5/3", NULL, SH_STRICT, SH_DTW, 4, 1},
                 {&sh_backend_disk, "5x5/3", "/tmp", SH_STRICT, SH_WDL, 5, 2},
                 {&sh_backend_coded, "5x5/3", "/tmp", SH_STRICT, SH_DTW, 3, 1},
                 {&sh_backend_coded, "5x5/3", NULL, SH_STRICT, SH_WDL, 3, 2},
                 {&sh_backend_coded, "5x5/3", NULL, SH_PUBLISHED, SH_DTW, 2, 2},
                 {&sh_backend_compact, "4x4/6", NULL, SH_PUBLISHED, SH_WDL, 3, 1},
                 {&sh_backend_compact, "3x3/1", NULL, SH_STRICT, SH_DTW, 2, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sh_game game;
        test_game(&game, cases[i].name, cases[i].profile);
        sh_solve_options options = solving_here(cases[i].metric);
        options.scratch = cases[i].scratch;
        options.threads = cases[i].threads;
        options.workers = cases[i].workers;
        const sh_backend *only[] = {cases[i].backend, NULL};
        sh_solution *shared = solving_on(only, &game, options);
        assert_int_equal(shared->plan.workers, cases[i].workers);
        sh_solution *fast =
            solve_with(&sh_backend_fast, cases[i].name, cases[i].profile, cases[i].metric);
        compare_some(fast, shared, 997);
        sh_solution_close(fast);
        sh_solution_close(shared);
    }
}

static void test_resume(void **state) {
    const sh_backend *const kinds[] = {&sh_backend_fast, &sh_backend_compact, &sh_backend_disk};
    const char *name = "5x5/3";
    char file[64];
    snprintf(file, sizeof file, "/tmp/test_resume_%ld", (long)getpid());
    sh_solution *whole = solve_with(&sh_backend_fast, name, SH_STRICT, SH_DTW);
    for (int round = 0; round < 9; round++) {
        sh_game game;
        test_game(&game, name, SH_STRICT);
        sh_solve_options options = solving_here(SH_DTW);
        options.scratch = "/tmp";
        options.checkpoint = file;
        solving_interrupted(kinds[round % 3], &game, options, 3 * round + 1);
        options.resume = true;
        const sh_backend *only[] = {kinds[round / 3], NULL};
        sh_solution *solution = solving_on(only, &game, options);
        compare_some(whole, solution, 97); // all are compared by rows
        sh_solution_close(solution);
    }
    unlink(file);
    sh_solution_close(whole);
}

// A finished solve that was kept has nothing left to do, on any backend, and the same values.
static void test_complete(void **state) {
    const sh_backend *const kinds[] = {&sh_backend_fast, &sh_backend_compact, &sh_backend_disk};
    static const char *const names[] = {"4x4/2", "4x4/3", "5x5/2"}; // odd and even last rounds
    char file[64];
    snprintf(file, sizeof file, "/tmp/test_complete_%ld", (long)getpid());
    for (int i = 0; i < 9; i++) {
        sh_game game;
        test_game(&game, names[i / 3], SH_STRICT);
        sh_solution *whole = solve_with(kinds[i % 3], names[i / 3], SH_STRICT, SH_DTW);
        whole->options.checkpoint = file;
        assert_int_equal(sh_solution_save(whole, NULL), SH_OK);
        sh_solve_options options = whole->options;
        options.resume = true;
        const sh_backend *only[] = {kinds[(i + 1) % 3], NULL};
        sh_solution *solution = solving_on(only, &game, options);
        assert_int_equal(solution->strips + solution->written, 0);
        assert_int_equal(solution->done.rounds, whole->done.rounds);
        compare_values(whole, solution);
        sh_solution_close(solution);
        sh_solution_close(whole);
        unlink(file);
    }
}

static void count_rounds(void *user, const sh_progress *progress) {
    *(int *)user += !strcmp(progress->phase, "round");
}

// Without a file to save to nothing is gained by the end of a round: a solve that is told to stop
// gives up the first.
static void test_stops_within_a_round(void **state) {
    const sh_backend *const kinds[] = {&sh_backend_fast, &sh_backend_compact, &sh_backend_disk};
    sh_game game;
    test_game(&game, "5x5/3", SH_STRICT);
    for (int i = 0; i < 3; i++) {
        sh_error error;
        sh_plan plan;
        sh_solution *solution;
        sh_solve_options options = solving_here(SH_DTW);
        atomic_bool stop = true;
        int rounds = 0;
        sh_monitor monitor = {.report = count_rounds, .user = &rounds, .stop = &stop};
        options.scratch = "/tmp";
        assert_int_equal(kinds[i]->plan(&game, &options, &plan, &error), SH_OK);
        assert_int_equal(sh_solve(&solution, &game, &options, &plan, &monitor, &error),
                         SH_INTERRUPTED);
        assert_int_equal(rounds, 0);
        assert_non_null(strstr(error.text, "nothing was saved"));
    }
}

// A stop is waited for, so that there is something to save, but not for ever.
static void test_patience_ends(void **state) {
    atomic_bool stop = false;
    sh_monitor monitor = {.stop = &stop};
    sh_patience long_one = {.monitor = &monitor, .seconds = 1e6};
    sh_patience short_one = {.monitor = &monitor, .seconds = 1e-9};
    assert_false(sh_patience_over(NULL) || sh_patience_over(&long_one));
    assert_false(sh_patience_over(&short_one));
    stop = true;
    assert_false(sh_patience_over(&long_one) || sh_patience_over(&long_one));
    while (!sh_patience_over(&short_one)) {
    }
    assert_true(sh_patience_over(&short_one));
}

// A checkpoint has no bytes that nobody has set: what lies behind a game's name stays where it is.
static void test_no_stray_bytes(void **state) {
    char file[64];
    snprintf(file, sizeof file, "/tmp/test_stray_%ld", (long)getpid());
    sh_game game;
    sh_solve_state read;
    sh_loader *loader;
    sh_solve_options options = solving_here(SH_WDL);
    const sh_backend *only[] = {&sh_backend_fast, NULL};
    options.checkpoint = file;
    test_game(&game, "4x4/3", SH_STRICT);
    size_t length = strlen(game.name);
    memset(game.name + length + 1, '?', sizeof game.name - length - 1);
    sh_solution *solution = solving_on(only, &game, options);
    assert_int_equal(sh_solution_save(solution, NULL), SH_OK);
    assert_int_equal(sh_loader_open(&loader, file, &read, NULL), SH_OK);
    for (size_t i = length; i < sizeof read.game; i++) assert_int_equal(read.game[i], 0);
    assert_int_equal(read.unused, 0);
    sh_loader_close(loader);
    sh_solution_close(solution);
    unlink(file);
}

// A checkpoint of something else, or a damaged one, is refused.
static void test_refusal(void **state) {
    char file[64];
    snprintf(file, sizeof file, "/tmp/test_refusal_%ld", (long)getpid());
    sh_game game;
    sh_error error;
    sh_plan plan;
    sh_solution *solution;
    sh_solve_options options = solving_here(SH_WDL);
    options.checkpoint = file;
    options.resume = true;
    test_game(&game, "4x4/3", SH_STRICT);
    assert_int_equal(sh_plan_make(sh_cpu_backends, &game, &options, &plan, &error), SH_OK);
    sh_solve_state other = {.game = "4x4/4", .layout = SH_LAYOUT_PAIRS};
    sh_saver *saver;
    assert_int_equal(sh_saver_open(&saver, file, &other, &error), SH_OK);
    assert_int_equal(sh_saver_close(saver, SH_OK, &error), SH_OK);
    assert_int_equal(sh_solve(&solution, &game, &options, &plan, NULL, &error), SH_DATA);
    assert_non_null(strstr(error.text, "another game"));
    FILE *stream = fopen(file, "r+b");
    assert_non_null(stream);
    fseek(stream, 100, SEEK_SET);
    fputc('!', stream);
    fclose(stream);
    assert_int_equal(sh_solve(&solution, &game, &options, &plan, NULL, &error), SH_DATA);
    assert_non_null(strstr(error.text, "damaged"));
    unlink(file);
}

// The disk holds the planes and the messages of one round, and no more than was planned; compressed
// planes take less.
static void test_scratch(void **state) {
    sh_solution *disk = solve_with(&sh_backend_disk, "5x5/3", SH_STRICT, SH_WDL);
    sh_solution *coded = solve_with(&sh_backend_coded, "5x5/3", SH_STRICT, SH_WDL);
    assert_int_equal(sh_solution_finish(disk, NULL), SH_OK);
    assert_int_equal(sh_solution_finish(coded, NULL), SH_OK);
    uint64_t used = sh_backend_disk.scratch(disk->state);
    uint64_t less = sh_backend_coded.scratch(coded->state);
    assert_true(used > disk->plan.table && used <= disk->plan.disk);
    assert_true(less < used && less <= coded->plan.disk);
    // Odd rounds read U, even ones N and U, and all of them what was sent; wins are written to U,
    // and to N once they have arrived.
    // The plan is nearly three planes.
    int rounds = disk->done.rounds;
    uint64_t mail = 0, planes = (uint64_t)(rounds + 3) * disk->plan.disk / 2;
    for (int round = 0; round <= rounds; round++) mail += disk->mail[round];
    assert_true(disk->read > mail && disk->read <= planes + mail);
    assert_true(disk->written > mail && disk->written <= planes + mail);
    sh_solution_close(disk);
    sh_solution_close(coded);
    sh_game game;
    sh_plan plan;
    sh_solve_options options = solving_here(SH_WDL);
    options.scratch = "/tmp";
    test_game(&game, "6x6/5", SH_STRICT);
    assert_int_equal(sh_backend_disk.plan(&game, &options, &plan, NULL), SH_OK);
    assert_true(plan.disk > plan.table && plan.disk <= plan.table * 151 / 100);
    assert_int_equal(sh_backend_coded.plan(&game, &options, &plan, NULL), SH_OK);
    assert_true(plan.disk <= plan.table * 105 / 100);
}

// What does not fit is refused with what would make it fit.
static void test_plan(void **state) {
    sh_game game;
    sh_error error;
    sh_plan plan;
    sh_solve_options options = solving_here(SH_WDL);
    test_game(&game, "6x6/4", SH_STRICT);
    options.memory = 30000000;
    assert_int_equal(sh_plan_make(sh_cpu_backends, &game, &options, &plan, &error), SH_RESOURCES);
    assert_non_null(strstr(error.text, "--scratch"));
    options.scratch = "/tmp";
    assert_int_equal(sh_plan_make(sh_cpu_backends, &game, &options, &plan, &error), SH_OK);
    assert_ptr_equal(plan.backend, &sh_backend_disk);
    options.memory = 600000000;
    assert_int_equal(sh_plan_make(sh_cpu_backends, &game, &options, &plan, &error), SH_OK);
    assert_ptr_equal(plan.backend, &sh_backend_compact);
    test_game(&game, "7x7/6", SH_STRICT);
    assert_int_equal(sh_plan_make(sh_cpu_backends, &game, &options, &plan, &error), SH_RESOURCES);
    // Many threads share blocks: besides the table they need less than 40 GB.
    options = (sh_solve_options){.threads = 64, .ranks = 32};
    assert_int_equal(sh_backend_cluster.plan(&game, &options, &plan, &error), SH_OK);
    assert_true(plan.workers > 1 && plan.workers < 64 && plan.workspace < 40000000000);
    uint64_t table = plan.memory;
    assert_int_equal(sh_backend_cluster_coded.plan(&game, &options, &plan, &error), SH_OK);
    assert_true(plan.workspace < 40000000000 && plan.memory < table * 4 / 5);
    options = (sh_solve_options){.threads = 64, .scratch = "/tmp"};
    assert_int_equal(sh_backend_disk.plan(&game, &options, &plan, &error), SH_OK);
    assert_true(plan.workspace + plan.memory < 40000000000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_backends),
        cmocka_unit_test(test_resume),
        cmocka_unit_test(test_complete),
        cmocka_unit_test(test_no_stray_bytes),
        cmocka_unit_test(test_stops_within_a_round),
        cmocka_unit_test(test_patience_ends),
        cmocka_unit_test(test_refusal),
        cmocka_unit_test(test_plan),
        cmocka_unit_test(test_scratch),
        cmocka_unit_test(test_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
