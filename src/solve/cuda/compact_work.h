// SPDX-License-Identifier: MIT
// The ids of the compact form dealt out to the units of its kernels (gather_device.h,
// stream_device.h).
//
// Both functions only count where the index has no memory for what they make.
#pragma once

#include "solve/cuda/compact_index.h"

// Makes the pieces of work of `gather`: 32 lanes of ids, neighbours of which have the upper cells
// in common. Those that take longest come first.
void sh_compact_cut_gathers(sh_compact_index *index);

// Puts the ids in the order of columns: by the size of the high part, then by it, then by the low
// part. A row has these columns one after the other, without those that meet its waiter; where
// cells are reflected, as many are left.
void sh_compact_cut_streams(sh_compact_index *index);
