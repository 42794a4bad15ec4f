// SPDX-License-Identifier: MIT
// Jobs without HTTP: the next one starts while somebody who was woken by the last looks at it.
#include <signal.h> // signal
#include <stdatomic.h>
#include <sys/stat.h> // chmod
#include <unistd.h>   // alarm

#include "server/jobs.h"
#include "test.h"

enum { JOBS = 6, LIMIT = 60 }; // seconds; the test takes two

static char folder[] = "/tmp/sternhalma-jobs-XXXXXX", failing[64], slow[64];
static sh_catalog *catalog;

static void stuck(int signal) {
    (void)signal;
    static const char text[] = "FAIL the jobs wait for each other\n";
    (void)!write(2, text, sizeof text - 1);
    _exit(1);
}

static bool write_script(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    return file && fputs(text, file) >= 0 && !fclose(file) && !chmod(name, 0700);
}

// Two solvers: one fails at once, one takes long.
static int begin(void **state) {
    (void)state;
    signal(SIGALRM, stuck);
    if (!mkdtemp(folder)) return -1;
    snprintf(failing, sizeof failing, "%s/failing", folder);
    snprintf(slow, sizeof slow, "%s/slow", folder);
    bool made = write_script(failing, "#!/bin/sh\necho 'it does not work'\nexit 3\n") &&
                write_script(slow, "#!/bin/sh\nexec sleep 3600\n");
    return !made || sh_catalog_open(&catalog, folder, 0, NULL) != SH_OK;
}

static int end(void **state) {
    (void)state;
    sh_catalog_close(catalog);
    return remove(failing) || remove(slow) || remove(folder);
}

// Who is told of changes, as the event streams are: it looks at the job a little later.
typedef struct listener {
    sh_jobs *jobs;
    atomic_int calls;
} listener;

static void on_change(void *user) {
    listener *self = user;
    sh_job job;
    usleep(50 * 1000);
    sh_jobs_get(self->jobs, 1, &job);
    atomic_fetch_add(&self->calls, 1);
}

static void wait_for(sh_jobs *jobs, int id, sh_job *job) {
    do usleep(1000);
    while (sh_jobs_get(jobs, id, job) && job->state == SH_JOB_RUNNING);
}

static void the_next_job_does_not_wait_for_who_is_told_of_the_last(void **state) {
    (void)state;
    listener self = {0};
    sh_job job;
    sh_error error;
    alarm(LIMIT);
    assert_int_equal(sh_jobs_open(&self.jobs, failing, folder, catalog, on_change, &self, &error),
                     SH_OK);
    for (int i = 1; i <= JOBS; i++) {
        assert_int_equal(sh_jobs_start(self.jobs, "7x7/2", &job, &error), SH_OK);
        assert_int_equal(job.id, i);
        wait_for(self.jobs, i, &job);
        assert_int_equal(job.state, SH_JOB_FAILED);
        assert_string_equal(job.message, "it does not work");
    }
    sh_jobs_close(self.jobs);
    assert_true(atomic_load(&self.calls) >= JOBS);
    alarm(0);
}

// A job that is running when its server ends is stopped.
static void closing_stops_what_has_just_begun(void **state) {
    (void)state;
    listener self = {0};
    sh_job job;
    alarm(LIMIT);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(sh_jobs_open(&self.jobs, slow, folder, catalog, on_change, &self, NULL),
                         SH_OK);
        assert_int_equal(sh_jobs_start(self.jobs, "7x7/2", &job, NULL), SH_OK);
        sh_jobs_close(self.jobs);
    }
    alarm(0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_next_job_does_not_wait_for_who_is_told_of_the_last),
        cmocka_unit_test(closing_stops_what_has_just_begun),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
