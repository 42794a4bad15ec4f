// SPDX-License-Identifier: MIT
// Levels of a game's beam expanded on a GPU, or on its emulator: the same children as on the CPU,
// and so the same beam.
//
// Boards go to the device in portions; it plays both moves, measures what comes out, and gives back
// the children whose scores the choice may still want. What a portion may give back is limited, so
// portions grow while little comes back and shrink when too much does.
#pragma once

#include "base/pool.h"
#include "puzzle/beam_choice.h"
#include "puzzle/beam_game.h"
#include "solve/cuda/runtime.h"

typedef struct sh_beam_gpu sh_beam_gpu;

// A level to be expanded: its boards, and what is left before the next two moves.
typedef struct sh_beam_level {
    const uint64_t *boards; // `words` each, as in game_kernel.h
    size_t count, words;
    sh_game_left left;
    bool winner_only;
} sh_beam_level;

// runtime may be NULL (no plugin): fails with what `error` holds already.
sh_status sh_beam_gpu_open(sh_beam_gpu **gpu, const sh_gpu_runtime *runtime,
                           const sh_game_case *one, const sh_beam_options *options,
                           sh_error *error) SH_NODISCARD;
void sh_beam_gpu_close(sh_beam_gpu *gpu);

// Offers all children of a level to the choice; *arrived where the goal of one is filled.
sh_status sh_beam_gpu_expand(sh_beam_gpu *gpu, const sh_beam_level *level, sh_beam_choice *next,
                             sh_pool *pool, bool *arrived, sh_error *error) SH_NODISCARD;
