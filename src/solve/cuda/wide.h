// SPDX-License-Identifier: MIT
// Two-player solving on a GPU with all planes in its memory: the rounds of solve/duel/fast/fast.h.
//
// The planes are those of the fast CPU backend, bit for bit, and so are checkpoints and values: for
// both they are fetched into host memory once and handed to the CPU backend's own functions. Each
// round is a handful of launches (wide_device.h). 7x7/4 takes 12 GB on the card, 5x5/6 8 GB.
#pragma once

#include "solve/duel/backend.h"

// On the GPU of the plugin.
extern const sh_backend sh_backend_cuda_wide;
// On the emulator: slow, for tests.
extern const sh_backend sh_backend_emulated_wide;
