// SPDX-License-Identifier: MIT
// Memory of the backends with two bits a state, and their tables of functions: the rounds are in
// squeezed_rounds.c, messages between blocks in squeezed_mail.c, checkpoints and values in
// squeezed_state.c.
#include "solve/duel/squeezed/squeezed.h"

#include <stdlib.h> // calloc
#include <string.h> // memset

#include "base/memory.h"
#include "solve/duel/squeezed/block_file.h"
#include "solve/duel/squeezed/extents.h"
#include "solve/duel/squeezed/parcels.h"

static const double MAIL_BITS = 6.0; // a state over the whole solve (docs/performance.md)

static uint64_t words_of(const sh_duel_index *index) {
    return (SH_LANES * index->columns + 63) / 64;
}

static int planes_of(sh_metric metric) {
    return SH_PLANE_DISTANCE + (metric == SH_DTW ? SH_DISTANCE_PLANES : 0);
}

static sh_status plan_squeezed(const sh_backend *backend, const sh_game *game,
                               const sh_solve_options *options, sh_plan *plan, sh_error *error) {
    sh_duel_index index;
    sh_status status = sh_duel_index_measure(&index, game, error);
    if (status) return status;
    uint64_t threads = (uint64_t)(options->threads ? options->threads : sh_cpu_count());
    uint64_t block = words_of(&index) * sizeof(uint64_t);
    uint64_t table = index.blocks * block * (uint64_t)planes_of(options->metric);
    uint64_t mail = index.blocks * block; // at most a bit a state in a round
    uint64_t strips = (index.ids + 1) * sizeof(sh_strip);
    bool coded = backend == &sh_backend_coded, disk = coded || backend == &sh_backend_disk;
    uint64_t bits = index.canonical * index.columns / 8; // bytes of a plane
    if (disk && !options->scratch)
        return sh_fail(error, SH_RESOURCES, "the disk backend needs --scratch DIR");
    *plan = (sh_plan){
        .backend = backend,
        .states = index.canonical * index.columns,
        .table = (index.canonical * index.columns + 3) / 4,
        .memory = disk ? threads * block : table + mail,
        .workspace = sh_duel_index_bytes(&index) +
                     threads * (sh_duel_news_bytes(&index) + 3 * strips + (disk ? 5 : 3) * block) +
                     4 * strips + index.blocks * sh_squeezed_starts(&index) * sizeof(uint32_t) +
                     (disk ? 2 * index.blocks * SH_EXTENT_BYTES : 0) +
                     2 * index.blocks * index.blocks * sizeof(sh_letter),
        .disk = disk ? (coded ? table - 2 * bits + bits * 5 / 4 : table) + mail : 0,
        .seconds =
            (coded ? 1.25 : 1) * 5e-9 * sh_duel_lanes(&index) * index.pieces / (double)threads,
    };
    return SH_OK;
}

static sh_status plan_cluster(const sh_game *game, const sh_solve_options *options, sh_plan *plan,
                              sh_error *error) {
    sh_duel_index index;
    sh_status status = sh_duel_index_measure(&index, game, error);
    if (status) return status;
    sh_status planned = plan_squeezed(&sh_backend_cluster, game, options, plan, error);
    if (planned) return planned;
    uint64_t ranks = (uint64_t)(options->crew ? options->crew->ranks : options->ranks);
    if (!ranks) ranks = 1;
    uint64_t most = (index.blocks + ranks - 1) / ranks; // blocks of a rank
    uint64_t block = words_of(&index) * sizeof(uint64_t);
    uint64_t starts = sh_squeezed_starts(&index) * sizeof(uint32_t);
    plan->ranks = options->crew || options->ranks ? (int)ranks : 0;
    plan->here = options->crew ? options->crew->here : 0;
    plan->network = (uint64_t)(MAIL_BITS / 8 * (double)plan->states) / ranks * (ranks - 1) / ranks;
    plan->memory = most * block * (uint64_t)(planes_of(options->metric) + 1) + most * block / ranks;
    plan->workspace -= (index.blocks - most) * starts;
    uint64_t chunks = most * block < SH_PARCELS_BYTES ? most * block : SH_PARCELS_BYTES;
    plan->workspace += 2 * chunks + index.blocks * 2 * sizeof(sh_letter_box);
    plan->seconds /= (double)ranks;
    return SH_OK;
}

