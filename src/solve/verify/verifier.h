// SPDX-License-Identifier: MIT
// What the checks of two- and three-player values share: a team of workers, each with a report of
// its own, that runs numbered tasks a few at a time.
#pragma once

#include "solve/verify/verify.h"

typedef struct sh_verifier {
    sh_verify_report report;
    uint16_t *values; // room for what it reads from the source
    sh_status status; // of its reading
} sh_verifier;

typedef struct sh_verify_team {
    sh_pool *pool;
    const sh_monitor *monitor;
    sh_verifier *workers;
    uint64_t first_task; // of the tasks that run: a sh_task counts from there
} sh_verify_team;

// Workers with room for so many values each. To be closed in any case.
sh_status sh_verify_team_open(sh_verify_team *team, sh_pool *pool, const sh_monitor *monitor,
                              size_t values, sh_error *error) SH_NODISCARD;
void sh_verify_team_close(sh_verify_team *team);

// Work in equal tasks, `batch` of them between two reports and looks at the stop flag.
typedef struct sh_verify_work {
    const char *phase;
    int round;      // of phases with rounds
    uint64_t tasks; // how many
    uint64_t batch;
    uint64_t states; // in all tasks together
} sh_verify_work;

// SH_INTERRUPTED where it was stopped, and the status of a worker that could not read its values.
sh_status sh_verify_team_run(sh_verify_team *team, const sh_verify_work *work, sh_task *task,
                             void *context, sh_error *error) SH_NODISCARD;

// The reports of all workers in one.
void sh_verify_team_sum(const sh_verify_team *team, sh_verify_report *report);

// Counts a wrong value, and keeps it if it is the first in the order of rows and columns.
void sh_verify_note(sh_verify_report *report, sh_pair where, const sh_position *position,
                    uint16_t found, uint16_t expected);
