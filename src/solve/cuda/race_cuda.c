// SPDX-License-Identifier: MIT
// See race_cuda.h. A round of a role is a round of the two-player form with the slice and the
// lanes' player in place of the waiter: flag, ask, reach, then commit (race_device.h), which turns
// what was found to the layout of the role before. Two layouts, one for each relation, are made on
// the host.
#include "solve/cuda/race_cuda.h"

#include <assert.h> // assert
#include <stdlib.h> // calloc
#include <string.h> // strcmp

#include "base/memory.h"
#include "solve/cuda/duel_upload.h"
#include "solve/cuda/race_device.h"
#include "solve/race/rounds/plane_copy.h"

static_assert((int)SH_PASSING_U == (int)SH_U && (int)SH_PASSING_V == (int)SH_V &&
                  (int)SH_PASSING_W == (int)SH_W,
              "the kernels know the roles by these numbers");

// What the kernels are told of a role's layout.
typedef struct layout {
    const uint32_t *slice_cells, *beside, *waiter, *start;
} layout;

typedef struct race_device {
    sh_gpu_session session;
    const sh_cube *cube;
    sh_pool *pool;
    const sh_goal *goal;
    layout layout[2]; // by relation
    struct {
        uint32_t *unknown, *targets;
        uint8_t *alive, *dirty; // one a strip; dirty: its targets have changed
    } role[3];
} race_device;

static uint64_t blocks(const sh_cube *cube) { return cube->sets * (uint64_t)cube->blocks; }
static uint64_t strips(const sh_cube *cube) { return blocks(cube) * (cube->sets + 1ULL); }
static uint64_t pairs(const sh_cube *cube) { return blocks(cube) * cube->subsets; }
static uint64_t plane_bytes(const sh_cube *cube) { return strips(cube) * sizeof(sh_strip); }

// Seven planes and seven bytes a strip, a flag and a list entry a subset, the tables of two
// layouts.
static uint64_t device_bytes(const sh_cube *cube) {
    uint64_t sets = cube->sets, cells = (uint64_t)cube->triples->cells;
    return plane_bytes(cube) * 7 + strips(cube) * 7 + pairs(cube) * 9 + sh_plane_bytes(cube, true) +
           2 * (sets * sets * sizeof(uint32_t) + blocks(cube) * (cells + 1) * sizeof(sh_strip));
}

static void close_machine(void *state) {
    race_device *m = state;
    sh_gpu_session_close(&m->session);
    free(m);
}

// The cells of the strips' tracks that the slice's player and the lanes' take: [block][cell]
// strips.
static void fill_waiter(const sh_cube *cube, sh_relation relation, sh_strip *waiter) {
    size_t words = (size_t)cube->words, cells = (size_t)cube->triples->cells;
    for (uint32_t slice = 0; slice < cube->sets; slice++)
        for (size_t cell = 0; cell < cells; cell++) {
            bool taken = cube->triples->seen[relation][slice] >> cell & 1;
            const uint64_t *cover = cube->cover[sh_relation_back(relation)] + cell * words;
            for (size_t w = 0; w < words; w++) {
                size_t block = slice * (size_t)cube->blocks + w / SH_STRIP_WORDS;
                waiter[block * cells + cell].w[w % SH_STRIP_WORDS] = taken ? ~0ULL : cover[w];
            }
        }
}

static void fill_beside(const sh_cube *cube, sh_relation relation, sh_strip *beside) {
    for (uint32_t set = 0; set < cube->sets; set++)
        memcpy(beside + (size_t)set * (size_t)cube->blocks, sh_cube_beside(cube, relation, set),
               (size_t)cube->words * sizeof(uint64_t));
}