static sh_status plan_memory(const sh_game *game, const sh_solve_options *options, sh_plan *plan,
                             sh_error *error) {
    return plan_squeezed(&sh_backend_compact, game, options, plan, error);
}

static sh_status plan_coded(const sh_game *game, const sh_solve_options *options, sh_plan *plan,
                            sh_error *error) {
    return plan_squeezed(&sh_backend_coded, game, options, plan, error);
}

static sh_status plan_disk(const sh_game *game, const sh_solve_options *options, sh_plan *plan,
                           sh_error *error) {
    return plan_squeezed(&sh_backend_disk, game, options, plan, error);
}

static void close_worker(const sh_squeezed *squeezed, sh_squeezed_worker *worker) {
    size_t strips = (squeezed->index.ids + 1) * sizeof(sh_strip);
    sh_memory_unmap(worker->targets, strips);
    sh_memory_unmap(worker->unknown, strips);
    free(worker->dirty);
    free(worker->alive);
    free(worker->stream);
    for (uint64_t b = 0; worker->outbox && b < squeezed->index.blocks; b++)
        free(worker->outbox[b].bytes);
    free(worker->outbox);
    sh_duel_news_close(&worker->news);
}

static void close_squeezed(void *state) {
    sh_squeezed *squeezed = state;
    for (int t = 0; squeezed->workers && t < sh_pool_threads(squeezed->pool); t++)
        close_worker(squeezed, &squeezed->workers[t]);
    free(squeezed->workers);
    if (squeezed->store) squeezed->kind->close(squeezed->store);
    free(squeezed->starts);
    sh_duel_index_close(&squeezed->index);
    free(squeezed);
}

static sh_status open_worker(const sh_squeezed *squeezed, sh_squeezed_worker *worker,
                             sh_error *error) {
    const sh_duel_index *index = &squeezed->index;
    size_t strips = (index->ids + 1) * sizeof(sh_strip), bits = index->ids / 64;
    worker->targets = sh_memory_map(strips);
    worker->unknown = sh_memory_map(strips);
    worker->dirty = calloc(bits, sizeof *worker->dirty);
    worker->alive = calloc(bits, sizeof *worker->alive);
    worker->stream = calloc(squeezed->block_words, sizeof *worker->stream);
    worker->outbox = calloc(index->blocks, sizeof *worker->outbox);
    if (!worker->targets || !worker->unknown || !worker->dirty || !worker->alive ||
        !worker->stream || !worker->outbox)
        return sh_fail(error, SH_RESOURCES, "no memory for the workspace of a thread");
    sh_status status = sh_duel_news_open(&worker->news, index, squeezed->kernels->level, error);
    if (status) return status;
    memset(worker->targets, 0, strips);
    memset(worker->unknown, 0, strips);
    memset(worker->news.found, 0, strips);
    return SH_OK;
}

