// SPDX-License-Identifier: MIT
// The two-player backends that run on a GPU, and the same on the emulator.
#pragma once

#include "solve/cuda/compact.h"
#include "solve/cuda/session.h"
#include "solve/cuda/wide.h"

// The wide form where it fits, else the compact one; ended by NULL, for sh_plan_make.
extern const sh_backend *const sh_gpu_backends[];

// "cuda", "cuda-compact", "emulated" or "emulated-compact"; NULL for other names.
const sh_backend *sh_gpu_backend_find(const char *name);

// The session of such a backend's state: what it took and where its time went.
const sh_gpu_session *sh_gpu_backend_session(const void *state);
