// SPDX-License-Identifier: MIT
// What the finished planes say: rows of values, single values, mutual zugzwang.
#include <assert.h> // assert
#include <stdlib.h> // malloc
#include <string.h> // memset

#include "solve/duel/fast.h"

// Scratch of one call of sh_fast_rows.
typedef struct sh_row_scratch {
    sh_line *illegal;                       // [ids]
    uint64_t *rows[2 + SH_DISTANCE_PLANES]; // [64 rows][ids / 64]: unknown, illegal, distances
    uint64_t *not_won;                      // [ids / 64]
    uint16_t *by_id;
} sh_row_scratch;

static void free_scratch(sh_row_scratch *scratch) {
    free(scratch->illegal);
    for (int p = 0; p < 2 + SH_DISTANCE_PLANES; p++) free(scratch->rows[p]);
    free(scratch->not_won);
    free(scratch->by_id);
}

static bool make_scratch(const sh_fast *fast, sh_row_scratch *scratch) {
    memset(scratch, 0, sizeof *scratch);
    uint64_t ids = fast->index.ids;
    scratch->illegal = aligned_alloc(64, ids * sizeof(sh_line));
    scratch->not_won = malloc(ids / 8);
    scratch->by_id = malloc(ids * sizeof(uint16_t));
    bool whole = scratch->illegal && scratch->not_won && scratch->by_id;
    for (int p = 0; p < 2 + SH_DISTANCE_PLANES; p++)
        if (p < 2 || fast->distance[p - 2])
            whole = (scratch->rows[p] = malloc(64 * ids / 8)) && whole;
    return whole;
}

static void find_illegal(const sh_fast *fast, uint64_t number, sh_line *illegal) {
    sh_initial_block block;
    sh_initial_block_make(&block, &fast->rules, &fast->index, number);
    for (uint64_t id = 0; id < fast->index.ids; id++) {
        sh_initial_lines lines;
        sh_initial_verdict(&block, fast->index.set[id], &lines);
        illegal[id] = lines.row_illegal;
    }
}

// The lines of N at a row's id, one a block, are the row by id: T[R][A] for canonical A, and at the
// id of R's mirror image for the others.
static void gather_not_won(const sh_fast *fast, uint64_t row, uint64_t *words) {
    for (uint64_t block = 0; block < fast->index.blocks; block++) {
        const sh_line *lines = fast->not_won + block * fast->stride;
        memcpy(words + block * SH_LINE_WORDS, &lines[row], sizeof *lines);
        if (fast->index.mirrored)
            memcpy(words + fast->index.half / 64 + block * SH_LINE_WORDS,
                   &lines[fast->index.half + row], sizeof *lines);
    }
}

sh_status sh_fast_rows(void *state, uint64_t first, uint32_t count, uint16_t *values) {
    sh_fast *fast = state;
    const sh_duel_index *index = &fast->index;
    assert(first + count <= index->canonical);
    sh_row_scratch scratch;
    if (!make_scratch(fast, &scratch)) {
        free_scratch(&scratch);
        return SH_RESOURCES;
    }
    uint64_t illegal_of = UINT64_MAX, words_of = UINT64_MAX, words = index->ids / 64;
    for (uint64_t row = first; row < first + count; row++, values += index->columns) {
        uint64_t block = row / SH_LANES;
        if (block != illegal_of) find_illegal(fast, block, scratch.illegal);
        illegal_of = block;
        if (row / 64 != words_of) {
            int word = (int)(row % SH_LANES / 64);
            sh_rows_of_lines(index, fast->unknown + block * fast->stride, word, scratch.rows[0]);
            sh_rows_of_lines(index, scratch.illegal, word, scratch.rows[1]);
            for (int j = 0; j < SH_DISTANCE_PLANES; j++)
                if (fast->distance[j])
                    sh_rows_of_lines(index, fast->distance[j] + block * fast->stride, word,
                                     scratch.rows[2 + j]);
        }
        words_of = row / 64;
        gather_not_won(fast, row, scratch.not_won);
        uint64_t at = row % 64 * words;
        sh_row_bits bits = {.not_won = scratch.not_won,
                            .unknown = scratch.rows[0] + at,
                            .illegal = scratch.rows[1] + at};
        for (int j = 0; j < SH_DISTANCE_PLANES; j++)
            if (fast->distance[j]) bits.distance[j] = scratch.rows[2 + j] + at;
        sh_row_values(index, row, &bits, scratch.by_id, values);
    }
    free_scratch(&scratch);
    return SH_OK;
}

