// SPDX-License-Identifier: MIT
// One thread, which lives as long as the jobs, follows what a child (server/solver_child.h) prints
// and waits for its end: nobody who holds a lock waits for a thread.
#include "server/jobs.h"

#include <errno.h>    // errno
#include <poll.h>     // poll
#include <pthread.h>  // pthread_create
#include <signal.h>   // kill
#include <stdio.h>    // snprintf
#include <stdlib.h>   // calloc
#include <string.h>   // strcmp
#include <sys/wait.h> // waitpid
#include <unistd.h>   // access

#include "base/place.h"
#include "base/progress.h"
#include "server/solver_child.h"
#include "solve/duel/checkpoint.h"

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
    int output;  // of a child that the follower has not taken over yet, or -1
    bool stop;
    bool closing;
    pthread_cond_t news; // of `output` and `closing`
    pthread_t follower;
};

// What the follower works on.
typedef struct job_run {
    sh_jobs *jobs;
    int id, pipe;
} job_run;

// A table in the making, and what a stopped solver leaves.
typedef struct job_files {
    char table[1200], checkpoint[1216];
} job_files;

const char *sh_job_state_name(sh_job_state state) {
    static const char *const NAMES[] = {"running", "done", "failed", "stopped"};
    return NAMES[state];
}

static job_files files_of(const sh_jobs *jobs, const char *game) {
    job_files files;
    char name[SH_MAX_NAME];
    snprintf(name, sizeof name, "%s", game);
    for (char *c = name; *c; c++)
        if (*c == '/' || *c == ':') *c = '-';
    snprintf(files.table, sizeof files.table, "%s/%s.shtb", jobs->folder, name);
    snprintf(files.checkpoint, sizeof files.checkpoint, "%s.checkpoint", files.table);
    return files;
}

static bool is_there(const char *file) { return access(file, F_OK) == 0; }

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
    for (bool more = true; more;) {
        struct pollfd wait = {.fd = run->pipe, .events = POLLIN};
        int ready = poll(&wait, 1, 500);
        pthread_mutex_lock(&jobs->mutex);
        bool stop = jobs->stop || sh_clock() - jobs->began > TIME_LIMIT;
        if (stop && !signalled) kill(jobs->child, SIGTERM);
        signalled = stop;
        pthread_mutex_unlock(&jobs->mutex);
        if (ready > 0) more = read_lines(run, &line);
        jobs->changed(jobs->user);
    }
}

// Follows a child to its end. `changed` comes last and with no lock held: whoever it wakes may ask
// for the job, or start the next.
static void follow(const job_run *run) {
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
    job->state = ended_well ? SH_JOB_DONE : jobs->stop ? SH_JOB_STOPPED : SH_JOB_FAILED;
    job->resumable = !ended_well && is_there(files_of(jobs, job->game).checkpoint);
    job->seconds = sh_clock() - jobs->began;
    job->version++;
    jobs->child = 0;
    pthread_mutex_unlock(&jobs->mutex);
    jobs->changed(jobs->user);
}

// The follower: takes one child after the other. It ends when the jobs are closed and none is left.
static void *work(void *argument) {
    sh_jobs *jobs = argument;
    pthread_mutex_lock(&jobs->mutex);
    while (true) {
        while (jobs->output < 0 && !jobs->closing) pthread_cond_wait(&jobs->news, &jobs->mutex);
        if (jobs->output < 0) break;
        job_run run = {jobs, jobs->started, jobs->output};
        jobs->output = -1;
        pthread_mutex_unlock(&jobs->mutex);
        follow(&run);
        pthread_mutex_lock(&jobs->mutex);
    }
    pthread_mutex_unlock(&jobs->mutex);
    return NULL;
}

// Starts `PROGRAM solve GAME …` as the child of these jobs.
static sh_status spawn_solver(sh_jobs *jobs, const char *game, sh_error *error) {
    job_files files = files_of(jobs, game);
    char *arguments[] = {jobs->program, "solve",    (char *)game, "--out", files.table,
                         "--json",      "--resume", "--metric",   "dtw",   NULL};
    sh_game parsed; // races have one metric and are too quick for checkpoints
    bool race = sh_game_parse(&parsed, game, SH_STRICT, NULL) == SH_OK && sh_game_is_race(&parsed);
    if (race) arguments[6] = NULL;
    return sh_solver_child_start(&jobs->child, &jobs->output, arguments, jobs->folder, error);
}

static bool may_solve(const char *game) {
    for (const sh_known_game *known = sh_known_games; known->name; known++)
        if (!strcmp(known->name, game)) return known->job;
    return false;
}