static sh_status open_squeezed(const sh_store_kind *kind, void **state, const sh_game *game,
                               const sh_solve_options *options, sh_pool *pool, sh_error *error) {
    sh_squeezed *squeezed = calloc(1, sizeof *squeezed);
    if (!squeezed) return sh_fail(error, SH_RESOURCES, "out of memory");
    squeezed->pool = pool;
    squeezed->crew = options->crew;
    squeezed->kind = kind;
    squeezed->metric = options->metric;
    squeezed->kernels = sh_duel_kernels_get(options->level);
    sh_initial_rules_make(&squeezed->rules, game);
    int threads = sh_pool_threads(pool);
    sh_status status = sh_duel_index_open(&squeezed->index, game, error);
    if (!status) {
        squeezed->block_words = words_of(&squeezed->index);
        squeezed->workers = calloc((size_t)threads, sizeof *squeezed->workers);
        if (!squeezed->workers) status = sh_fail(error, SH_RESOURCES, "out of memory");
    }
    for (int t = 0; !status && t < threads; t++)
        status = open_worker(squeezed, &squeezed->workers[t], error);
    sh_store_needs needs = {.folder = options->scratch,
                            .crew = options->crew,
                            .planes = planes_of(options->metric),
                            .blocks = squeezed->index.blocks,
                            .words = squeezed->block_words};
    if (!status) status = kind->open(&squeezed->store, &needs, error);
    if (status) {
        close_squeezed(squeezed);
        return status;
    }
    *state = squeezed;
    return SH_OK;
}

static sh_status open_memory(void **state, const sh_game *game, const sh_solve_options *options,
                             sh_pool *pool, sh_error *error) {
    return open_squeezed(&sh_store_in_memory, state, game, options, pool, error);
}

static sh_status open_cluster(void **state, const sh_game *game, const sh_solve_options *options,
                              sh_pool *pool, sh_error *error) {
    sh_status status = open_squeezed(&sh_store_in_memory, state, game, options, pool, error);
    if (!status) ((sh_squeezed *)*state)->by_mover = true;
    return status;
}

static sh_status open_disk(void **state, const sh_game *game, const sh_solve_options *options,
                           sh_pool *pool, sh_error *error) {
    return open_squeezed(&sh_store_on_disk, state, game, options, pool, error);
}

static sh_status open_coded(void **state, const sh_game *game, const sh_solve_options *options,
                            sh_pool *pool, sh_error *error) {
    return open_squeezed(&sh_store_coded, state, game, options, pool, error);
}

static uint64_t scratch_used(const void *state) {
    const sh_squeezed *squeezed = state;
    sh_store_traffic traffic;
    squeezed->kind->traffic(squeezed->store, &traffic);
    return traffic.most;
}

// What the backends have in common: all but the store.
#define SQUEEZED                                                                                   \
    .exact_rounds = true, .close = close_squeezed, .begin = sh_squeezed_begin,                     \
    .round = sh_squeezed_round, .finish = sh_squeezed_finish, .rows = sh_squeezed_rows,            \
    .value = sh_squeezed_value, .zugzwang = sh_squeezed_zugzwang
#define PAIRS .layout = SH_LAYOUT_PAIRS, .save = sh_squeezed_save, .load = sh_squeezed_load

const sh_backend sh_backend_compact = {.name = "compact",
                                       .about = "bit-sliced rounds, two bits a state in memory",
                                       .plan = plan_memory,
                                       .open = open_memory,
                                       PAIRS,
                                       SQUEEZED};

const sh_backend sh_backend_cluster = {
    .name = "cluster",
    .about = "bit-sliced rounds, two bits a state in the memory of all ranks",
    .plan = plan_cluster,
    .open = open_cluster,
    .by_mover = true,
    .layout = SH_LAYOUT_BLOCKS,
    .save = sh_block_file_save,
    .load = sh_block_file_load,
    .serve = sh_squeezed_serve,
    SQUEEZED};

const sh_backend sh_backend_disk = {.name = "disk",
                                    .about = "bit-sliced rounds, two bits a state on disk",
                                    .plan = plan_disk,
                                    .open = open_disk,
                                    .scratch = scratch_used,
                                    PAIRS,
                                    SQUEEZED};

const sh_backend sh_backend_coded = {.name = "coded",
                                     .about = "bit-sliced rounds, compressed planes on disk",
                                     .plan = plan_coded,
                                     .open = open_coded,
                                     .scratch = scratch_used,
                                     PAIRS,
                                     SQUEEZED};
