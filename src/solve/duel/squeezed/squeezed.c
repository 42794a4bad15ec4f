// SPDX-License-Identifier: MIT
// Memory of the backends with two bits a state, and their tables of functions: the rounds are in
// squeezed_rounds.c, messages between blocks in squeezed_mail.c, checkpoints in
// squeezed_save.c and block_file.c, values in squeezed_state.c.
#include "solve/duel/squeezed/squeezed.h"

#include <stdlib.h> // calloc
#include <string.h> // memset

#include "base/memory.h"
#include "solve/duel/squeezed/block_file.h"
#include "solve/duel/squeezed/coded.h"
#include "solve/duel/squeezed/extents.h"
#include "solve/duel/squeezed/kept_pieces.h"
#include "solve/duel/squeezed/parcels.h"

static const double MAIL_BITS = 6.0; // a state over the whole solve (docs/performance.md)
enum {
    THREAD_BYTES = 1 << 20, // of a thread: its stack, a message, what zstd needs
    CREW_BYTES = 16 << 20   // of a rank: Open MPI, and what it shares with others
};

// Words of a block, and those that reading looks ahead.
static uint64_t words_of(const sh_duel_index *index) {
    return (SH_LANES * index->columns + 63) / 64 + SH_STREAM_AHEAD;
}

static int planes_of(sh_metric metric) {
    return SH_PLANE_DISTANCE + (metric == SH_DTW ? SH_DISTANCE_PLANES : 0);
}

// Where a backend keeps its planes.
typedef struct sh_squeezed_place {
    bool disk, coded;
} sh_squeezed_place;

// Bits a state, by the size of the board, as they were measured with some to spare (docs/seven.md):
// both planes compressed, and the messages of a round, or of the end, when whole planes are sent.
// The larger the board, the more neighbours are alike; the number of pieces matters little.
typedef struct sh_coded_bits {
    double planes, mail;
} sh_coded_bits;

static sh_coded_bits coded_bits(const sh_duel_index *index, sh_metric metric) {
    static const sh_coded_bits BY_SIZE[] = {[5] = {1.20, 0.74}, {0.86, 0.62}, {0.66, 0.50}};
    static const sh_coded_bits SMALL = {1.20, 0.90};
    sh_coded_bits bits = index->size < 5 ? SMALL : BY_SIZE[index->size];
    if (metric == SH_DTW) bits.mail = SMALL.mail; // whole planes of distances
    return bits;
}

// Workspaces take at most this much; threads share them where one for each would take more.
static const uint64_t SHARED_BYTES = 24000000000;

// What a worker takes: its strips and news, a stream, and what comes after the solve: U of the
// other turn, or the planes of distances. Blocks that are borrowed are counted apart.
static uint64_t worker_bytes(const sh_duel_index *index, const sh_solve_options *options) {
    uint64_t strips = index->ids * sizeof(sh_strip), after = strips;
    if (options->writing && options->metric == SH_DTW) after = SH_DISTANCE_PLANES * strips;
    return sh_duel_news_bytes(index) + 2 * (strips + sizeof(sh_strip)) + index->ids / 4 + after +
           words_of(index) * sizeof(uint64_t);
}

// A block that a worker has borrowed, and one on its way to or from the disk if it is compressed.
static uint64_t borrowed_bytes(const sh_duel_index *index, sh_squeezed_place place) {
    if (!place.disk && !place.coded) return 0;
    uint64_t words = words_of(index);
    return place.disk && place.coded ? 2 * sh_coded_room(words) : words * sizeof(uint64_t);
}

// How many workspaces there is room for besides `fixed` bytes, at most one a thread.
static uint64_t count_workers(const sh_solve_options *options, uint64_t threads, uint64_t each,
                              uint64_t fixed) {
    uint64_t room = SHARED_BYTES, there = sh_memory_available();
    if (options->workers)
        return (uint64_t)options->workers < threads ? (uint64_t)options->workers : threads;
    if (options->crew) there /= (uint64_t)options->crew->here;
    there -= there / 16; // others take some before it is ours
    there = there > fixed ? there - fixed : 0;
    if ((options->crew || !options->ranks) && there < room) room = there;
    uint64_t count = room / each;
    return count < 1 ? 1 : count < threads ? count : threads;
}

// How much longer compressed planes take: 1.5 to 1.7 times, from disk and in memory.
static double slowness(sh_squeezed_place place) { return place.coded ? 1.5 : 1; }