static sh_status give_layout(race_device *m, sh_relation relation, sh_error *error) {
    const sh_cube *cube = m->cube;
    size_t sets = cube->sets, count = blocks(cube), cells = (size_t)cube->triples->cells;
    layout *to = &m->layout[relation];
    sh_strip *waiter = calloc(count * cells, sizeof *waiter);
    sh_strip *beside = calloc(count, sizeof *beside);
    sh_status status = SH_OK;
    if (waiter && beside) {
        fill_waiter(cube, relation, waiter);
        fill_beside(cube, relation, beside);
        to->waiter = sh_gpu_session_give(&m->session, waiter, count * cells * sizeof *waiter);
        to->beside = sh_gpu_session_give(&m->session, beside, count * sizeof *beside);
        to->slice_cells = sh_gpu_session_give(&m->session, cube->triples->seen[relation],
                                              sets * sizeof(uint32_t));
        to->start =
            sh_gpu_session_give(&m->session, cube->start[relation], sets * sets * sizeof(uint32_t));
    } else {
        status = sh_fail(error, SH_RESOURCES, "no memory to copy the masks to the GPU");
    }
    free(waiter);
    free(beside);
    return status;
}

static sh_status give_sets(race_device *m, sh_error *error) {
    const sh_cube *cube = m->cube;
    const sh_triples *triples = cube->triples;
    sh_gpu_session *session = &m->session;
    sh_gpu_args *args = &session->args;
    size_t sets = cube->sets, pieces = (size_t)triples->pieces, cells = (size_t)triples->cells;
    args->size = (uint32_t)triples->side;
    args->cells = (uint32_t)cells;
    args->pieces = (uint32_t)pieces;
    args->ids = cube->sets;
    args->blocks = (uint32_t)blocks(cube);
    args->lane_blocks = (uint32_t)cube->blocks;
    args->subsets = cube->subsets;
    args->goal_set = triples->goal;
    uint64_t *set = malloc(sets * sizeof *set);
    if (!set) return sh_fail(error, SH_RESOURCES, "no memory to copy the sets to the GPU");
    for (size_t i = 0; i < sets; i++) set[i] = triples->set[i];
    args->set = sh_gpu_session_give(session, set, sets * sizeof *set);
    free(set);
    args->subset = sh_gpu_session_give(session, cube->subset, cube->subsets * sizeof *cube->subset);
    args->superset = sh_gpu_session_give(session, cube->superset,
                                         cube->subsets * cells * sizeof *cube->superset);
    args->below = sh_gpu_session_give(session, cube->below, sets * pieces * sizeof *cube->below);
    return SH_OK;
}

static void take_planes(race_device *m) {
    sh_gpu_session *session = &m->session;
    uint64_t bytes = plane_bytes(m->cube), count = strips(m->cube);
    assert(count < UINT32_MAX); // sh_gpu_find_word
    for (int role = 0; role < 3; role++) {
        m->role[role].unknown = sh_gpu_session_take(session, bytes);
        m->role[role].targets = sh_gpu_session_take(session, bytes);
        m->role[role].alive = sh_gpu_session_take(session, count);
        m->role[role].dirty = sh_gpu_session_take(session, count);
    }
    session->args.questions = sh_gpu_session_take(session, bytes);
    session->args.asked = sh_gpu_session_take(session, count);
    session->args.packed = sh_gpu_session_take(session, sh_plane_bytes(m->cube, true));
    sh_gpu_take_lists(session, pairs(m->cube));
}

static sh_status open_machine(void **state, const sh_cube *cube, sh_pool *pool,
                              const sh_gpu_runtime *runtime, sh_error *error) {
    sh_gpu_info info;
    sh_status status = sh_gpu_check_room(runtime, device_bytes(cube), 0, &info, error);
    if (status) return status;
    race_device *m = calloc(1, sizeof *m);
    if (!m) return sh_fail(error, SH_RESOURCES, "out of memory");
    m->cube = cube;
    m->pool = pool;
    status = sh_gpu_session_open(&m->session, runtime, error);
    if (!status) status = give_sets(m, error);
    if (!status) status = give_layout(m, SH_NEXT, error);
    if (!status) status = give_layout(m, SH_PREVIOUS, error);
    if (!status) {
        take_planes(m);
        status = sh_gpu_session_finish(&m->session, error);
    }
    if (status)
        close_machine(m);
    else
        *state = m;
    return status;
}

