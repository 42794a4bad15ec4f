// SPDX-License-Identifier: MIT
#include "server/jobs.h"

#include <errno.h>   // errno
#include <fcntl.h>   // O_CLOEXEC
#include <poll.h>    // poll
#include <pthread.h> // pthread_create
#include <signal.h>  // kill
#include <spawn.h>   // posix_spawn
#include <stdio.h>   // snprintf
#include <stdlib.h>  // calloc
#include <string.h>  // strcmp
#include <sys/wait.h>
#include <unistd.h> // pipe2

#include "base/progress.h"

#define TIME_LIMIT 900.0 // seconds; the slowest game that jobs may solve needs far less

struct sh_jobs {
    char program[1024], folder[1024];
    sh_catalog *catalog;
    void (*changed)(void *user);
    void *user;
    pthread_mutex_t mutex;   // guards all below
    int started;             // jobs so far: ids 1 … started
    sh_job job[SH_MAX_JOBS]; // job i at i % SH_MAX_JOBS
    double began;
    pid_t child; // of the last job, 0 once it has ended
    bool stop;
    bool reading; // the thread below exists
    pthread_t reader;
};

// What the reader of a job's output works on.
typedef struct job_run {
    sh_jobs *jobs;
    int id, pipe;
    char file[2200];
} job_run;

const char *sh_job_state_name(sh_job_state state) {
    static const char *const NAMES[] = {"running", "done", "failed", "stopped"};
    return NAMES[state];
}

static sh_job *job_at(sh_jobs *jobs, int id) {
    bool known = id >= 1 && id <= jobs->started && id > jobs->started - SH_MAX_JOBS;
    return known ? &jobs->job[id % SH_MAX_JOBS] : NULL;
}

static void take_line(sh_jobs *jobs, int id, const char *line, size_t size) {
    if (!size) return;
    pthread_mutex_lock(&jobs->mutex);
    sh_job *job = job_at(jobs, id);
    if (line[0] == '{')
        snprintf(job->progress, sizeof job->progress, "%.*s", (int)size, line);
    else
        snprintf(job->message, sizeof job->message, "%.*s", (int)size, line);
    job->version++;
    pthread_mutex_unlock(&jobs->mutex);
}

// What a job has printed of a line that is not complete yet.
typedef struct line_buffer {
    size_t used;
    bool skip; // the line is too long to be progress: ignore it to its end
    char text[SH_MAX_JOB_LINE];
} line_buffer;

// Reads what the child has printed and takes the lines that are complete. False at the end.
static bool read_lines(const job_run *run, line_buffer *line) {
    char bytes[4096];
    ssize_t got = read(run->pipe, bytes, sizeof bytes);
    for (ssize_t i = 0; i < got; i++) {
        if (bytes[i] == '\n') {
            if (!line->skip) take_line(run->jobs, run->id, line->text, line->used);
            *line = (line_buffer){0};
        } else if (line->used < sizeof line->text) {
            line->text[line->used++] = bytes[i];
        } else {
            line->skip = true;
        }
    }
    return got > 0;
}

// Follows the child until it closes its end; stops it when told to or when its time is up.
static void follow_output(const job_run *run) {
    sh_jobs *jobs = run->jobs;
    line_buffer line = {0};
    bool signalled = false;
    for (bool open = true; open;) {
        struct pollfd wait = {.fd = run->pipe, .events = POLLIN};
        int ready = poll(&wait, 1, 500);
        pthread_mutex_lock(&jobs->mutex);
        bool stop = jobs->stop || sh_clock() - jobs->began > TIME_LIMIT;
        if (stop && !signalled) kill(jobs->child, SIGTERM);
        signalled = stop;
        pthread_mutex_unlock(&jobs->mutex);
        if (ready > 0) open = read_lines(run, &line);
        jobs->changed(jobs->user);
    }
}

static void *follow(void *argument) {
    job_run *run = argument;
    sh_jobs *jobs = run->jobs;
    follow_output(run);
    close(run->pipe);
    int result = 0;
    while (waitpid(jobs->child, &result, 0) < 0 && errno == EINTR) {
    }

    bool ended_well = WIFEXITED(result) && WEXITSTATUS(result) == 0;
    sh_catalog_look(jobs->catalog);
    pthread_mutex_lock(&jobs->mutex);
    sh_job *job = job_at(jobs, run->id);
    job->state = jobs->stop ? SH_JOB_STOPPED : ended_well ? SH_JOB_DONE : SH_JOB_FAILED;
    job->seconds = sh_clock() - jobs->began;
    job->version++;
    jobs->child = 0;
    pthread_mutex_unlock(&jobs->mutex);
    jobs->changed(jobs->user);
    free(run);
    return NULL;
}

