// SPDX-License-Identifier: MIT
#include "solve/duel/fast.h"

#include <assert.h> // assert
#include <stdlib.h> // calloc
#include <string.h> // memset

#include "base/memory.h"
#include "solve/duel/fast_state.h"

typedef struct sh_fast_worker {
    sh_duel_news news;
    sh_round sum;
} sh_fast_worker;

#define EACH_WORD for (int i = 0; i < SH_LINE_WORDS; i++)

static size_t plane_bytes(const sh_fast *fast) {
    return fast->index.blocks * fast->stride * sizeof(sh_line);
}

static size_t bitmap_bytes(const sh_fast *fast) {
    return fast->index.blocks * fast->bit_words * sizeof(uint64_t);
}

static sh_status plan(const sh_game *game, const sh_solve_options *options, sh_plan *plan,
                      sh_error *error) {
    sh_duel_index index;
    sh_status status = sh_duel_index_measure(&index, game, error);
    if (status) return status;
    uint64_t plane = index.blocks * (index.ids + 1) * sizeof(sh_line);
    int threads = options->threads ? options->threads : sh_cpu_count();
    int planes = options->metric == SH_DTW ? 3 + SH_DISTANCE_PLANES : 3;
    *plan = (sh_plan){
        .backend = &sh_backend_fast,
        .states = index.canonical * index.columns,
        .table = (index.canonical * index.columns + 3) / 4,
        .memory = plane * (uint64_t)planes + index.blocks * index.ids * 3 / 8 +
                  sh_duel_index_bytes(&index) + sh_duel_news_bytes(&index) * (uint64_t)threads,
        .nanoseconds = 5,
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
    fast->workers = aligned_alloc(64, (size_t)threads * sizeof *fast->workers);
    if (fast->workers) memset(fast->workers, 0, (size_t)threads * sizeof *fast->workers);
    if (!fast->not_won || !fast->fresh || !fast->unknown || !fast->not_won_dirty ||
        !fast->fresh_dirty || !fast->alive || !fast->workers)
        return sh_fail(error, SH_RESOURCES, "no memory for three planes of %zu bytes",
                       plane_bytes(fast));
    for (int t = 0; t < threads; t++) {
        sh_status status =
            sh_duel_news_open(&fast->workers[t].news, &fast->index, fast->level, error);
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

static sh_duel_block view(sh_fast *fast, uint64_t block, const sh_line *targets,
                          const uint64_t *dirty) {
    return (sh_duel_block){.number = block,
                           .targets = targets + block * fast->stride,
                           .dirty = dirty ? dirty + block * fast->bit_words : NULL,
                           .unknown = fast->unknown + block * fast->stride,
                           .alive = fast->alive + block * fast->bit_words};
}

// Carries the news of one group of 512 ids to the block that waits for them: wins are cleared in N,
// losses set in X.
static void send_tile(sh_fast *fast, const sh_duel_news *news, uint64_t block, uint64_t group,
                      bool wins) {
    sh_duel_tile tile = sh_duel_opposite(&fast->index, block, group);
    sh_line *plane = wins ? fast->not_won : fast->fresh;
    uint64_t *dirty = wins ? fast->not_won_dirty : fast->fresh_dirty;
    news->kernels->carry(news->open + group * SH_LANES, news->changed + group * SH_LINE_WORDS,
                         plane + tile.block * fast->stride + tile.first,
                         dirty + tile.block * fast->bit_words + tile.first / 64, wins);
}

// Bit j of half the round's number goes into plane j, for the states it proved.
static void add_distances(sh_fast *fast, const sh_duel_news *news, uint64_t block) {
    for (int j = 0; j < SH_DISTANCE_PLANES; j++) {
        if (!(fast->round >> (j + 1) & 1)) continue;
        sh_line *plane = fast->distance[j] + block * fast->stride;
        for (uint64_t w = 0; w < fast->bit_words; w++)
            for (uint64_t left = news->changed[w]; left; left &= left - 1) {
                uint64_t id = w * 64 + (uint64_t)__builtin_ctzll(left);
                EACH_WORD plane[id].w[i] |= news->open[id].w[i];
            }
    }
}

static void finish_block(sh_fast *fast, sh_fast_worker *worker, uint64_t block, bool wins) {
    if (fast->metric == SH_DTW) add_distances(fast, &worker->news, block);
    uint64_t groups = fast->index.ids / SH_LANES;
    for (uint64_t group = 0; group < groups; group++) {
        uint64_t any = 0;
        EACH_WORD any |= worker->news.changed[group * SH_LINE_WORDS + (uint64_t)i];
        if (any) send_tile(fast, &worker->news, block, group, wins);
    }
    worker->sum.states += worker->news.states;
    worker->sum.positions += worker->news.positions;
    worker->news.kernels->clear(&worker->news);
}

static void wins_task(void *context, size_t block, int worker) {
    sh_fast *fast = context;
    sh_duel_block view_ = view(fast, block, fast->fresh, fast->fresh_dirty);
    fast->workers[worker].news.kernels->wins(&fast->workers[worker].news, &view_);
    finish_block(fast, &fast->workers[worker], block, true);
    uint64_t *dirty = fast->fresh_dirty + block * fast->bit_words;
    sh_line *inbox = fast->fresh + block * fast->stride;
    for (uint64_t w = 0; w < fast->bit_words; w++, dirty++) {
        for (; *dirty; *dirty &= *dirty - 1)
            memset(&inbox[w * 64 + (uint64_t)__builtin_ctzll(*dirty)], 0, sizeof *inbox);
    }
}

static void losses_task(void *context, size_t block, int worker) {
    sh_fast *fast = context;
    const uint64_t *dirty = fast->ask_all ? NULL : fast->not_won_dirty;
    sh_duel_block view_ = view(fast, block, fast->not_won, dirty);
    fast->workers[worker].news.kernels->losses(&fast->workers[worker].news, &view_);
    finish_block(fast, &fast->workers[worker], block, false);
    memset(fast->not_won_dirty + block * fast->bit_words, 0, fast->bit_words * sizeof(uint64_t));
}

// The planes of one block as the rules give them.
static void initial_task(void *context, size_t number, int worker) {
    sh_fast *fast = context;
    const sh_duel_index *index = &fast->index;
    sh_round *sum = &fast->workers[worker].sum;
    sh_initial_block block;
    sh_initial_block_make(&block, &fast->rules, index, number);
    uint64_t base = number * fast->stride, bits = number * fast->bit_words;
    for (uint64_t id = 0; id < index->ids; id++) {
        if (!index->set[id]) continue;
        sh_initial_lines lines;
        sh_initial_verdict(&block, index->set[id], &lines);
        fast->unknown[base + id] = lines.row_open;
        EACH_WORD fast->not_won[base + id].w[i] = lines.column_open.w[i] | lines.column_lost.w[i];
        fast->fresh[base + id] = lines.column_lost;
        if (sh_line_any(&lines.column_lost)) sh_bit_set(fast->fresh_dirty + bits, id);
        if (id >= index->half && sh_bit_get(index->own_mirror, id - index->half)) continue;
        if (sh_line_any(&lines.row_open)) sh_bit_set(fast->alive + bits, id);
        EACH_WORD {
            uint64_t single =
                index->mirrored ? index->own_mirror[number * SH_LINE_WORDS + (uint64_t)i] : ~0ULL;
            uint64_t lost = lines.row_lost.w[i], illegal = lines.row_illegal.w[i];
            sum->states += (uint64_t)__builtin_popcountll(lost);
            sum->positions += 2 * (uint64_t)__builtin_popcountll(lost) -
                              (uint64_t)__builtin_popcountll(lost & single);
            sum->illegal += 2 * (uint64_t)__builtin_popcountll(illegal) -
                            (uint64_t)__builtin_popcountll(illegal & single);
        }
    }
}

static void run(sh_fast *fast, sh_task *task, sh_round *round) {
    sh_pool_run(fast->pool, fast->index.blocks, task, fast);
    for (int t = 0; t < sh_pool_threads(fast->pool); t++) {
        round->states += fast->workers[t].sum.states;
        round->positions += fast->workers[t].sum.positions;
        round->illegal += fast->workers[t].sum.illegal;
        memset(&fast->workers[t].sum, 0, sizeof fast->workers[t].sum);
    }
}

static sh_status begin(void *state, sh_round *round, sh_error *error) {
    sh_fast *fast = state;
    memset(round, 0, sizeof *round);
    fast->round = 0;
    run(fast, initial_task, round);
    fast->ask_all = true;
    run(fast, losses_task, round);
    fast->ask_all = false;
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

static sh_status next_round(void *state, int number, sh_round *round, sh_error *error) {
    sh_fast *fast = state;
    assert(number > 0);
    memset(round, 0, sizeof *round);
    fast->round = number;
    for (int j = 0; fast->metric == SH_DTW && number >> (j + 1); j++)
        if (j >= SH_DISTANCE_PLANES || !fast->distance[j]) {
            sh_status status = sh_fast_add_plane(fast, j, error);
            if (status) return status;
        }
    run(fast, number & 1 ? wins_task : losses_task, round);
    if (!(number & 1)) fast->ask_all = false;
    return SH_OK;
}

const sh_backend sh_backend_fast = {
    .name = "fast",
    .about = "bit-sliced rounds, three planes in memory",
    .exact_rounds = true,
    .plan = plan,
    .open = open_fast,
    .close = close_fast,
    .begin = begin,
    .round = next_round,
    .layout = SH_LAYOUT_PAIRS,
    .save = sh_fast_save,
    .load = sh_fast_load,
    .rows = sh_fast_rows,
};
