// SPDX-License-Identifier: MIT
// Memory of the fast backend, and its table of functions: the rounds are in fast_rounds.c,
// checkpoints in fast_state.c, values in fast_values.c.
#include "solve/duel/fast/fast.h"

#include <stdlib.h> // calloc

#include "base/memory.h"

static size_t plane_bytes(const sh_fast *fast) {
    return fast->index.blocks * fast->stride * sizeof(sh_strip);
}

static size_t bitmap_bytes(const sh_fast *fast) {
    return fast->index.blocks * fast->bit_words * sizeof(uint64_t);
}

static sh_status plan(const sh_game *game, const sh_solve_options *options, sh_plan *plan,
                      sh_error *error) {
    sh_duel_index index;
    sh_status status = sh_duel_index_measure(&index, game, error);
    if (status) return status;
    uint64_t plane = index.blocks * (index.ids + 1) * sizeof(sh_strip);
    int threads = options->threads ? options->threads : sh_cpu_count();
    int planes = options->metric == SH_DTW ? 3 + SH_DISTANCE_PLANES : 3;
    uint64_t each = sh_duel_news_bytes(&index); // of a thread; rows are read with N as rows
    if (options->writing)
        each +=
            index.ids * sizeof(sh_strip) + sh_block_values_bytes(&index, options->metric == SH_DTW);
    *plan = (sh_plan){
        .backend = &sh_backend_fast,
        .states = index.canonical * index.columns,
        .table = (index.canonical * index.columns + 3) / 4,
        .memory = plane * (uint64_t)planes + index.blocks * index.ids * 3 / 8,
        .workspace = sh_duel_index_bytes(&index) + each * (uint64_t)threads,
        .seconds = 1.2e-9 * sh_duel_lanes(&index) * index.pieces / threads,
    };
    return SH_OK;
}

static void close_fast(void *state) {
    sh_fast *fast = state;
    sh_memory_unmap(fast->not_won, plane_bytes(fast));
    sh_memory_unmap(fast->fresh, plane_bytes(fast));
    sh_memory_unmap(fast->unknown, plane_bytes(fast));
    for (int j = 0; j < SH_DISTANCE_PLANES; j++)
        sh_memory_unmap(fast->distance[j], plane_bytes(fast));
    sh_memory_unmap(fast->not_won_dirty, bitmap_bytes(fast));
    sh_memory_unmap(fast->fresh_dirty, bitmap_bytes(fast));
    sh_memory_unmap(fast->alive, bitmap_bytes(fast));
    for (int t = 0; fast->workers && t < sh_pool_threads(fast->pool); t++)
        sh_duel_news_close(&fast->workers[t].news);
    free(fast->workers);
    sh_duel_index_close(&fast->index);
    free(fast);
}

static sh_status allocate(sh_fast *fast, sh_error *error) {
    int threads = sh_pool_threads(fast->pool);
    fast->stride = fast->index.ids + 1;
    fast->bit_words = fast->index.ids / 64;
    fast->not_won = sh_memory_map(plane_bytes(fast));
    fast->fresh = sh_memory_map(plane_bytes(fast));
    fast->unknown = sh_memory_map(plane_bytes(fast));
    fast->not_won_dirty = sh_memory_map(bitmap_bytes(fast));
    fast->fresh_dirty = sh_memory_map(bitmap_bytes(fast));
    fast->alive = sh_memory_map(bitmap_bytes(fast));
    fast->workers = calloc((size_t)threads, sizeof *fast->workers);
    if (!fast->not_won || !fast->fresh || !fast->unknown || !fast->not_won_dirty ||
        !fast->fresh_dirty || !fast->alive || !fast->workers)
        return sh_fail(error, SH_RESOURCES, "no memory for three planes of %zu bytes",
                       plane_bytes(fast));
    for (int t = 0; t < threads; t++) {
        sh_status status =
            sh_duel_news_open(&fast->workers[t].news, &fast->index, NULL, fast->level, error);
        if (status) return status;
    }
    sh_memory_touch(fast->pool, fast->not_won, plane_bytes(fast));
    sh_memory_touch(fast->pool, fast->fresh, plane_bytes(fast));
    sh_memory_touch(fast->pool, fast->unknown, plane_bytes(fast));
    return SH_OK;
}

static sh_status open_fast(void **state, const sh_game *game, const sh_solve_options *options,
                           sh_pool *pool, sh_error *error) {
    sh_fast *fast = calloc(1, sizeof *fast);
    if (!fast) return sh_fail(error, SH_RESOURCES, "out of memory");
    fast->pool = pool;
    fast->patience = options->patience;
    fast->level = options->level;
    fast->metric = options->metric;
    sh_initial_rules_make(&fast->rules, game);
    sh_status status = sh_duel_index_open(&fast->index, game, error);
    if (!status) status = allocate(fast, error);
    if (status) {
        close_fast(fast);
        return status;
    }
    *state = fast;
    return SH_OK;
}

sh_status sh_fast_add_plane(sh_fast *fast, int plane, sh_error *error) {
    if (plane >= SH_DISTANCE_PLANES)
        return sh_fail(error, SH_RESOURCES, "a win takes more than %d plies",
                       (2 << SH_DISTANCE_PLANES) - 1);
    fast->distance[plane] = sh_memory_map(plane_bytes(fast));
    return fast->distance[plane]
               ? SH_OK
               : sh_fail(error, SH_RESOURCES, "no memory for another plane of distances");
}

const sh_backend sh_backend_fast = {
    .name = "fast",
    .about = "bit-sliced rounds, three planes in memory",
    .exact_rounds = true,
    .plan = plan,
    .open = open_fast,
    .close = close_fast,
    .begin = sh_fast_begin,
    .round = sh_fast_round,
    .layout = SH_LAYOUT_PAIRS,
    .save = sh_fast_save,
    .load = sh_fast_load,
    .rows = sh_fast_rows,
    .value = sh_fast_value,
    .zugzwang = sh_fast_zugzwang,
};
