// SPDX-License-Identifier: MIT
// Beam search for a cooperative game of a given length: quick to find one, no proof of anything.
//
// Level by level as in game_search.h and with the same bounds, but of each level only the boards
// with the best scores are kept. The boards that are kept do not depend on the number of threads.
#pragma once

#include "puzzle/game_search.h"
#include "solve/cuda/runtime.h"

// How much each feature of a board counts in its score (game_kernel.h).
typedef struct sh_beam_weights {
    int dear, worst, ready, slack, spare, stuck;
} sh_beam_weights;

// What did best: the loser's spare moves must count, or a beam fills with boards whose goal is
// cleared too late.
#define SH_BEAM_USUAL ((sh_beam_weights){.dear = 10, .slack = 20})

typedef struct sh_beam_options {
    int threads;   // 0: all
    size_t width;  // boards kept of a level
    uint64_t seed; // other noise in the scores
    sh_beam_weights weights;
    int noise;                     // scores vary by less than this
    const sh_gpu_runtime *runtime; // a GPU, or its emulator; NULL: the CPU. The beam is the same
    const sh_monitor *monitor;
    sh_game_listener *listener; // may be NULL
    void *user;                 // its
} sh_beam_options;

// Fills the stages of the result and, if found, the moves. SH_OK either way.
sh_status sh_beam_game(const sh_puzzle *puzzle, int length, const sh_beam_options *options,
                       sh_game_result *result, sh_error *error) SH_NODISCARD;