sh_status sh_fast_value(void *state, uint64_t row, uint64_t set, uint16_t *value) {
    sh_fast *fast = state;
    const sh_duel_index *index = &fast->index;
    uint64_t id = index->id[sh_duel_rank(index, set)], block = row / SH_LANES;
    int lane = (int)(row % SH_LANES);
    if (sh_line_has(&fast->unknown[block * fast->stride + id], lane)) {
        *value = SH_VALUE_DRAW;
        return SH_OK;
    }
    // N has the state at the mover's lane and the waiter's id: both mirrored if need be.
    uint64_t mover = id < index->half ? id : id - index->half;
    uint64_t waiter = id < index->half ? row : index->half + row;
    const sh_line *line = &fast->not_won[mover / SH_LANES * fast->stride + waiter];
    *value = !sh_line_has(line, (int)(mover % SH_LANES));
    for (int j = 0; j < SH_DISTANCE_PLANES && fast->distance[j]; j++)
        if (sh_line_has(&fast->distance[j][block * fast->stride + id], lane))
            *value |= (uint16_t)(2 << j);
    return SH_OK;
}

// Counting of one block: T[R][A] is a row's state, T[A][R] the same placement with the other to
// move.
static void zugzwang_task(void *context, size_t block, int worker) {
    sh_fast *fast = context;
    const sh_duel_index *index = &fast->index;
    sh_zugzwang *count = &fast->workers[worker].zugzwang;
    const sh_duel_kernels *kernels = sh_duel_kernels_get(fast->level);
    sh_line not_won[SH_LANES], unknown[SH_LANES];
    for (uint64_t group = 0; group < index->ids / SH_LANES; group++) {
        sh_duel_tile tile = sh_duel_opposite(index, block, group);
        kernels->transpose(fast->not_won + tile.block * fast->stride + tile.first, not_won);
        kernels->transpose(fast->unknown + tile.block * fast->stride + tile.first, unknown);
        for (uint64_t i = 0; i < SH_LANES; i++) {
            uint64_t id = group * SH_LANES + i, at = block * fast->stride + id;
            if (id >= index->half && sh_bit_get(index->own_mirror, id - index->half)) continue;
            for (int w = 0; w < SH_LINE_WORDS; w++) {
                uint64_t lost = not_won[i].w[w] & ~fast->unknown[at].w[w];
                uint64_t other = lost & fast->not_won[at].w[w], draw = other & unknown[i].w[w];
                uint64_t single = sh_duel_single_rows(index, block, w);
                uint64_t draws = (uint64_t)__builtin_popcountll(draw) * 2 -
                                 (uint64_t)__builtin_popcountll(draw & single);
                uint64_t all = (uint64_t)__builtin_popcountll(other) * 2 -
                               (uint64_t)__builtin_popcountll(other & single);
                count->one_draws += draws;
                count->both_lose += all - draws;
            }
        }
    }
}

// A placement in which both lose was met twice, once from each side.
sh_status sh_fast_zugzwang(void *state, sh_zugzwang *count, sh_error *error) {
    sh_fast *fast = state;
    int threads = sh_pool_threads(fast->pool);
    for (int t = 0; t < threads; t++) fast->workers[t].zugzwang = (sh_zugzwang){0, 0};
    sh_pool_run(fast->pool, fast->index.blocks, zugzwang_task, fast);
    *count = (sh_zugzwang){0, 0};
    for (int t = 0; t < threads; t++) {
        count->both_lose += fast->workers[t].zugzwang.both_lose;
        count->one_draws += fast->workers[t].zugzwang.one_draws;
    }
    assert(count->both_lose % 2 == 0);
    count->both_lose /= 2;
    return SH_OK;
}
