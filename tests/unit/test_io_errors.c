// SPDX-License-Identifier: MIT
// A file that the system cannot read is not a file of another kind: the sentence gives the system's
// reason, and nobody is told to remove a file that is good. A full disk ends work when the first
// write fails, and leaves what was there.
#include <stdio.h>
#include <sys/stat.h> // stat

#include "failing_io.h"
#include "racing.h"
#include "solve/duel/shares.h"
#include "solve/race/stage_file.h"
#include "solving.h"
#include "table/parts.h"
#include "table/reader.h"
#include "table/writer.h"

static char folder[64], file[128];

static int set_up(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/sternhalma-reads-XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(file, sizeof file, "%s/file", folder);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
}

// What a file is read for. SH_OK where all went well.
typedef sh_status reading(void *context, sh_error *error);

// Fails each read of a reading in turn.
static void expect_reasons(reading *read, void *context) {
    int failed = 0;
    for (;; failed++) {
        sh_error error = {.text = ""};
        reads_left = failed;
        sh_status status = read(context, &error);
        bool all = read_still_to_fail();
        reads_left = INT_MAX;
        if (all) {
            assert_int_equal(status, SH_OK);
            break;
        }
        if (status != SH_RESOURCES || !strstr(error.text, "Input/output error"))
            fail_msg("read %d fails: status %d, %s", failed, status, error.text);
    }
    assert_true(failed > 0);
}

static const sh_mark MARK = {"ours: ", 6, 0, "a file of ours"};

static sh_status may_be_written(void *context, sh_error *error) {
    return sh_writer_check(context, &MARK, error);
}

static void a_file_of_ours_is_not_called_foreign(void **state) {
    FILE *stream = fopen(file, "w");
    fputs("ours: words", stream);
    fclose(stream);
    expect_reasons(may_be_written, file);
    reads_left = 0;
    assert_int_equal(sh_place_clear(file, &MARK, NULL), SH_RESOURCES);
    assert_int_equal(access(file, F_OK), 0);
    assert_int_equal(sh_place_clear(file, &MARK, NULL), SH_OK);
    assert_int_not_equal(access(file, F_OK), 0);
}

static sh_status solve_race(void *context, sh_error *error) {
    const sh_game *game = context;
    sh_solved solved;
    static sh_race_counts counts;
    sh_race_options options = {.threads = 1, .checkpoint = folder};
    sh_status status = sh_solved_open(&solved, game, error);
    if (status) return status;
    status = sh_race_solve(&solved, &options, NULL, &counts, error);
    sh_solved_close(&solved);
    return status;
}

static sh_status clear_race(void *context, sh_error *error) {
    sh_status status = sh_race_clear(context, folder, error);
    if (!status) assert_int_equal(solve_race(context, NULL), SH_OK); // for the next round
    return status;
}

static void stages_of_a_race_are_not_called_foreign(void **state) {
    sh_game game;
    test_game(&game, "star13:3p", SH_STRICT);
    assert_int_equal(solve_race(&game, NULL), SH_OK);
    expect_reasons(solve_race, &game);
    expect_reasons(clear_race, &game);
    assert_int_equal(sh_race_clear(&game, folder, NULL), SH_OK);
}

// Names of stages are never cut off: two of them could become one.
static void long_names_of_stages_are_refused(void **state) {
    static char long_folder[PATH_MAX];
    memset(long_folder, 'x', sizeof long_folder - 16);
    sh_stage_file stage = {.folder = long_folder, .game = "star13:3p", .stage = "reachable"};
    sh_depths depths = {.deepest = 0};
    sh_error error;
    assert_int_equal(sh_stage_read(&stage, NULL, NULL, &depths, &error), SH_USAGE);
    assert_non_null(strstr(error.text, "file name too long"));
    assert_int_equal(sh_stage_write(&stage, NULL, &depths, &error), SH_USAGE);
    assert_int_equal(sh_stage_clear(&stage, &error), SH_USAGE);
}

// Goes on from a checkpoint.
static sh_status resume(void *context, sh_error *error) {
    const sh_backend *backends[] = {context, NULL};
    sh_game game;
    sh_plan plan;
    sh_solution *solution;
    test_game(&game, "4x4/3", SH_STRICT);
    sh_solve_options options = solving_here(SH_DTW);
    options.checkpoint = file;
    options.scratch = folder;
    options.threads = 1;
    options.resume = true;
    assert_int_equal(sh_plan_make(backends, &game, &options, &plan, NULL), SH_OK);
    sh_status status = sh_solve(&solution, &game, &options, &plan, NULL, error);
    if (!status) sh_solution_close(solution);
    return status;
}

static void checkpoints_are_not_called_damaged(void **state) {
    static const sh_backend *const kinds[] = {&sh_backend_fast, &sh_backend_compact,
                                              &sh_backend_coded, &sh_backend_cluster};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        sh_game game;
        test_game(&game, "4x4/3", SH_STRICT);
        sh_solve_options options = solving_here(SH_DTW);
        options.checkpoint = file;
        options.scratch = folder;
        solving_interrupted(kinds[i], &game, options, 3);
        expect_reasons(resume, (void *)kinds[i]);
        assert_int_equal(sh_shares_clear(file, NULL), SH_OK);
    }
}

