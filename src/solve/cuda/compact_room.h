// SPDX-License-Identifier: MIT
// What the compact form takes, and where its losses go: known before anything is computed.
//
// The plane of pending states, the strips of the blocks at work, the index and the lists must be on
// the card. The plane of losses follows slab by slab as far as the card has room; the other slabs
// are in memory of the host, pinned, so that kernels reach them.
#pragma once

#include "solve/cuda/compact_index.h"
#include "solve/cuda/runtime.h"
#include "solve/duel/backend.h"

// Bytes on the card.
typedef struct sh_compact_sizes {
    uint64_t plane;   // a bit a state
    uint64_t strips;  // four planes of the blocks at work, with flags and lists
    uint64_t fetched; // losses in their columns, twice
    uint64_t found;   // losses in their rows, twice
    uint64_t starts;  // of groups of columns, twice
    uint64_t slots;   // new losses of mixed lanes
    uint64_t news;    // two lists
    uint64_t tables;  // of the index
} sh_compact_sizes;

sh_compact_sizes sh_compact_sizes_of(const sh_compact_index *index);

// News that a list can hold: where following them up is far cheaper than a sweep over all rows.
uint32_t sh_compact_news_room(const sh_compact_index *index);

static inline uint64_t sh_compact_slab_bytes(const sh_compact_index *index) {
    return index->rows * (SH_GPU_SLAB / 8);
}

// Slabs of losses that fit the card beside `taken` bytes, where `available` more are free. `limit`:
// bytes of the card that may be used in all; 0: no limit.
uint64_t sh_compact_card_slabs(const sh_compact_index *index, uint64_t taken, uint64_t available,
                               uint64_t limit);

// The plan for the card of `runtime`; NULL: `error` holds why there is none.
sh_status sh_compact_plan(const sh_game *game, const sh_solve_options *options, sh_plan *plan,
                          const sh_backend *backend, const sh_gpu_runtime *runtime,
                          sh_error *error) SH_NODISCARD;
