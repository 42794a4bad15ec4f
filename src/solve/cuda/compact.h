// SPDX-License-Identifier: MIT
// Two-player solving on a GPU at a bit a state, and one more for the losses, there or in memory of
// the host: 7x7/5 on one card of 141 GB with 128 GB beside it.
//
// What the bits mean is said in pending_bits.h, the kernels are those of gather_device.h and
// settle_device.h. Two rounds are one sweep over all rows, wins and losses of a few blocks at a
// time; later blocks see what earlier ones proved, so rounds are fewer than plies and say nothing
// about distances. Values are read back row by row.
#pragma once

#include "solve/duel/backend.h"

extern const sh_backend sh_backend_cuda_compact;
extern const sh_backend sh_backend_emulated_compact;
extern const sh_backend sh_backend_shuffled_compact;