static sh_status plan_squeezed(const sh_backend *backend, sh_squeezed_place place,
                               const sh_game *game, const sh_solve_options *options, sh_plan *plan,
                               sh_error *error) {
    sh_duel_index index;
    sh_status status = sh_duel_index_measure(&index, game, error);
    if (status) return status;
    if (place.disk && !options->scratch)
        return sh_fail(error, SH_RESOURCES, "the disk backend needs --scratch DIR");
    bool cluster = options->crew || options->ranks;
    uint64_t ranks = options->crew    ? (uint64_t)options->crew->ranks
                     : options->ranks ? (uint64_t)options->ranks
                                      : 1;
    uint64_t most = (index.blocks + ranks - 1) / ranks; // blocks of a rank
    uint64_t threads = (uint64_t)(options->threads ? options->threads : sh_cpu_count());
    uint64_t block = words_of(&index) * sizeof(uint64_t);
    uint64_t planes = most * block * (uint64_t)planes_of(options->metric);
    sh_coded_bits bits = coded_bits(&index, options->metric);
    uint64_t mail = (uint64_t)(bits.mail * (double)(most * block));
    if (place.coded) planes -= (uint64_t)((double)(most * block) * (2 - bits.planes));
    uint64_t letters = (cluster ? 2 : 1) * most * index.blocks * sizeof(sh_letter) * 3 / 2;
    uint64_t fixed = sh_duel_index_bytes(&index) + letters +
                     most * sh_squeezed_starts(&index) * sizeof(uint32_t) + threads * THREAD_BYTES;
    if (place.disk) fixed += 2 * index.blocks * SH_EXTENT_BYTES;
    if (place.coded) fixed += SH_KEPT_PIECES * SH_CODED_WORDS * sizeof(uint64_t);
    if (cluster) { // what is sent lies in chunks as it leaves and as it arrives
        uint64_t chunks = mail / ranks * (ranks - 1);
        if (chunks > SH_PARCELS_BYTES) chunks = SH_PARCELS_BYTES;
        fixed += CREW_BYTES + 2 * chunks + index.blocks * 2 * sizeof(sh_letter_box);
    }
    uint64_t each = worker_bytes(&index, options), borrowed = borrowed_bytes(&index, place);
    uint64_t workers =
        count_workers(options, threads, each + borrowed, fixed + (place.disk ? 0 : planes + mail));
    if (place.disk && options->memory && workers > options->memory / borrowed)
        workers = options->memory < borrowed ? 1 : options->memory / borrowed;
    if (workers < threads) fixed += index.subsets * sizeof(uint32_t); // their order
    if (!place.disk) each += borrowed;
    *plan = (sh_plan){
        .backend = backend,
        .states = index.canonical * index.columns,
        .table = (index.canonical * index.columns + 3) / 4,
        .memory = place.disk ? workers * borrowed : planes + mail,
        .workspace = fixed + workers * each,
        .disk = place.disk ? planes + mail : 0,
        .workers = (int)workers,
        .seconds = slowness(place) * 5e-9 * sh_duel_lanes(&index) * index.pieces /
                   (double)(threads * ranks),
    };
    if (!cluster) return SH_OK;
    plan->ranks = (int)ranks;
    plan->here = options->crew ? options->crew->here : 0;
    plan->network = (uint64_t)(MAIL_BITS / 8 * (double)plan->states) / ranks * (ranks - 1) / ranks;
    return SH_OK;
}

static sh_status plan_cluster(const sh_game *game, const sh_solve_options *options, sh_plan *plan,
                              sh_error *error) {
    return plan_squeezed(&sh_backend_cluster, (sh_squeezed_place){false, false}, game, options,
                         plan, error);
}

static sh_status plan_cluster_coded(const sh_game *game, const sh_solve_options *options,
                                    sh_plan *plan, sh_error *error) {
    return plan_squeezed(&sh_backend_cluster_coded, (sh_squeezed_place){.coded = true}, game,
                         options, plan, error);
}

static sh_status plan_memory(const sh_game *game, const sh_solve_options *options, sh_plan *plan,
                             sh_error *error) {
    return plan_squeezed(&sh_backend_compact, (sh_squeezed_place){false, false}, game, options,
                         plan, error);
}

static sh_status plan_coded(const sh_game *game, const sh_solve_options *options, sh_plan *plan,
                            sh_error *error) {
    sh_squeezed_place place = {.disk = options->scratch != NULL, .coded = true};
    return plan_squeezed(&sh_backend_coded, place, game, options, plan, error);
}

static sh_status plan_disk(const sh_game *game, const sh_solve_options *options, sh_plan *plan,
                           sh_error *error) {
    return plan_squeezed(&sh_backend_disk, (sh_squeezed_place){.disk = true}, game, options, plan,
                         error);
}

