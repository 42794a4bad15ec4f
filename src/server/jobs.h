// SPDX-License-Identifier: MIT
// Solving from the page: one job at a time, run as a child process of its own.
//
// A job is `PROGRAM solve GAME … --json`: its memory is its own, it can be stopped with a signal,
// and a crash of it is a failed job, nothing more. Every line of JSON it prints is its progress.
// When it has ended, the catalog looks for its table. Only games that sh_known_games marks may be
// solved, and no table is replaced.
//
// A job that is stopped leaves a checkpoint, from which the next job of that game goes on. So does
// one whose server ends or is killed: its process is told to stop, and the next server finds the
// checkpoint in the folder. The process holds a lock on the folder, so that no second server writes
// there while it lives. All functions are thread-safe.
#pragma once

#include <stdbool.h> // bool

#include "server/catalog.h"
#include "sternhalma/status.h"

#define SH_MAX_JOBS 32       // remembered; the oldest are forgotten
#define SH_MAX_JOB_LINE 4096 // longer ones are not progress

typedef enum sh_job_state {
    SH_JOB_RUNNING,
    SH_JOB_DONE,
    SH_JOB_FAILED,
    SH_JOB_STOPPED
} sh_job_state;

typedef struct sh_job {
    int id;           // from 1
    unsigned version; // grows with every change
    sh_job_state state;
    char game[SH_MAX_NAME];
    bool resumable;                 // it has left a checkpoint to go on from
    double seconds;                 // since it began, or that it took
    char progress[SH_MAX_JOB_LINE]; // the last line of JSON it printed, "" before the first
    char message[256];              // the last other line: why it failed
} sh_job;

typedef struct sh_jobs sh_jobs;

// `program` is run and `folder` receives the tables. `changed` is called whenever a job changes and
// about once a second while one runs, from a thread of the jobs that holds no lock: it may ask for
// jobs. While it lasts, changes are not followed.
sh_status sh_jobs_open(sh_jobs **jobs, const char *program, const char *folder, sh_catalog *catalog,
                       void (*changed)(void *user), void *user, sh_error *error) SH_NODISCARD;
// Stops a running job and waits for it.
void sh_jobs_close(sh_jobs *jobs);

// Starts a job, or goes on with one. SH_USAGE: not a game that jobs may solve. SH_NO: there is a
// table already. SH_RESOURCES: one is running already, perhaps another server's.
sh_status sh_jobs_start(sh_jobs *jobs, const char *game, sh_job *job, sh_error *error) SH_NODISCARD;
// Asks a running job to stop; forgets what a stopped one left. False if there is no such job.
bool sh_jobs_stop(sh_jobs *jobs, int id);
// A copy of a job. False if there is none, or none any more.
bool sh_jobs_get(sh_jobs *jobs, int id, sh_job *job);
// Copies of the remembered jobs, the newest first; returns how many.
int sh_jobs_list(sh_jobs *jobs, sh_job list[SH_MAX_JOBS]);

const char *sh_job_state_name(sh_job_state state); // "running", "done", "failed", "stopped"
