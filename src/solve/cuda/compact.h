// SPDX-License-Identifier: MIT
// Two-player solving on a GPU at two bits a state: 6x6/6 on one card of 141 GB.
//
// The kernels are those of compact_device.h. Two rounds are one sweep over all rows, wins and then
// losses of a few blocks at a time; later blocks see what earlier ones proved, so rounds are fewer
// than plies and say nothing about distances. Values are read back row by row.
#pragma once

#include "solve/duel/backend.h"

extern const sh_backend sh_backend_cuda_compact;
extern const sh_backend sh_backend_emulated_compact;
