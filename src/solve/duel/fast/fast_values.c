// SPDX-License-Identifier: MIT
// What the finished planes say: rows of values, single values, mutual zugzwang.
#include <stdlib.h> // malloc
#include <string.h> // memcpy

#include "solve/duel/fast/fast.h"

// A tile of a block as the other view of the table has it: it lies at the opposite place,
// transposed.
static void turn_tile(const sh_fast *fast, const sh_strip *plane, uint64_t block, uint64_t group,
                      sh_strip *turned) {
    sh_duel_tile from = sh_duel_opposite(&fast->index, block, group);
    sh_duel_kernels_get(fast->level)
        ->transpose(plane + from.block * fast->stride + from.first, from.strips, turned);
}

// N as rows of a block.
static void turn_not_won(const sh_fast *fast, uint64_t block, sh_strip *strips) {
    for (uint64_t group = 0; group < fast->index.groups; group++) {
        sh_duel_tile tile = sh_duel_tile_at(&fast->index, block, group);
        sh_strip turned[SH_LANES];
        turn_tile(fast, fast->not_won, block, group, turned);
        memcpy(strips + tile.first, turned, tile.strips * sizeof *strips);
    }
}

// The planes of a solve and room for one more: N as rows.
typedef struct sh_fast_reading {
    const sh_fast *fast;
    sh_strip *not_won;
} sh_fast_reading;

static sh_status block_rows(void *context, uint64_t first, uint64_t count, uint16_t *values) {
    const sh_fast_reading *reading = context;
    const sh_fast *fast = reading->fast;
    uint64_t block = first / SH_LANES;
    turn_not_won(fast, block, reading->not_won);
    sh_block_strips strips = {.not_won = reading->not_won,
                              .unknown = fast->unknown + block * fast->stride};
    for (int j = 0; j < SH_DISTANCE_PLANES; j++)
        if (fast->distance[j]) strips.distance[j] = fast->distance[j] + block * fast->stride;
    return sh_block_values(&fast->index, &fast->rules, &strips, first, count, values);
}

sh_status sh_fast_rows(void *state, uint64_t first, uint32_t count, uint16_t *values) {
    sh_fast *fast = state;
    sh_fast_reading reading = {fast, aligned_alloc(64, fast->index.ids * sizeof(sh_strip))};
    if (!reading.not_won) return SH_RESOURCES;
    sh_status status = sh_values_by_block(&fast->index, first, count, block_rows, &reading, values);
    free(reading.not_won);
    return status;
}

sh_status sh_fast_value(void *state, uint64_t row, uint64_t set, uint16_t *value) {
    sh_fast *fast = state;
    const sh_duel_index *index = &fast->index;
    uint64_t id = index->id[sh_duel_rank(index, set)], block = row / SH_LANES;
    int lane = (int)(row % SH_LANES);
    if (sh_strip_has(&fast->unknown[block * fast->stride + id], lane)) {
        *value = SH_VALUE_DRAW;
        return SH_OK;
    }
    // N has the state at the mover's lane and the waiter's id: both mirrored if need be.
    uint64_t mover = id < index->half ? id : id - index->half;
    uint64_t waiter = id < index->half ? row : index->half + row;
    const sh_strip *strip = &fast->not_won[mover / SH_LANES * fast->stride + waiter];
    *value = !sh_strip_has(strip, (int)(mover % SH_LANES));
    for (int j = 0; j < SH_DISTANCE_PLANES && fast->distance[j]; j++)
        if (sh_strip_has(&fast->distance[j][block * fast->stride + id], lane))
            *value |= (uint16_t)(2 << j);
    return SH_OK;
}

// Counting of one block: T[R][A] is a row's state, T[A][R] the same placement with the other to
// move.
static void zugzwang_task(void *context, size_t block, int worker) {
    sh_fast *fast = context;
    const sh_duel_index *index = &fast->index;
    sh_zugzwang *count = &fast->workers[worker].zugzwang;
    sh_strip not_won[SH_LANES], unknown[SH_LANES];
    for (uint64_t group = 0; group < index->groups; group++) {
        sh_duel_tile tile = sh_duel_tile_at(index, block, group);
        turn_tile(fast, fast->not_won, block, group, not_won);
        turn_tile(fast, fast->unknown, block, group, unknown);
        uint64_t at = block * fast->stride + tile.first;
        sh_block_zugzwang(index, block, tile.first, tile.strips, not_won, fast->unknown + at,
                          fast->not_won + at, unknown, count);
    }
}

// T[R][A] over all sets R and A are all placements once each. Where one side loses if it moves and
// the other draws, the count above has met the placements in which the loser is the first player;
// turned around they are as many again.
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
    count->one_draws *= 2;
    return SH_OK;
}
