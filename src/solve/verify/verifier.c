// SPDX-License-Identifier: MIT
// Runs tasks in batches, so that progress is reported and a signal noticed in between, and adds up
// what the workers found.
#include "solve/verify/verifier.h"

#include <stdlib.h> // malloc
#include <string.h> // memset

sh_status sh_verify_team_open(sh_verify_team *team, sh_pool *pool, const sh_monitor *monitor,
                              size_t values, sh_error *error) {
    int threads = sh_pool_threads(pool);
    *team = (sh_verify_team){.pool = pool, .monitor = monitor};
    team->workers = calloc((size_t)threads, sizeof *team->workers);
    bool whole = team->workers != NULL;
    for (int t = 0; whole && t < threads; t++) {
        team->workers[t].values = malloc(values * sizeof *team->workers[t].values);
        whole = team->workers[t].values != NULL;
    }
    return whole ? SH_OK : sh_fail(error, SH_RESOURCES, "no memory for the rows of a table");
}

void sh_verify_team_close(sh_verify_team *team) {
    for (int t = 0; team->workers && t < sh_pool_threads(team->pool); t++)
        free(team->workers[t].values);
    free(team->workers);
}

sh_status sh_verify_team_run(sh_verify_team *team, const sh_verify_work *work, sh_task *task,
                             void *context, sh_error *error) {
    double began = sh_clock();
    for (team->first_task = 0; team->first_task < work->tasks; team->first_task += work->batch) {
        uint64_t left = work->tasks - team->first_task;
        uint64_t now = left < work->batch ? left : work->batch;
        sh_pool_run(team->pool, now, task, context);
        double share = (double)(team->first_task + now) / (double)work->tasks;
        sh_report(team->monitor, &(sh_progress){.phase = work->phase,
                                                .round = work->round,
                                                .done = (uint64_t)((double)work->states * share),
                                                .total = work->states,
                                                .seconds = sh_clock() - began});
        for (int t = 0; t < sh_pool_threads(team->pool); t++)
            if (team->workers[t].status)
                return sh_fail(error, team->workers[t].status, "the values cannot be read");
        if (sh_stopped(team->monitor)) return sh_fail(error, SH_INTERRUPTED, "stopped");
    }
    return SH_OK;
}

static bool earlier(sh_pair a, sh_pair b) {
    return a.row < b.row || (a.row == b.row && a.column < b.column);
}

void sh_verify_note(sh_verify_report *report, sh_pair where, const sh_position *position,
                    uint16_t found, uint16_t expected) {
    if (report->wrong++ && !earlier(where, report->where)) return;
    report->where = where;
    report->position = *position;
    report->found = found;
    report->expected = expected;
}

void sh_verify_team_sum(const sh_verify_team *team, sh_verify_report *report) {
    memset(report, 0, sizeof *report);
    for (int t = 0; t < sh_pool_threads(team->pool); t++) {
        const sh_verify_report *part = &team->workers[t].report;
        if (part->wrong) {
            sh_verify_note(report, part->where, &part->position, part->found, part->expected);
            report->wrong += part->wrong - 1;
        }
        report->checked += part->checked;
        report->wins += part->wins;
        report->losses += part->losses;
        report->draws += part->draws;
        report->illegal += part->illegal;
        if (part->longest > report->longest) report->longest = part->longest;
        for (int i = 0; i < SH_TYPES; i++) report->type[i] += part->type[i];
    }
}
