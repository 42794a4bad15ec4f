// SPDX-License-Identifier: MIT
// The CPU's engine: slice by slice (slices.h), a slice to a worker. News of V and of W go to W and
// U through a plane of their own, in turn; byte maps say which strips have changed.
#include <stdlib.h> // calloc
#include <string.h> // memset

#include "base/memory.h"
#include "solve/race/rounds/plane_copy.h"
#include "solve/race/rounds/race_engine.h"
#include "solve/race/rounds/slices.h"

typedef struct machine {
    sh_race_work work;
    sh_plane plane[3], news;
    sh_pool *pool;
} machine;

static void close_machine(void *state) {
    machine *m = state;
    for (int i = 0; m->work.scratch && i < sh_pool_threads(m->pool); i++)
        sh_scratch_close(&m->work.scratch[i]);
    free(m->work.scratch);
    free(m->work.changed_v);
    free(m->work.changed_w);
    free(m->work.active_u);
    for (int role = 0; role < 3; role++) sh_plane_close(&m->plane[role]);
    sh_plane_close(&m->news);
    free(m);
}

static sh_status open_planes(machine *m, const sh_cube *cube, sh_error *error) {
    sh_plane *all[] = {&m->plane[SH_U], &m->plane[SH_V], &m->plane[SH_W], &m->news};
    for (int i = 0; i < 4; i++) {
        sh_status status = sh_plane_open(all[i], cube, SH_NEXT, false, error);
        if (status) return status;
        sh_memory_touch(m->pool, all[i]->words, sh_plane_bytes(cube, false));
    }
    return SH_OK;
}

static sh_status open_maps(machine *m, const sh_cube *cube, sh_error *error) {
    size_t sets = cube->sets, threads = (size_t)sh_pool_threads(m->pool);
    m->work = (sh_race_work){.cube = cube,
                             .plane = {&m->plane[0], &m->plane[1], &m->plane[2]},
                             .news = &m->news,
                             .changed_v = malloc(sets * sets),
                             .changed_w = malloc(sets * sets),
                             .active_u = malloc(sets * (size_t)cube->words * sizeof(uint64_t)),
                             .scratch = calloc(threads, sizeof(sh_scratch))};
    sh_status status = SH_OK;
    if (!m->work.changed_v || !m->work.changed_w || !m->work.active_u || !m->work.scratch)
        status = sh_fail(error, SH_RESOURCES, "no memory for the maps of a layer");
    for (size_t i = 0; i < threads && !status; i++)
        status = sh_scratch_open(&m->work.scratch[i], cube, error);
    return status;
}

static sh_status open_machine(void **state, const sh_cube *cube, sh_pool *pool, sh_error *error) {
    machine *m = calloc(1, sizeof *m);
    if (!m) return sh_fail(error, SH_RESOURCES, "out of memory");
    m->pool = pool;
    sh_status status = open_maps(m, cube, error);
    if (!status) status = open_planes(m, cube, error);
    if (status)
        close_machine(m);
    else
        *state = m;
    return status;
}

// The opening with U to move, as news of W's plane (the player who moves before U).
static void seed(sh_race_work *work) {
    uint32_t camp = work->cube->triples->camp;
    uint64_t *news = sh_plane_row(work->news, camp, camp);
    memset(news, 0, (size_t)work->cube->words * sizeof(uint64_t));
    sh_bit_set(news, camp);
    sh_plane_row(work->plane[SH_W], camp, camp)[camp / 64] &= ~(1ULL << camp % 64);
    work->changed_w[(size_t)camp * work->cube->sets + camp] = 1;
}

static sh_status begin(void *state, const sh_goal *goal, const sh_plane *known, sh_error *error) {
    machine *m = state;
    sh_race_work *work = &m->work;
    size_t sets = work->cube->sets;
    sh_status status = SH_OK;
    for (int role = 0; role < 3 && !status; role++) {
        m->plane[role].relation = sh_goal_relation(goal, role);
        if (known)
            status = sh_plane_copy(&known[role], &m->plane[role], m->pool, error);
        else
            sh_plane_reset(&m->plane[role], m->pool);
    }
    m->news.relation = sh_goal_relation(goal, SH_W); // written before it is read
    work->goal = goal;
    memset(work->changed_v, 0, sets * sets);
    memset(work->changed_w, 0, sets * sets);
    memset(work->active_u, 0, sets * (size_t)work->cube->words * sizeof(uint64_t));
    for (int role = 0; role < 3; role++) work->first[role] = true;
    if (goal->reversed) seed(work);
    return status;
}

static sh_status run_lap(void *state, sh_role first, uint64_t found[3], sh_error *error) {
    machine *m = state;
    sh_race_work *work = &m->work;
    const sh_slices *slices = sh_slices_get(sh_cpu_level_get());
    size_t sets = work->cube->sets;
    work->skip_u = first != SH_U;
    if (first != SH_W) sh_pool_run(m->pool, sets, slices->u_and_v, work);
    sh_pool_run(m->pool, sets, slices->w, work);
    for (int role = first; role < 3; role++) work->first[role] = false;
    for (int i = 0; i < sh_pool_threads(m->pool); i++)
        for (int role = 0; role < 3; role++) {
            found[role] += work->scratch[i].count[role];
            work->scratch[i].count[role] = 0;
        }
    return SH_OK;
}

// With `last` the packed plane moves into the memory of the news; that of the role is then free for
// the next. So no page is touched for the first time.
static sh_status pack(void *state, sh_role role, sh_plane *packed, bool last, sh_error *error) {
    machine *m = state;
    const sh_cube *cube = m->work.cube;
    if (!last) return sh_plane_copy(&m->plane[role], packed, m->pool, error);
    packed->words = m->news.words;
    m->news.words = NULL;
    sh_status status = sh_plane_copy(&m->plane[role], packed, m->pool, error);
    sh_memory_shrink(packed->words, sh_plane_bytes(cube, false), sh_plane_bytes(cube, true));
    m->news = m->plane[role];
    m->plane[role].words = NULL;
    return status;
}

// star37:3p takes 94.5 s on two threads: 12.7 ns of CPU time a state.
static sh_status plan_cpu(const sh_cube *cube, int threads, sh_plan *plan, sh_error *error) {
    plan->workspace += (uint64_t)threads * sh_scratch_bytes(cube);
    plan->seconds = 12.7e-9 * (double)plan->states / threads;
    return SH_OK;
}

const sh_race_engine sh_race_engine_cpu = {.name = "cpu",
                                           .about = "bit-sliced rounds on all threads",
                                           .plan = plan_cpu,
                                           .continues = true,
                                           .open = open_machine,
                                           .close = close_machine,
                                           .begin = begin,
                                           .lap = run_lap,
                                           .pack = pack};
