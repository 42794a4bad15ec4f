// SPDX-License-Identifier: MIT
// The rounds of the fast layout: every block in parallel, one barrier a round.
#include <assert.h> // assert
#include <string.h> // memset

#include "solve/duel/fast/fast.h"

static sh_duel_block view(sh_fast *fast, uint64_t block, const sh_strip *targets,
                          const uint64_t *dirty) {
    return (sh_duel_block){.number = block,
                           .targets = targets + block * fast->stride,
                           .dirty = dirty ? dirty + block * fast->bit_words : NULL,
                           .unknown = fast->unknown + block * fast->stride,
                           .alive = fast->alive + block * fast->bit_words};
}

// Carries the news of one group of ids to the block that waits for them: wins are cleared in N,
// losses set in X.
static void send_tile(sh_fast *fast, const sh_duel_news *news, uint64_t block, uint64_t group,
                      bool wins) {
    sh_duel_tile tile = sh_duel_tile_at(&fast->index, block, group);
    if (!sh_duel_has_news(news, &tile)) return;
    sh_duel_tile to = sh_duel_opposite(&fast->index, block, group);
    sh_strip *plane = wins ? fast->not_won : fast->fresh;
    uint64_t *dirty = wins ? fast->not_won_dirty : fast->fresh_dirty;
    news->kernels->carry(news->found + tile.first, tile.strips, news->changed + tile.first / 64,
                         plane + to.block * fast->stride + to.first,
                         dirty + to.block * fast->bit_words + to.first / 64, wins);
}

// Bit j of half the round's number goes into plane j, for the states it proved.
static void add_distances(sh_fast *fast, const sh_duel_news *news, uint64_t block) {
    for (int j = 0; j < SH_DISTANCE_PLANES; j++) {
        if (!(fast->round >> (j + 1) & 1)) continue;
        sh_strip *plane = fast->distance[j] + block * fast->stride;
        for (uint64_t w = 0; w < fast->bit_words; w++)
            for (uint64_t left = news->changed[w]; left; left &= left - 1) {
                uint64_t id = w * 64 + (uint64_t)__builtin_ctzll(left);
                SH_EACH_WORD(i) plane[id].w[i] |= news->found[id].w[i];
            }
    }
}

static void finish_block(sh_fast *fast, sh_fast_worker *worker, uint64_t block, bool wins) {
    if (fast->metric == SH_DTW) add_distances(fast, &worker->news, block);
    for (uint64_t group = 0; group < fast->index.groups; group++)
        send_tile(fast, &worker->news, block, group, wins);
    if (worker->news.states && !worker->sum.states)
        sh_duel_example(&worker->news, block, &worker->sum.example_row, &worker->sum.example_set);
    worker->sum.states += worker->news.states;
    worker->sum.positions += worker->news.positions;
    worker->sum.strips += worker->news.strips;
    worker->news.kernels->clear(&worker->news);
}

static void wins_task(void *context, size_t block, int worker) {
    sh_fast *fast = context;
    if (sh_patience_over(fast->patience)) return;
    sh_duel_block view_ = view(fast, block, fast->fresh, fast->fresh_dirty);
    fast->workers[worker].news.kernels->wins(&fast->workers[worker].news, &view_);
    finish_block(fast, &fast->workers[worker], block, true);
    uint64_t *dirty = fast->fresh_dirty + block * fast->bit_words;
    sh_strip *inbox = fast->fresh + block * fast->stride;
    for (uint64_t w = 0; w < fast->bit_words; w++, dirty++) {
        for (; *dirty; *dirty &= *dirty - 1)
            memset(&inbox[w * 64 + (uint64_t)__builtin_ctzll(*dirty)], 0, sizeof *inbox);
    }
}

static void losses_task(void *context, size_t block, int worker) {
    sh_fast *fast = context;
    if (sh_patience_over(fast->patience)) return;
    const uint64_t *dirty = fast->ask_all ? NULL : fast->not_won_dirty;
    sh_duel_block view_ = view(fast, block, fast->not_won, dirty);
    fast->workers[worker].news.kernels->losses(&fast->workers[worker].news, &view_);
    finish_block(fast, &fast->workers[worker], block, false);
    memset(fast->not_won_dirty + block * fast->bit_words, 0, fast->bit_words * sizeof(uint64_t));
}

// The planes of one block as the rules give them.
static void initial_task(void *context, size_t number, int worker) {
    sh_fast *fast = context;
    if (sh_patience_over(fast->patience)) return;
    const sh_duel_index *index = &fast->index;
    sh_round *sum = &fast->workers[worker].sum;
    sh_initial_block block;
    sh_initial_block_make(&block, &fast->rules, index, number);
    uint64_t base = number * fast->stride, bits = number * fast->bit_words;
    for (uint64_t id = 0; id < index->ids; id++) {
        if (!index->set[id]) continue;
        sh_initial_strips strips;
        sh_initial_verdict(&block, index->set[id], &strips);
        fast->unknown[base + id] = strips.row_unknown;
        SH_EACH_WORD(i)
        fast->not_won[base + id].w[i] = strips.column_unknown.w[i] | strips.column_lost.w[i];
        fast->fresh[base + id] = strips.column_lost;
        if (sh_strip_any(&strips.column_lost)) sh_bit_set(fast->fresh_dirty + bits, id);
        if (sh_duel_is_copy(index, id)) continue;
        if (sh_strip_any(&strips.row_unknown)) sh_bit_set(fast->alive + bits, id);
        sh_initial_count(index, number, &strips, &sum->states, &sum->positions, &sum->illegal);
    }
}

// Blocks are left out once patience is over; then it is over in the end, too.
static sh_status run(sh_fast *fast, sh_task *task, sh_round *round, sh_error *error) {
    sh_pool_run(fast->pool, fast->index.blocks, task, fast);
    for (int t = 0; t < sh_pool_threads(fast->pool); t++) {
        sh_round *sum = &fast->workers[t].sum;
        sh_round_add(round, sum);
        memset(sum, 0, sizeof *sum);
    }
    return sh_patience_over(fast->patience) ? sh_fail(error, SH_INTERRUPTED, "stopped") : SH_OK;
}

sh_status sh_fast_begin(void *state, sh_round *round, sh_error *error) {
    sh_fast *fast = state;
    memset(round, 0, sizeof *round);
    fast->round = 0;
    sh_status status = run(fast, initial_task, round, error);
    if (status) return status;
    fast->ask_all = true;
    status = run(fast, losses_task, round, error);
    fast->ask_all = false;
    return status;
}

sh_status sh_fast_round(void *state, int number, sh_round *round, sh_error *error) {
    sh_fast *fast = state;
    assert(number > 0);
    memset(round, 0, sizeof *round);
    fast->round = number;
    for (int j = 0; fast->metric == SH_DTW && number >> (j + 1); j++)
        if (j >= SH_DISTANCE_PLANES || !fast->distance[j]) {
            sh_status status = sh_fast_add_plane(fast, j, error);
            if (status) return status;
        }
    sh_status status = run(fast, number & 1 ? wins_task : losses_task, round, error);
    if (!(number & 1)) fast->ask_all = false;
    return status;
}