// Turns the args to a role: its planes, its layout, and whom it tells what it finds.
static void face(race_device *m, sh_role role) {
    sh_gpu_args *args = &m->session.args;
    sh_relation relation = sh_goal_relation(m->goal, role);
    sh_role before = (role + 1) % 3; // moves before it, asks after it
    args->unknown = m->role[role].unknown;
    args->targets = m->role[role].targets;
    args->alive = m->role[role].alive;
    args->dirty = m->role[role].dirty;
    args->slice_cells = m->layout[relation].slice_cells;
    args->waiter = m->layout[relation].waiter;
    args->start = m->layout[relation].start;
    args->beside_strip = m->layout[relation].beside;
    args->beside_slice = m->layout[sh_relation_back(relation)].beside;
    args->goal_asked = m->goal->reversed;
    args->goal_wanted = m->goal->target[role];
    args->wins = !m->goal->all[role];
    args->passing = role;
    args->passed = m->role[before].targets;
    args->passed_rest = m->goal->all[before];
    args->dirty_next = m->role[before].dirty;
}

// The opening with U to move is known to W, who would move after V, and is a target of U: in both
// planes slice, strip and lane are the camp's.
static void seed(race_device *m) {
    sh_gpu_session *session = &m->session;
    if (session->error.status) return;
    uint32_t camp = m->cube->triples->camp, bit = 1u << camp % 32, word = 0;
    const uint8_t changed = 1;
    uint64_t strip = sh_gpu_race_strip(&session->args, camp, camp / SH_LANES, camp);
    uint64_t at = strip * SH_GPU_STRIP + camp % SH_LANES / 32;
    session->runtime->download(session->gpu, &word, m->role[SH_W].unknown + at, sizeof word);
    word &= ~bit;
    session->runtime->upload(session->gpu, m->role[SH_W].unknown + at, &word, sizeof word);
    session->runtime->upload(session->gpu, m->role[SH_U].targets + at, &bit, sizeof bit);
    session->runtime->upload(session->gpu, m->role[SH_U].dirty + strip, &changed, sizeof changed);
}

static sh_status begin(void *state, const sh_goal *goal, const sh_plane *known, sh_error *error) {
    race_device *m = state;
    assert(!known);
    sh_gpu_session *session = &m->session;
    uint64_t count = strips(m->cube);
    m->goal = goal;
    for (int role = 0; role < 3; role++) {
        face(m, (sh_role)role);
        session->args.passed = m->role[role].targets; // its own, to be filled
        sh_gpu_session_clear(session, session->args.alive, count);
        sh_gpu_session_clear(session, session->args.dirty, count);
        sh_gpu_session_launch(session, SH_GPU_race_begin, (count + 1) / 2);
    }
    if (goal->reversed) seed(m);
    return sh_gpu_session_finish(session, error);
}

static uint64_t run_round(race_device *m, sh_role role) {
    sh_gpu_session *session = &m->session;
    const sh_cube *cube = m->cube;
    face(m, role);
    sh_gpu_session_launch(session, SH_GPU_flag, (pairs(cube) + 31) / 32);
    sh_gpu_session_launch(session, SH_GPU_ask, (strips(cube) + 1) / 2);
    sh_gpu_launch_reach(session, pairs(cube));
    sh_gpu_session_clear(session, session->args.dirty, strips(cube));
    sh_gpu_session_launch(session, SH_GPU_race_commit, blocks(cube) * ((cube->sets + 31) / 32));
    return sh_gpu_collect_sums(session).of[SH_SUM_WON_STATES];
}

static sh_status run_lap(void *state, sh_role first, uint64_t found[3], sh_error *error) {
    race_device *m = state;
    for (int role = first; role < 3; role++) found[role] += run_round(m, (sh_role)role);
    return sh_gpu_session_finish(&m->session, error);
}

