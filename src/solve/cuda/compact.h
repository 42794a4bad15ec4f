// SPDX-License-Identifier: MIT
// Two-player solving on a GPU at a bit a state, and one more for the losses, there or in memory of
// the host: 7x7/5 on one card of 141 GB with 128 GB beside it.
//
// What the bits mean is said in pending_bits.h, the kernels are those of gather_device.h and
// settle_device.h. Two rounds are one sweep over all rows, wins and losses of a few blocks at a
// time; later blocks see what earlier ones proved, so rounds are fewer than plies and say nothing
// about distances. Values are read back row by row.
#pragma once

#include "solve/cuda/runtime.h"
#include "solve/duel/backend.h"

// How a solve goes about it; all zero is how it should. For tests, and to find out on a card.
typedef struct sh_compact_tuning {
    uint64_t news; // states that a list of news may have; 0: as many as are worth it
    uint64_t span; // blocks at work together; 0: as many as fill the card
    bool in_turn;  // nothing runs beside
    bool by_turns; // after a sweep from a list comes one over all rows
} sh_compact_tuning;

// As `open` of the backends below, on the card of `runtime` (NULL: `error` says why there is none).
sh_status sh_compact_open(void **state, const sh_game *game, const sh_solve_options *options,
                          const sh_gpu_runtime *runtime, const sh_compact_tuning *tuning,
                          sh_error *error) SH_NODISCARD;

extern const sh_backend sh_backend_cuda_compact;
extern const sh_backend sh_backend_emulated_compact;
