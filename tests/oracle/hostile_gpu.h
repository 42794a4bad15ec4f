// SPDX-License-Identifier: MIT
// A GPU that does everything that a real one may do, and seldom does.
//
// The kernels are compiled for this CPU, as in solve/cuda/emulator.c. Launches and fills are put
// into a queue for each side and run when somebody waits for them; only marks order one side after
// the other. Some warps of every launch that has begun are in flight at once, in any order of
// units. A warp may be held up before any word that it writes, and a plain read may give any value
// that the word has had since the launch began, as from a cache that nobody clears. All of this is
// drawn from a seed: the same seed, the same run.
#pragma once

#include "solve/cuda/runtime.h"

// The GPUs that are opened from here on draw from `seed`. One at a time.
const sh_gpu_runtime *hostile_gpu(uint64_t seed);
