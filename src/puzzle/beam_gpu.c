// SPDX-License-Identifier: MIT
// See beam_gpu.h. The kernel is solve/cuda/beam_device.h.
#include "puzzle/beam_gpu.h"

#include <pthread.h>   // pthread_create
#include <stdatomic.h> // atomic_bool
#include <stdlib.h>    // calloc, free
#include <string.h>    // memcpy

#include "base/random.h"
#include "solve/cuda/beam_args.h"
#include "solve/cuda/session.h"

_Static_assert(SH_GPU_BEAM_PARTS == SH_BEAM_PARTS, "parts of a choice");
_Static_assert(SH_GPU_IMAGES == SH_MAX_SYMMETRIES + 1 && SH_GPU_CELLS == SH_MAX_CELLS, "boards");

enum { ARMY = 4, TASKS = 256, FIRST_PORTION = 64, SLICE = 1 << 16 };

struct sh_beam_gpu {
    sh_gpu_session session;
    const sh_beam_options *options;
    sh_gpu_beam beam; // as on the device
    void *device_beam;
    sh_gpu_bits *device_parents, *parents; // SLICE boards of two armies
    struct haul {                          // what two portions gave, one behind the other
        sh_gpu_found *found;               // as many as there is room for
        uint32_t count;
    } haul[2];
    size_t words;
    sh_beam_choice *next;
    sh_pool *pool;
    const struct haul *offered; // by another thread while the device works
    atomic_bool arrived, failed;
};

static sh_gpu_bits bits_of(const sh_set *set) {
    sh_gpu_bits bits;
    memcpy(bits.w, set->w, sizeof bits.w);
    return bits;
}

static sh_gpu_bits moved(sh_gpu_bits a, int n) { // towards higher cells, or lower ones
    sh_gpu_bits b = {{0}};
    for (int i = 0; i < ARMY; i++)
        b.w[i] = n > 0 ? a.w[i] << n | (i ? a.w[i - 1] >> (64 - n) : 0)
                       : a.w[i] >> -n | (i < ARMY - 1 ? a.w[i + 1] << (64 + n) : 0);
    return b;
}

static void fill_board(sh_gpu_beam *beam, const sh_game_case *one) {
    const sh_board *board = &one->puzzle->game.board;
    beam->axes = board->directions / 2;
    beam->steps = !sh_puzzle_jumps_only(one->puzzle);
    for (int a = 0; a < beam->axes; a++) {
        beam->shift[a] = board->dir[2 * a].shift;
        beam->middle[a] = bits_of(&board->middle[a]);
        beam->up[a] = bits_of(&board->toward[2 * a]);
        beam->down[a] = bits_of(&board->toward[2 * a + 1]);
        beam->all.up[a] = moved(beam->middle[a], -beam->shift[a]);
        beam->all.down[a] = moved(beam->middle[a], beam->shift[a]);
    }
    for (int cell = 0; cell < board->span && beam->steps; cell++)
        beam->around[cell] = bits_of(&board->steps[cell]);
    for (int t = 0; t < SH_PUZZLE_TYPES; t++) beam->type[t] = bits_of(&one->type[t]);
}

static void fill_case(sh_gpu_beam *beam, const sh_game_case *one) {
    fill_board(beam, one);
    beam->men = one->men;
    beam->other_men = sh_set_count(one->start[SH_GAME_LOSER]);
    beam->images = one->images;
    beam->goal = bits_of(&one->goal[SH_GAME_WINNER]);
    beam->other_goal = bits_of(&one->goal[SH_GAME_LOSER]);
    for (int role = 0; role < SH_GAME_ROLES; role++) {
        beam->stand[role] = bits_of(&one->stand[role]);
        beam->pass[role] = bits_of(&one->pass[role]);
        memcpy(beam->code[role], one->code[role], sizeof beam->code[role]);
    }
    for (int i = 0; i < one->images; i++)
        memcpy(beam->image[i], one->image[i], sizeof beam->image[i]);
}

static void fill_score(sh_gpu_beam *beam, const sh_beam_options *options) {
    beam->dear = options->weights.dear;
    beam->worst = options->weights.worst;
    beam->ready = options->weights.ready;
    beam->slack = options->weights.slack;
    beam->spare = options->weights.spare;
    beam->stuck = options->weights.stuck;
    beam->noise = options->noise;
    beam->seed = options->seed;
}

