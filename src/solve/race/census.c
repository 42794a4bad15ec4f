// SPDX-License-Identifier: MIT
#include "solve/race/census.h"

#include <stdlib.h> // calloc
#include <string.h> // memset

sh_status sh_census_open(sh_census *census, const sh_solved *solved, int threads, sh_error *error) {
    const sh_lanes *lanes = &solved->lanes;
    size_t height = (size_t)lanes->blocks * SH_LANES;
    size_t bytes = (size_t)lanes->blocks * height * sizeof(sh_line);
    *census =
        (sh_census){.solved = solved, .worker = calloc((size_t)threads, sizeof *census->worker)};
    bool room = census->worker;
    for (int i = 0; room && i < threads; i++) {
        sh_census_worker *worker = &census->worker[i];
        worker->height = height;
        worker->rows = aligned_alloc(sizeof(sh_line), bytes);
        room = worker->rows;
        if (room) memset(worker->rows, 0, bytes);
        for (int plane = 0; room && plane < SH_CENSUS_PLANES; plane++) {
            worker->matrix[plane] = aligned_alloc(sizeof(sh_line), bytes);
            room = worker->matrix[plane];
        }
    }
    if (room) return SH_OK;
    sh_census_close(census, threads);
    return sh_fail(error, SH_RESOURCES, "no memory to count the states");
}

void sh_census_close(sh_census *census, int threads) {
    for (int i = 0; census->worker && i < threads; i++) {
        sh_census_worker *worker = &census->worker[i];
        for (int plane = 0; plane < SH_CENSUS_PLANES; plane++) free(worker->matrix[plane]);
        free(worker->rows);
        free(worker->draws);
    }
    free(census->worker);
    memset(census, 0, sizeof *census);
}