// To make values ready turns blocks in place: after a failure some are turned and others not.
static void what_failed_half_way_is_not_finished_later(void **state) {
    sh_game game;
    test_game(&game, "4x4/3", SH_STRICT);
    bool done = false;
    for (int fail = 0; !done; fail++) {
        const sh_backend *backends[] = {&sh_backend_disk, NULL};
        sh_solve_options options = solving_here(SH_DTW);
        options.threads = 1;
        options.scratch = folder;
        sh_solution *solution = solving_on(backends, &game, options);
        reads_left = fail;
        sh_status status = sh_solution_finish(solution, NULL);
        done = read_still_to_fail();
        reads_left = INT_MAX;
        assert_int_equal(status, done ? SH_OK : SH_RESOURCES);
        assert_int_equal(sh_solution_finish(solution, NULL), status);
        sh_solution_close(solution);
        assert_true(fail > 0 || !done);
    }
}

static void a_checkpoint_that_cannot_be_made_leaves_the_one_before(void **state) {
    sh_game game;
    struct stat before, after;
    test_game(&game, "4x4/3", SH_STRICT);
    const sh_backend *backends[] = {&sh_backend_disk, NULL};
    sh_solve_options options = solving_here(SH_DTW);
    options.threads = 1;
    options.scratch = folder;
    options.checkpoint = file;
    sh_solution *solution = solving_on(backends, &game, options);
    assert_int_equal(sh_solution_save(solution, NULL), SH_OK);
    assert_int_equal(stat(file, &before), 0);
    reads_left = 1;
    assert_int_equal(sh_solution_save(solution, NULL), SH_RESOURCES);
    assert_false(read_still_to_fail());
    disk_is_full = true;
    assert_int_equal(sh_solution_save(solution, NULL), SH_RESOURCES);
    disk_is_full = false;
    assert_int_equal(stat(file, &after), 0);
    assert_int_equal(after.st_ino, before.st_ino);
    sh_solution_close(solution);
}

// How much of a table was made before its writer gave up.
static void note_share(void *user, const sh_progress *progress) {
    double *share = user;
    if (!strcmp(progress->phase, "write"))
        *share = (double)progress->done / (double)progress->total;
}

// Distances that cannot be foretold, so that the table is many times a writer's buffer.
static altered *noise_open(sh_solution *solution) {
    altered *noise = altered_open(sh_solution_source(solution));
    uint64_t random = 1;
    for (size_t i = 0; i < noise->count; i++) {
        random = random * 6364136223846793005ULL + 1442695040888963407ULL;
        if (noise->values[i] < SH_VALUE_DRAW) noise->values[i] = (uint16_t)(1 + random % 60);
    }
    return noise;
}

static void a_full_disk_ends_a_table_at_once(void **state) {
    sh_solution *solution = solving("5x5/3", SH_STRICT, solving_here(SH_DTW));
    altered *noise = noise_open(solution);
    sh_recipe recipe = {.game = &solution->game, .metric = SH_DTW, .creator = "test"};
    sh_error error;
    double share = 0;
    sh_monitor monitor = {.report = note_share, .user = &share};
    disk_is_full = true;
    assert_int_equal(
        sh_table_write(file, &recipe, &noise->source, solution->pool, &monitor, &error),
        SH_RESOURCES);
    disk_is_full = false;
    assert_non_null(strstr(error.text, "No space left"));
    assert_true(share > 0 && share < 0.9);
    assert_int_not_equal(access(file, F_OK), 0);
    altered_close(noise);
    sh_solution_close(solution);
}

static sh_status open_table(void *context, sh_error *error) {
    sh_table *table;
    sh_status status = sh_table_open(&table, context, 0, error);
    if (status) return status;
    status = sh_table_check(table, error);
    sh_table_close(table);
    return status;
}

static sh_status replace_table(void *context, sh_error *error) {
    return sh_table_write_check(context, SH_PART_UNIT, error);
}

static void parts_of_a_table_are_not_called_cut_off(void **state) {
    sh_solution *solution = solving("5x5/3", SH_STRICT, solving_here(SH_DTW));
    sh_value_source source = sh_solution_source(solution);
    sh_recipe recipe = {
        .game = &solution->game, .metric = SH_DTW, .creator = "test", .part_bytes = SH_PART_UNIT};
    assert_int_equal(sh_table_write(file, &recipe, &source, solution->pool, NULL, NULL), SH_OK);
    sh_solution_close(solution);
    expect_reasons(open_table, file);
    expect_reasons(replace_table, file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_file_of_ours_is_not_called_foreign, set_up, tear_down),
        cmocka_unit_test_setup_teardown(stages_of_a_race_are_not_called_foreign, set_up, tear_down),
        cmocka_unit_test(long_names_of_stages_are_refused),
        cmocka_unit_test_setup_teardown(checkpoints_are_not_called_damaged, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_failed_half_way_is_not_finished_later, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_checkpoint_that_cannot_be_made_leaves_the_one_before,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_full_disk_ends_a_table_at_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(parts_of_a_table_are_not_called_cut_off, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
