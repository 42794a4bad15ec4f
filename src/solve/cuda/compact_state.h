// SPDX-License-Identifier: MIT
// The state of the compact form, and reading it back: values, rows, checkpoints.
#pragma once

#include <pthread.h> // pthread_mutex_t

#include "rank/pairs.h"
#include "solve/cuda/compact_index.h"
#include "solve/cuda/duel_upload.h"
#include "solve/duel/backend.h"

// What the launches beside the main ones fill or empty for a span.
typedef struct sh_compact_buffers {
    uint32_t *fetched, *found, *starts;
    uint8_t *fetched_now;
    int fetched_mark, merged_mark; // when they have
} sh_compact_buffers;

typedef struct sh_compact {
    sh_gpu_session session; // first: see backends.h
    sh_game game;
    sh_compact_index index;
    sh_pairs *pairs;         // rows as the outside numbers them
    pthread_mutex_t probing; // one thread at a time talks to the device
    uint64_t span;           // blocks at work at a time
    uint64_t segments;       // of the lists of subsets to visit
    const uint32_t *waiter;  // of block 0, on the device
    const uint32_t *mixed;   // of all blocks, on the device
    const sh_gpu_group *groups;
    uint32_t *won;                 // strips of wins
    sh_compact_buffers buffers[2]; // for spans by turns
    sh_gpu_event *lists[2];        // news to follow up and news to come
    uint64_t found;                // states that the last sweep proved
    bool reacting;                 // sweeps go from list to list
    bool by_turns;                 // but each only once
    sh_round lost;                 // what the last sweep proved lost: the next even round
} sh_compact;

// Entries in the list on the device: the subsets of a span in segments, or a row.
static inline uint64_t sh_compact_list_room(const sh_compact *compact) {
    uint64_t pairs = compact->span * sh_compact_segments(&compact->index) << SH_GPU_SEGMENT;
    uint64_t row = compact->index.slabs * SH_GPU_SLAB_WORDS;
    return pairs > row ? pairs : row;
}

sh_status sh_compact_save(void *state, sh_saver *saver, sh_error *error) SH_NODISCARD;
sh_status sh_compact_load(void *state, sh_loader *loader, sh_error *error) SH_NODISCARD;
sh_status sh_compact_rows(void *state, uint64_t first, uint32_t count,
                          uint16_t *values) SH_NODISCARD;
sh_status sh_compact_value(void *state, uint64_t row, uint64_t set, uint16_t *value) SH_NODISCARD;
sh_status sh_compact_probe(void *state, const sh_state_query *queries, uint64_t count,
                           uint16_t *values) SH_NODISCARD;