static void close_worker(const sh_squeezed *squeezed, sh_squeezed_worker *worker) {
    size_t strips = sh_duel_strips(&squeezed->index, worker->team) * sizeof(sh_strip);
    sh_memory_unmap(worker->targets, strips);
    sh_memory_unmap(worker->unknown, strips);
    free(worker->dirty);
    free(worker->alive);
    free(worker->stream);
    for (int t = 0; worker->outbox && t < sh_pool_threads(worker->team); t++)
        free(worker->outbox[t].bytes);
    free(worker->outbox);
    sh_duel_news_close(&worker->news);
    sh_pool_close(worker->team);
}

static void close_squeezed(void *state) {
    sh_squeezed *squeezed = state;
    for (int t = 0; squeezed->workers && t < sh_pool_threads(squeezed->pool); t++)
        close_worker(squeezed, &squeezed->workers[t]);
    free(squeezed->workers);
    sh_pool_close(squeezed->own_pool);
    sh_duel_classes_close(&squeezed->classes);
    pthread_mutex_destroy(&squeezed->mutex);
    pthread_cond_destroy(&squeezed->given_back);
    sh_coder_close(&squeezed->coder);
    if (squeezed->store) squeezed->kind->close(squeezed->store);
    free(squeezed->starts);
    free(squeezed->gathered);
    sh_duel_index_close(&squeezed->index);
    free(squeezed);
}

static sh_status open_worker(const sh_squeezed *squeezed, sh_squeezed_worker *worker, int threads,
                             sh_error *error) {
    const sh_duel_index *index = &squeezed->index;
    if (threads > 1) {
        sh_status status = sh_pool_open(&worker->team, threads, error);
        if (status) return status;
    }
    size_t strips = sh_duel_strips(index, worker->team) * sizeof(sh_strip), bits = index->ids / 64;
    worker->targets = sh_memory_map(strips);
    worker->unknown = sh_memory_map(strips);
    worker->dirty = calloc(bits, sizeof *worker->dirty);
    worker->alive = calloc(bits, sizeof *worker->alive);
    worker->stream = calloc(squeezed->block_words, sizeof *worker->stream);
    worker->outbox = calloc((size_t)threads, sizeof *worker->outbox);
    if (!worker->targets || !worker->unknown || !worker->dirty || !worker->alive ||
        !worker->stream || !worker->outbox)
        return sh_fail(error, SH_RESOURCES, "no memory for the workspace of a thread");
    sh_status status =
        sh_duel_news_open(&worker->news, index, worker->team, squeezed->kernels->level, error);
    if (status) return status;
    worker->news.classes = &squeezed->classes;
    memset(worker->targets, 0, strips);
    memset(worker->unknown, 0, strips);
    memset(worker->news.found, 0, strips);
    return SH_OK;
}

// A worker for each thread of the pool, or fewer that have the threads among them.
static sh_status open_workers(sh_squeezed *squeezed, sh_pool *pool, int workers, sh_error *error) {
    int threads = sh_pool_threads(pool);
    if (workers < 1 || workers > threads) workers = threads;
    squeezed->pool = pool;
    sh_status status = SH_OK;
    if (workers < threads) {
        status = sh_pool_open(&squeezed->own_pool, workers, error);
        if (!status) status = sh_duel_classes_open(&squeezed->classes, &squeezed->index, error);
        if (status) return status;
        squeezed->pool = squeezed->own_pool;
    }
    squeezed->workers = calloc((size_t)workers, sizeof *squeezed->workers);
    if (!squeezed->workers) return sh_fail(error, SH_RESOURCES, "out of memory");
    for (int w = 0; !status && w < workers; w++) {
        int team = threads / workers + (w < threads % workers);
        status = open_worker(squeezed, &squeezed->workers[w], team, error);
    }
    return status;
}

// Places in the streams are needed for values, and during the solve where threads share blocks.
static sh_status open_starts(sh_squeezed *squeezed, sh_pool *pool, sh_error *error) {
    uint64_t starts = sh_squeezed_blocks(squeezed) * sh_squeezed_starts(&squeezed->index);
    squeezed->starts = calloc(starts + 1, sizeof *squeezed->starts);
    if (!squeezed->starts)
        return sh_fail(error, SH_RESOURCES, "no memory for places in the blocks");
    if (squeezed->own_pool) sh_squeezed_measure(squeezed, pool);
    return SH_OK;
}

