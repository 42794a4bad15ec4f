// SPDX-License-Identifier: MIT
// Strip by strip where the cut is the same. Else for each strip number a matrix with a row for each
// slice is gathered, transposed in tiles of 512 by 512, and written out.
#include "solve/race/rounds/plane_copy.h"

#include <assert.h> // assert
#include <stdlib.h> // calloc

#include "solve/race/rounds/slices.h"

static void copy_slice(void *context, size_t index, int worker) {
    const sh_turning *task = context;
    const sh_cube *cube = task->from->cube;
    uint32_t slice = (uint32_t)index;
    uint64_t row[SH_CUBE_MAX_WORDS];
    for (uint32_t strip = 0; strip < cube->sets; strip++) {
        if (!sh_cube_disjoint(cube, task->from->relation, slice, strip)) continue;
        sh_plane_read(task->from, slice, strip, row);
        sh_plane_write(task->to, slice, strip, row);
    }
}

static sh_status turn(sh_turning *task, sh_pool *pool, sh_error *error) {
    const sh_cube *cube = task->from->cube;
    int threads = sh_pool_threads(pool);
    task->height = (size_t)cube->blocks * SH_LANES;
    size_t strips = (size_t)cube->blocks * task->height;
    task->worker = calloc((size_t)threads, sizeof *task->worker);
    bool room = task->worker;
    for (int i = 0; room && i < threads; i++) {
        task->worker[i].rows = sh_strips_open(strips);
        task->worker[i].matrix = sh_strips_open(strips);
        room = task->worker[i].rows && task->worker[i].matrix;
    }
    if (room) sh_pool_run(pool, cube->sets, sh_slices_get(sh_cpu_level_get())->turn_strip, task);
    for (int i = 0; task->worker && i < threads; i++) {
        free(task->worker[i].rows);
        free(task->worker[i].matrix);
    }
    free(task->worker);
    return room ? SH_OK : sh_fail(error, SH_RESOURCES, "no memory to turn a plane");
}

sh_status sh_plane_copy(const sh_plane *from, const sh_plane *to, sh_pool *pool, sh_error *error) {
    assert(from->cube == to->cube && from->words != to->words);
    sh_turning task = {.from = from, .to = to};
    if (from->relation != to->relation) return turn(&task, pool, error);
    sh_pool_run(pool, from->cube->sets, copy_slice, &task);
    return SH_OK;
}