// Copies the packed plane of a role to the host, cut as the goal says.
static sh_status fetch(race_device *m, sh_role role, const sh_plane *packed, sh_error *error) {
    sh_gpu_session *session = &m->session;
    uint64_t sets = m->cube->sets, bytes = sh_plane_bytes(m->cube, true);
    face(m, role);
    sh_gpu_session_launch(session, SH_GPU_race_pack, (sets * sets + SH_WARP - 1) / SH_WARP);
    sh_memory_touch(m->pool, packed->words, bytes); // by all threads, before one copies
    if (!session->error.status)
        session->runtime->download(session->gpu, packed->words, session->args.packed, bytes);
    return sh_gpu_session_finish(session, error);
}

static sh_status pack(void *state, sh_role role, sh_plane *packed, bool last, sh_error *error) {
    race_device *m = state;
    sh_relation cut = sh_goal_relation(m->goal, role);
    sh_status status = last ? sh_plane_open(packed, m->cube, packed->relation, true, error) : SH_OK;
    if (status || packed->relation == cut) return status ? status : fetch(m, role, packed, error);
    sh_plane unturned;
    status = sh_plane_open(&unturned, m->cube, cut, true, error);
    if (status) return status;
    status = fetch(m, role, &unturned, error);
    if (!status) status = sh_plane_copy(&unturned, packed, m->pool, error);
    sh_plane_close(&unturned);
    return status;
}

static sh_status open_cuda(void **state, const sh_cube *cube, sh_pool *pool, sh_error *error) {
    return open_machine(state, cube, pool, sh_gpu_load(error), error);
}

static sh_status open_emulated(void **state, const sh_cube *cube, sh_pool *pool, sh_error *error) {
    return open_machine(state, cube, pool, sh_gpu_emulator(), error);
}

#define SHARED .close = close_machine, .begin = begin, .lap = run_lap, .pack = pack

// star37:3p takes 4.25 s on one H200, from start to end with the census on 16 threads of its host.
static sh_status plan_on(const sh_gpu_runtime *runtime, const sh_cube *cube, sh_plan *plan,
                         sh_error *error) {
    plan->seconds = 0.29e-9 * (double)plan->states;
    sh_gpu_info info;
    plan->card = device_bytes(cube);
    return sh_gpu_check_room(runtime, plan->card, 0, &info, error);
}

static sh_status plan_cuda(const sh_cube *cube, int threads, sh_plan *plan, sh_error *error) {
    return plan_on(sh_gpu_load(error), cube, plan, error);
}

static sh_status plan_emulated(const sh_cube *cube, int threads, sh_plan *plan, sh_error *error) {
    return plan_on(sh_gpu_emulator(), cube, plan, error);
}

const sh_race_engine sh_race_engine_cuda = {
    .name = "cuda", .about = "all planes on a GPU", .plan = plan_cuda, .open = open_cuda, SHARED};
const sh_race_engine sh_race_engine_emulated = {.name = "emulated",
                                                .about = "the GPU's code on this CPU, for tests",
                                                .plan = plan_emulated,
                                                .open = open_emulated,
                                                SHARED};

void sh_race_engines_list(const char *wanted, const sh_cube *cube, const sh_race_engine *list[3]) {
    const bool automatic = !wanted || strcmp(wanted, "auto") == 0;
    int count = 0;
    if (!automatic)
        list[count++] = sh_race_engine_find(wanted);
    else if (cube->sets > SH_RACE_SMALL_SETS)
        list[count++] = &sh_race_engine_cuda;
    if (automatic) list[count++] = &sh_race_engine_cpu;
    list[count] = NULL;
}

const sh_race_engine *sh_race_engine_find(const char *name) {
    static const sh_race_engine *const all[] = {&sh_race_engine_cpu, &sh_race_engine_cuda,
                                                &sh_race_engine_emulated};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(all[i]->name, name) == 0) return all[i];
    return NULL;
}

const sh_gpu_session *sh_race_engine_session(const void *state) {
    const race_device *m = state;
    return &m->session;
}