// Runs the solver with its output in a pipe. Returns an errno.
static int spawn_solver(sh_jobs *jobs, const char *game, const char *file, int *pipe_end) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return errno;
    char *arguments[] = {jobs->program, "solve",    (char *)game, "--out", (char *)file,
                         "--json",      "--metric", "dtw",        NULL};
    sh_game parsed; // races have one metric only and take no choice
    bool race = sh_game_parse(&parsed, game, SH_STRICT, NULL) == SH_OK && sh_game_is_race(&parsed);
    if (race) arguments[6] = NULL;
    char *environment[] = {NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2);
    int failed = posix_spawn(&jobs->child, jobs->program, &actions, NULL, arguments, environment);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (failed) {
        jobs->child = 0;
        close(ends[0]);
    }
    *pipe_end = ends[0];
    return failed;
}

static bool may_solve(const char *game) {
    for (const sh_known_game *known = sh_known_games; known->name; known++)
        if (!strcmp(known->name, game)) return known->job;
    return false;
}

// With the mutex held and no job running: starts one.
static sh_status start(sh_jobs *jobs, const char *game, sh_error *error) {
    job_run *run = calloc(1, sizeof *run);
    if (!run) return sh_fail(error, SH_RESOURCES, "no memory for a job");
    char name[SH_MAX_NAME];
    snprintf(name, sizeof name, "%s", game);
    for (char *c = name; *c; c++)
        if (*c == '/' || *c == ':') *c = '-';
    snprintf(run->file, sizeof run->file, "%s/%s.shtb", jobs->folder, name);
    int failed = spawn_solver(jobs, game, run->file, &run->pipe);
    if (failed) {
        free(run);
        return sh_fail(error, SH_RESOURCES, "cannot start the solver: %s", strerror(failed));
    }
    if (jobs->reading) pthread_join(jobs->reader, NULL); // of the job before: it has ended
    jobs->stop = false;
    jobs->began = sh_clock();
    run->jobs = jobs;
    run->id = ++jobs->started;
    sh_job *job = job_at(jobs, run->id);
    *job = (sh_job){.id = run->id, .version = 1, .state = SH_JOB_RUNNING};
    snprintf(job->game, sizeof job->game, "%s", game);
    jobs->reading = !pthread_create(&jobs->reader, NULL, follow, run);
    if (jobs->reading) return SH_OK;
    kill(jobs->child, SIGKILL);
    waitpid(jobs->child, NULL, 0);
    close(run->pipe);
    free(run);
    jobs->child = 0;
    jobs->started--;
    return sh_fail(error, SH_RESOURCES, "cannot start a thread for the job");
}

sh_status sh_jobs_open(sh_jobs **jobs, const char *program, const char *folder, sh_catalog *catalog,
                       void (*changed)(void *user), void *user, sh_error *error) {
    sh_jobs *new = calloc(1, sizeof *new);
    if (!new) return sh_fail(error, SH_RESOURCES, "no memory for jobs");
    snprintf(new->program, sizeof new->program, "%s", program);
    snprintf(new->folder, sizeof new->folder, "%s", folder);
    new->catalog = catalog;
    new->changed = changed;
    new->user = user;
    pthread_mutex_init(&new->mutex, NULL);
    *jobs = new;
    return SH_OK;
}

void sh_jobs_close(sh_jobs *jobs) {
    if (!jobs) return;
    pthread_mutex_lock(&jobs->mutex);
    jobs->stop = true;
    pthread_mutex_unlock(&jobs->mutex);
    if (jobs->reading) pthread_join(jobs->reader, NULL);
    pthread_mutex_destroy(&jobs->mutex);
    free(jobs);
}

sh_status sh_jobs_start(sh_jobs *jobs, const char *game, sh_job *job, sh_error *error) {
    if (!may_solve(game))
        return sh_fail(error, SH_USAGE, "'%.32s' is not a game that can be solved from the page",
                       game);
    pthread_mutex_lock(&jobs->mutex);
    sh_status status = jobs->child
                           ? sh_fail(error, SH_NO, "a job is running already: wait or stop it")
                           : start(jobs, game, error);
    if (status == SH_OK) *job = *job_at(jobs, jobs->started);
    pthread_mutex_unlock(&jobs->mutex);
    return status;
}

bool sh_jobs_stop(sh_jobs *jobs, int id) {
    pthread_mutex_lock(&jobs->mutex);
    bool running = jobs->child && id == jobs->started;
    if (running) jobs->stop = true;
    pthread_mutex_unlock(&jobs->mutex);
    return running;
}

static void copy(sh_jobs *jobs, const sh_job *from, sh_job *to) {
    *to = *from;
    if (to->state == SH_JOB_RUNNING) to->seconds = sh_clock() - jobs->began;
}

bool sh_jobs_get(sh_jobs *jobs, int id, sh_job *job) {
    pthread_mutex_lock(&jobs->mutex);
    const sh_job *found = job_at(jobs, id);
    if (found) copy(jobs, found, job);
    pthread_mutex_unlock(&jobs->mutex);
    return found;
}

int sh_jobs_list(sh_jobs *jobs, sh_job list[SH_MAX_JOBS]) {
    int count = 0;
    pthread_mutex_lock(&jobs->mutex);
    for (int id = jobs->started; job_at(jobs, id); id--)
        copy(jobs, job_at(jobs, id), &list[count++]);
    pthread_mutex_unlock(&jobs->mutex);
    return count;
}
