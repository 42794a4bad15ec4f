// SPDX-License-Identifier: MIT
// `solve` when one read after another fails: a table that is complete is said to be, with nothing
// left beside it, and nobody is told that a file of the solve is somebody else's.
#include <fcntl.h>  // open
#include <unistd.h> // dup2

#include "cli/commands.h"
#include "failing_io.h"
#include "test.h"

static char folder[64], table[96];

static int set_up(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/sternhalma-solve-XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(table, sizeof table, "%s/t.shtb", folder);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
}

// The command, with its output thrown away.
static sh_status run(int argc, const char *const *words, sh_error *error) {
    static const atomic_bool stop;
    sh_cli cli = {.command = "solve", .stop = &stop};
    char *argv[16] = {NULL};
    for (int i = 0; i < argc; i++) argv[i] = (char *)words[i];
    fflush(stdout);
    int kept = dup(STDOUT_FILENO), kept_errors = dup(STDERR_FILENO);
    int nothing = open("/dev/null", O_WRONLY);
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
    sh_status status = sh_cmd_solve(&cli, argc, argv, error);
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    dup2(kept_errors, STDERR_FILENO);
    close(nothing);
    close(kept);
    close(kept_errors);
    return status;
}

// How many reads a solve takes.
static int count_reads(int argc, const char *const *words) {
    sh_error error;
    const int many = INT_MAX - 1;
    reads_left = many;
    assert_int_equal(run(argc, words, &error), SH_OK);
    int count = many - reads_left;
    reads_left = INT_MAX;
    assert_int_equal(access(table, F_OK), 0);
    unlink(table);
    return count;
}

// Lets one read fail; says whether there was a table all the same.
static bool fail_read(int number, int argc, const char *const *words) {
    char checkpoint[128];
    sh_error error = {.text = ""};
    reads_left = number;
    sh_status status = run(argc, words, &error);
    assert_false(read_still_to_fail());
    assert_null(strstr(error.text, "choose another name"));
    assert_null(strstr(error.text, "remove it"));
    assert_int_equal(status, SH_RESOURCES);
    bool there = access(table, F_OK) == 0;
    snprintf(checkpoint, sizeof checkpoint, "%s.checkpoint", table);
    if (there && !strstr(error.text, "is complete")) fail_msg("read %d: %s", number, error.text);
    bool stays = strstr(error.text, "checkpoint stays");
    if (there && !stays) assert_int_not_equal(access(checkpoint, F_OK), 0);
    if (stays) { // the next solve of the same name finds it, and removes it
        reads_left = INT_MAX;
        assert_int_equal(run(argc, words, &error), SH_OK);
        assert_int_not_equal(access(checkpoint, F_OK), 0);
    }
    unlink(table);
    return there;
}

static void a_complete_table_is_said_to_be(void **state) {
    const char *words[] = {"solve", "4x4/2", "--backend", "disk", "--scratch", folder,
                           "--out", table,   "--threads", "1",    "--metric",  "dtw"};
    int reads = count_reads(12, words), complete = 0;
    for (int i = 1; i <= 8; i++) complete += fail_read(reads - i, 12, words);
    for (int i = 0; i < 8; i++) complete += fail_read(reads / 8 * i, 12, words);
    assert_true(complete > 0);
}

static void stages_of_a_race_are_its_own(void **state) {
    const char *words[] = {"solve", "star13:3p", "--out", table, "--threads", "1"};
    for (int left = count_reads(6, words); left > 0; left--) fail_read(left - 1, 6, words);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_complete_table_is_said_to_be, set_up, tear_down),
        cmocka_unit_test_setup_teardown(stages_of_a_race_are_its_own, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