static sh_status open_squeezed(sh_squeezed_place place, void **state, const sh_game *game,
                               const sh_solve_options *options, sh_pool *pool, sh_error *error) {
    sh_squeezed *squeezed = calloc(1, sizeof *squeezed);
    if (!squeezed) return sh_fail(error, SH_RESOURCES, "out of memory");
    squeezed->crew = options->crew;
    squeezed->patience = options->patience;
    squeezed->kind = place.disk ? &sh_store_on_disk : &sh_store_in_memory;
    squeezed->metric = options->metric;
    squeezed->by_mover = options->crew || options->writing;
    squeezed->kernels = sh_duel_kernels_get(options->level);
    pthread_mutex_init(&squeezed->mutex, NULL);
    pthread_cond_init(&squeezed->given_back, NULL);
    sh_coder_open(&squeezed->coder);
    sh_initial_rules_make(&squeezed->rules, game);
    squeezed->gathered = calloc(sh_squeezed_gathered(options->crew), sizeof(uint64_t));
    sh_status status = sh_duel_index_open(&squeezed->index, game, error);
    if (!status && !squeezed->gathered) status = sh_fail(error, SH_RESOURCES, "out of memory");
    if (!status) {
        squeezed->block_words = words_of(&squeezed->index);
        status = open_workers(squeezed, pool, options->workers, error);
    }
    sh_store_needs needs = {.folder = options->scratch,
                            .crew = options->crew,
                            .coded = place.coded,
                            .planes = planes_of(options->metric),
                            .blocks = squeezed->index.blocks,
                            .words = squeezed->block_words};
    if (!status) status = squeezed->kind->open(&squeezed->store, &needs, error);
    if (!status) status = open_starts(squeezed, pool, error);
    if (status) {
        close_squeezed(squeezed);
        return status;
    }
    *state = squeezed;
    return SH_OK;
}

static sh_status open_memory(void **state, const sh_game *game, const sh_solve_options *options,
                             sh_pool *pool, sh_error *error) {
    return open_squeezed((sh_squeezed_place){false, false}, state, game, options, pool, error);
}

static sh_status open_disk(void **state, const sh_game *game, const sh_solve_options *options,
                           sh_pool *pool, sh_error *error) {
    return open_squeezed((sh_squeezed_place){.disk = true}, state, game, options, pool, error);
}

static sh_status open_coded(void **state, const sh_game *game, const sh_solve_options *options,
                            sh_pool *pool, sh_error *error) {
    sh_squeezed_place place = {.disk = options->scratch != NULL, .coded = true};
    return open_squeezed(place, state, game, options, pool, error);
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
    .round = sh_squeezed_round, .finish = sh_squeezed_finish, .movers = sh_squeezed_movers,        \
    .value = sh_squeezed_value, .zugzwang = sh_squeezed_zugzwang
#define PAIRS                                                                                      \
    .layout = SH_LAYOUT_PAIRS, .save = sh_squeezed_save, .load = sh_squeezed_load,                 \
    .rows = sh_squeezed_rows

const sh_backend sh_backend_compact = {.name = "compact",
                                       .about = "bit-sliced rounds, two bits a state in memory",
                                       .plan = plan_memory,
                                       .open = open_memory,
                                       PAIRS,
                                       SQUEEZED};

#define CREW                                                                                       \
    .layout = SH_LAYOUT_BLOCKS, .save = sh_block_file_save, .load = sh_block_file_load,            \
    .probe = sh_squeezed_probe, .serve = sh_squeezed_serve

const sh_backend sh_backend_cluster = {
    .name = "cluster",
    .about = "bit-sliced rounds, two bits a state in the memory of all ranks",
    .plan = plan_cluster,
    .open = open_memory,
    CREW,
    SQUEEZED};

const sh_backend sh_backend_cluster_coded = {
    .name = "cluster-coded",
    .about = "bit-sliced rounds, compressed planes in the memory of all ranks",
    .plan = plan_cluster_coded,
    .open = open_coded,
    CREW,
    SQUEEZED};

const sh_backend sh_backend_disk = {.name = "disk",
                                    .about = "bit-sliced rounds, two bits a state on disk",
                                    .plan = plan_disk,
                                    .open = open_disk,
                                    .scratch = scratch_used,
                                    PAIRS,
                                    SQUEEZED};

const sh_backend sh_backend_coded = {
    .name = "coded",
    .about = "bit-sliced rounds, compressed planes in memory or on disk",
    .plan = plan_coded,
    .open = open_coded,
    .scratch = scratch_used,
    PAIRS,
    SQUEEZED};