// Memory on the device: a card has more to give than the emulator's host.
static void take_memory(sh_beam_gpu *gpu, bool real) {
    sh_gpu_beam *beam = &gpu->beam;
    beam->room = real ? 1u << 22 : 1u << 18;
    beam->seen_mask = (real ? 1ULL << 27 : 1ULL << 20) - 1;
    beam->seen = sh_gpu_session_take(&gpu->session, (beam->seen_mask + 1) * sizeof *beam->seen);
    beam->found = sh_gpu_session_take(&gpu->session, beam->room * sizeof *beam->found);
    beam->found_count = sh_gpu_session_take(&gpu->session, sizeof *beam->found_count);
    gpu->device_beam = sh_gpu_session_take(&gpu->session, sizeof *beam);
    gpu->device_parents =
        sh_gpu_session_take(&gpu->session, (uint64_t)SLICE * 2 * sizeof *gpu->device_parents);
    beam->parents = gpu->device_parents;
    gpu->session.args.beam = gpu->device_beam;
    gpu->parents = malloc((size_t)SLICE * 2 * sizeof *gpu->parents);
    for (int i = 0; i < 2; i++)
        gpu->haul[i].found = malloc(beam->room * sizeof *gpu->haul[i].found);
}

void sh_beam_gpu_close(sh_beam_gpu *gpu) {
    if (!gpu) return;
    sh_gpu_session_close(&gpu->session);
    free(gpu->parents);
    for (int i = 0; i < 2; i++) free(gpu->haul[i].found);
    free(gpu);
}

sh_status sh_beam_gpu_open(sh_beam_gpu **gpu, const sh_gpu_runtime *runtime,
                           const sh_game_case *one, const sh_beam_options *options,
                           sh_error *error) {
    sh_beam_gpu *own = calloc(1, sizeof *own);
    if (!own) return sh_fail(error, SH_RESOURCES, "no memory for the beam");
    own->options = options;
    fill_case(&own->beam, one);
    fill_score(&own->beam, options);
    sh_gpu_info info = {0};
    sh_status status = sh_gpu_session_open(&own->session, runtime, error);
    if (!status) status = runtime->describe(own->session.gpu, &info, error);
    if (!status) {
        take_memory(own, info.real);
        status = sh_gpu_session_finish(&own->session, error);
    }
    if (!status && (!own->parents || !own->haul[0].found || !own->haul[1].found))
        status = sh_fail(error, SH_RESOURCES, "no memory for the beam");
    if (status)
        sh_beam_gpu_close(own);
    else
        *gpu = own;
    return status;
}

// Sends boards `from` … and runs the kernel.
static sh_status run_portion(sh_beam_gpu *gpu, const sh_beam_level *level, size_t from,
                             size_t count, struct haul *haul, sh_error *error) {
    const sh_gpu_runtime *runtime = gpu->session.runtime;
    sh_gpu *device = gpu->session.gpu;
    size_t half = level->words / 2;
    memset(gpu->parents, 0, count * 2 * sizeof *gpu->parents);
    for (size_t i = 0; i < count; i++)
        for (size_t role = 0; role < SH_GAME_ROLES; role++)
            memcpy(gpu->parents[2 * i + role].w,
                   level->boards + (from + i) * level->words + role * half,
                   half * sizeof(uint64_t));
    for (int i = 0; i < SH_BEAM_PARTS; i++) gpu->beam.least[i] = sh_beam_choice_least(gpu->next, i);
    gpu->beam.parent_count = count;
    haul->count = 0;
    runtime->upload(device, gpu->device_parents, gpu->parents, count * 2 * sizeof *gpu->parents);
    runtime->upload(device, gpu->device_beam, &gpu->beam, sizeof gpu->beam);
    runtime->upload(device, gpu->beam.found_count, &haul->count, sizeof haul->count);
    uint64_t tasks = count * (level->winner_only ? 1 : (uint64_t)gpu->beam.other_men);
    sh_gpu_session_launch(&gpu->session, SH_GPU_beam_children, (tasks + 31) / 32);
    runtime->download(device, &haul->count, gpu->beam.found_count, sizeof haul->count);
    uint32_t kept = haul->count < gpu->beam.room ? haul->count : gpu->beam.room;
    runtime->download(device, haul->found, gpu->beam.found, kept * sizeof *haul->found);
    return sh_gpu_session_finish(&gpu->session, error);
}