// The number of the next job, in the place of the oldest that is remembered.
static sh_job *add_job(sh_jobs *jobs, const char *game, sh_job_state state) {
    for (int old = jobs->started; job_at(jobs, old); old--)
        if (!strcmp(job_at(jobs, old)->game, game)) job_at(jobs, old)->resumable = false;
    int id = ++jobs->started;
    sh_job *job = job_at(jobs, id);
    *job = (sh_job){.id = id, .version = 1, .state = state};
    snprintf(job->game, sizeof job->game, "%s", game);
    return job;
}

// With the mutex held and no job running: starts one.
static sh_status start(sh_jobs *jobs, const char *game, sh_error *error) {
    sh_status status = spawn_solver(jobs, game, error);
    if (status) return status;
    jobs->stop = jobs->closing;
    jobs->began = sh_clock();
    add_job(jobs, game, SH_JOB_RUNNING);
    pthread_cond_signal(&jobs->news);
    return SH_OK;
}

static void free_jobs(sh_jobs *jobs) {
    pthread_cond_destroy(&jobs->news);
    pthread_mutex_destroy(&jobs->mutex);
    free(jobs);
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
    new->output = -1;
    pthread_mutex_init(&new->mutex, NULL);
    pthread_cond_init(&new->news, NULL);
    if (pthread_create(&new->follower, NULL, work, new)) {
        free_jobs(new);
        return sh_fail(error, SH_RESOURCES, "cannot start the thread that follows jobs");
    }
    *jobs = new;
    return SH_OK;
}

void sh_jobs_close(sh_jobs *jobs) {
    if (!jobs) return;
    pthread_mutex_lock(&jobs->mutex);
    jobs->stop = jobs->closing = true;
    pthread_cond_signal(&jobs->news);
    pthread_mutex_unlock(&jobs->mutex);
    pthread_join(jobs->follower, NULL);
    free_jobs(jobs);
}

sh_status sh_jobs_start(sh_jobs *jobs, const char *game, sh_job *job, sh_error *error) {
    if (!may_solve(game))
        return sh_fail(error, SH_USAGE, "'%.32s' is not a game that can be solved from the page",
                       game);
    if (sh_catalog_find(jobs->catalog, game, SH_STRICT) || is_there(files_of(jobs, game).table))
        return sh_fail(error, SH_NO, "there is a table of %s already: nothing is replaced", game);
    pthread_mutex_lock(&jobs->mutex);
    sh_status status = jobs->child ? sh_fail(error, SH_RESOURCES,
                                             "a job is running already: wait for it or stop it")
                                   : start(jobs, game, error);
    if (status == SH_OK) *job = *job_at(jobs, jobs->started);
    pthread_mutex_unlock(&jobs->mutex);
    return status;
}

static bool is_busy_with(const sh_jobs *jobs, const char *game) {
    return jobs->child && !strcmp(jobs->job[jobs->started % SH_MAX_JOBS].game, game);
}

bool sh_jobs_stop(sh_jobs *jobs, int id) {
    pthread_mutex_lock(&jobs->mutex);
    sh_job *job = job_at(jobs, id);
    if (job && job->state == SH_JOB_RUNNING) {
        jobs->stop = true;
    } else if (job && job->resumable && !is_busy_with(jobs, job->game)) {
        job->resumable = sh_place_clear(files_of(jobs, job->game).checkpoint, &sh_checkpoint_mark,
                                        NULL) != SH_OK;
        job->version++;
    }
    pthread_mutex_unlock(&jobs->mutex);
    return job;
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

// Checkpoints that no remembered job has left, those of an earlier server, become stopped jobs;
// jobs whose checkpoint has gone are not to be resumed any more.
static void find_left(sh_jobs *jobs) {
    for (const sh_known_game *known = sh_known_games; known->name; known++) {
        if (!known->job || is_busy_with(jobs, known->name)) continue;
        job_files files = files_of(jobs, known->name);
        bool left = is_there(files.checkpoint) && !is_there(files.table);
        for (int id = jobs->started; job_at(jobs, id); id--) {
            sh_job *job = job_at(jobs, id);
            if (strcmp(job->game, known->name) || job->state == SH_JOB_RUNNING) continue;
            job->resumable = left; // the newest only
            left = false;
        }
        if (left && !jobs->child) {
            sh_job *job = add_job(jobs, known->name, SH_JOB_STOPPED);
            job->resumable = true;
            snprintf(job->message, sizeof job->message, "the server ended while it was running");
        }
    }
}

int sh_jobs_list(sh_jobs *jobs, sh_job list[SH_MAX_JOBS]) {
    int count = 0;
    pthread_mutex_lock(&jobs->mutex);
    find_left(jobs);
    for (int id = jobs->started; job_at(jobs, id); id--)
        copy(jobs, job_at(jobs, id), &list[count++]);
    pthread_mutex_unlock(&jobs->mutex);
    return count;
}
