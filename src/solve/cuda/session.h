// SPDX-License-Identifier: MIT
// An open device with the memory taken on it and the args of the next launch.
//
// The first failure sticks in `error`; callers ask sh_gpu_session_finish once at the end of a step
// instead of after every call.
#pragma once

#include "solve/cuda/runtime.h"

#define SH_GPU_MAX_MEMORY 80

typedef struct sh_gpu_session {
    const sh_gpu_runtime *runtime;
    sh_gpu *gpu;
    sh_gpu_args args;
    void *memory[SH_GPU_MAX_MEMORY];
    int memories;
    uint64_t bytes; // taken so far
    void *pinned;   // memory of the host
    uint64_t pinned_bytes;
    bool in_turn; // launches beside are of the main side
    sh_error error;
} sh_gpu_session;

// runtime may be NULL (no plugin): fails with what `error` holds already.
sh_status sh_gpu_session_open(sh_gpu_session *session, const sh_gpu_runtime *runtime,
                              sh_error *error) SH_NODISCARD;
void sh_gpu_session_close(sh_gpu_session *session);

// Zeroed device memory, released with the session. NULL after a failure.
void *sh_gpu_session_take(sh_gpu_session *session, uint64_t bytes);
// Zeroed memory of the host that kernels reach, once a session. NULL after a failure.
void *sh_gpu_session_pin(sh_gpu_session *session, uint64_t bytes);
// Device memory, filled from host memory.
const void *sh_gpu_session_give(sh_gpu_session *session, const void *from, uint64_t bytes);
void sh_gpu_session_clear(sh_gpu_session *session, void *memory, uint64_t bytes);
void sh_gpu_session_launch(sh_gpu_session *session, sh_gpu_kernel kernel, uint64_t units);
// The same beside the other launches, and marks as in runtime.h.
void sh_gpu_session_launch_beside(sh_gpu_session *session, sh_gpu_kernel kernel, uint64_t units);
int sh_gpu_session_mark(sh_gpu_session *session, sh_gpu_side side);
void sh_gpu_session_wait(sh_gpu_session *session, sh_gpu_side side, int mark);
// Waits for the device.
sh_status sh_gpu_session_finish(sh_gpu_session *session, sh_error *error) SH_NODISCARD;
