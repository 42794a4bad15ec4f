// SPDX-License-Identifier: MIT
// See compact_room.h.
#include "solve/cuda/compact_room.h"

#include "solve/cuda/duel_upload.h"

// One H200: 578,944,875,600 states of 6x6/6 in 115 s, and 1.19 times as long with all losses in
// memory of the host. The host's threads have no part in it.
#define SECONDS_A_STATE 0.20e-9
#define SECONDS_FAR 0.04e-9           // more, if its losses are there
#define RESERVE ((uint64_t)256 << 20) // of the card, for what the driver takes itself

uint32_t sh_compact_news_room(const sh_compact_index *index) {
    uint64_t room = index->rows * index->columns / 4096, least = 1024, most = 125000000;
    return (uint32_t)(room < least ? least : room > most ? most : room);
}

// Tables of the index; lanes are up to twice the rows.
static uint64_t table_bytes(const sh_compact_index *index) {
    uint64_t cells = (uint64_t)index->cells;
    return index->ids * 51 + index->rows * (70 + cells / 3) + index->subsets * (8 + 4 * cells);
}

sh_compact_sizes sh_compact_sizes_of(const sh_compact_index *index) {
    uint64_t strip = 4 * SH_GPU_STRIP * sizeof(uint32_t) + 2;
    return (sh_compact_sizes){
        .plane = index->slabs * sh_compact_slab_bytes(index),
        .strips = SH_GPU_SPAN * ((index->ids + 1) * strip + (index->subsets + 2048) * 17),
        .fetched = index->ids * (SH_GPU_FETCH * (SH_GPU_CHUNK / 8) + 1),
        .found = index->slabs * SH_GPU_SPAN * 512 * (SH_GPU_SLAB / 8),
        .starts = 2 * SH_GPU_GROUPS * (uint64_t)(index->highs + index->patterns) * sizeof(uint32_t),
        .slots = (index->slots / 32 + 2) * index->ids * sizeof(uint32_t),
        .news = 2 * (uint64_t)sh_compact_news_room(index) * sizeof(sh_gpu_event),
        .tables = table_bytes(index)};
}

uint64_t sh_compact_card_slabs(const sh_compact_index *index, uint64_t taken, uint64_t available,
                               uint64_t limit) {
    uint64_t room = available;
    if (limit && limit < taken + room) room = limit < taken ? 0 : limit - taken;
    uint64_t slabs = room < RESERVE ? 0 : (room - RESERVE) / sh_compact_slab_bytes(index);
    return slabs < index->slabs ? slabs : index->slabs;
}

sh_status sh_compact_plan(const sh_game *game, const sh_solve_options *options, sh_plan *plan,
                          const sh_backend *backend, const sh_gpu_runtime *runtime,
                          sh_error *error) {
    sh_compact_index index;
    sh_gpu_info info = {0};
    sh_status status = sh_compact_index_measure(&index, game, error);
    sh_compact_sizes sizes = sh_compact_sizes_of(&index);
    uint64_t taken = sizes.plane + sizes.strips + 2 * (sizes.fetched + sizes.found + sizes.starts) +
                     sizes.slots + sizes.news + sizes.tables;
    uint64_t states = index.rows * index.columns;
    *plan = (sh_plan){.backend = backend,
                      .states = states,
                      .table = (states + 3) / 4,
                      .workspace = sizes.tables,
                      .seconds = SECONDS_A_STATE * (double)states};
    if (!status && options->metric == SH_DTW)
        status = sh_fail(error, SH_RESOURCES, "distances of %s do not fit a GPU", game->name);
    if (!status) status = sh_gpu_check_room(runtime, taken, options->card, &info, error);
    if (status) return status;
    uint64_t slabs = sh_compact_card_slabs(&index, taken, info.available - taken, options->card);
    plan->card = taken + slabs * sh_compact_slab_bytes(&index);
    plan->memory = (index.slabs - slabs) * sh_compact_slab_bytes(&index);
    plan->seconds += SECONDS_FAR * 8 * (double)plan->memory;
    return SH_OK;
}