static void offer_part(void *context, size_t index, int worker) {
    (void)worker;
    sh_beam_gpu *gpu = context;
    size_t count = gpu->offered->count;
    size_t from = count * index / TASKS, to = count * (index + 1) / TASKS;
    size_t half = gpu->words / 2;
    for (size_t i = from; i < to; i++) {
        const sh_gpu_found *found = &gpu->offered->found[i];
        uint64_t board[SH_GAME_MOST_WORDS];
        for (size_t role = 0; role < SH_GAME_ROLES; role++)
            memcpy(board + role * half, found->army[role].w, half * sizeof *board);
        if (found->score == SH_GPU_ARRIVED) gpu->arrived = true;
        if (!sh_beam_choice_offer(gpu->next, board, sh_mix(found->sum), (int)found->score))
            gpu->failed = true;
    }
}

static void forget_seen(sh_beam_gpu *gpu) {
    sh_gpu_session_clear(&gpu->session, gpu->beam.seen,
                         (gpu->beam.seen_mask + 1) * sizeof *gpu->beam.seen);
}

static void *offer_all(void *context) {
    sh_beam_gpu *gpu = context;
    sh_pool_run(gpu->pool, TASKS, offer_part, gpu);
    return NULL;
}

// The portions of a level, and the thread that offers what the last one gave.
typedef struct portions {
    size_t from, size; // the next one
    int now;           // which haul it goes to
    pthread_t thread;
    bool offering;
} portions;

static void wait_for_offers(portions *p) {
    if (p->offering) pthread_join(p->thread, NULL);
    p->offering = false;
}

static sh_status next_portion(sh_beam_gpu *gpu, const sh_beam_level *level, portions *p,
                              sh_error *error) {
    size_t left = level->count - p->from, count = p->size < left ? p->size : left;
    struct haul *haul = &gpu->haul[p->now];
    sh_status status = run_portion(gpu, level, p->from, count, haul, error);
    wait_for_offers(p);
    if (status) return status;
    if (sh_stopped(gpu->options->monitor)) return sh_fail(error, SH_INTERRUPTED, "interrupted");
    if (gpu->failed) return sh_fail(error, SH_RESOURCES, "memory for the beam ran out");
    if (haul->count > gpu->beam.room) { // some were lost: again, with less
        if (count == 1)
            return sh_fail(error, SH_RESOURCES, "a board has too many children for the GPU");
        p->size = count / 2;
        forget_seen(gpu);
        return SH_OK;
    }
    gpu->offered = haul;
    p->offering = pthread_create(&p->thread, NULL, offer_all, gpu) == 0;
    if (!p->offering) offer_all(gpu);
    p->from += count;
    p->now = !p->now;
    if (haul->count < gpu->beam.room / 8 && p->size < SLICE) p->size *= 2;
    return SH_OK;
}

static sh_status expand_all(sh_beam_gpu *gpu, const sh_beam_level *level, sh_error *error) {
    portions p = {.size = FIRST_PORTION};
    sh_status status = SH_OK;
    while (!status && p.from < level->count) status = next_portion(gpu, level, &p, error);
    wait_for_offers(&p);
    if (!status && gpu->failed)
        status = sh_fail(error, SH_RESOURCES, "memory for the beam ran out");
    return status;
}

sh_status sh_beam_gpu_expand(sh_beam_gpu *gpu, const sh_beam_level *level, sh_beam_choice *next,
                             sh_pool *pool, bool *arrived, sh_error *error) {
    gpu->next = next;
    gpu->words = level->words;
    gpu->beam.winner_left = level->left.winner;
    gpu->beam.loser_left = level->left.loser;
    gpu->beam.winner_only = level->winner_only;
    forget_seen(gpu);
    gpu->pool = pool;
    sh_status status = expand_all(gpu, level, error);
    *arrived = gpu->arrived;
    return status;
}
