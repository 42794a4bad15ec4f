// SPDX-License-Identifier: MIT
// The first error of a launch or a copy stays in the session and is reported at the end: calls
// after it do nothing.
#include "solve/cuda/session.h"

#include <assert.h> // assert
#include <string.h> // memset

sh_status sh_gpu_session_open(sh_gpu_session *session, const sh_gpu_runtime *runtime,
                              sh_error *error) {
    memset(session, 0, sizeof *session);
    session->runtime = runtime;
    return runtime ? runtime->open(&session->gpu, error) : SH_RESOURCES;
}

void sh_gpu_session_close(sh_gpu_session *session) {
    if (!session->gpu) return;
    for (int i = 0; i < session->memories; i++)
        session->runtime->release(session->gpu, session->memory[i]);
    if (session->pinned)
        session->runtime->unpin(session->gpu, session->pinned, session->pinned_bytes);
    session->runtime->close(session->gpu);
    memset(session, 0, sizeof *session);
}

void *sh_gpu_session_take(sh_gpu_session *session, uint64_t bytes) {
    assert(session->memories < SH_GPU_MAX_MEMORY);
    if (session->error.status) return NULL;
    void *memory = session->runtime->allocate(session->gpu, bytes, &session->error);
    if (!memory) return NULL;
    session->memory[session->memories++] = memory;
    session->bytes += bytes;
    return memory;
}

void *sh_gpu_session_pin(sh_gpu_session *session, uint64_t bytes) {
    assert(!session->pinned);
    if (session->error.status) return NULL;
    session->pinned = session->runtime->pin(session->gpu, bytes, &session->error);
    session->pinned_bytes = bytes;
    return session->pinned;
}

const void *sh_gpu_session_give(sh_gpu_session *session, const void *from, uint64_t bytes) {
    void *memory = sh_gpu_session_take(session, bytes);
    if (memory) session->runtime->upload(session->gpu, memory, from, bytes);
    return memory;
}

void sh_gpu_session_clear(sh_gpu_session *session, void *memory, uint64_t bytes) {
    if (!session->error.status) session->runtime->fill(session->gpu, memory, 0, bytes);
}

static void launch_on(sh_gpu_session *session, sh_gpu_side side, sh_gpu_kernel kernel,
                      uint64_t units) {
    if (!units || session->error.status) return;
    session->args.units = units;
    session->runtime->launch(session->gpu, side, kernel, &session->args);
}

void sh_gpu_session_launch(sh_gpu_session *session, sh_gpu_kernel kernel, uint64_t units) {
    launch_on(session, SH_GPU_MAIN, kernel, units);
}

void sh_gpu_session_launch_beside(sh_gpu_session *session, sh_gpu_kernel kernel, uint64_t units) {
    launch_on(session, session->in_turn ? SH_GPU_MAIN : SH_GPU_BESIDE, kernel, units);
}

int sh_gpu_session_mark(sh_gpu_session *session, sh_gpu_side side) {
    return session->error.status ? 0 : session->runtime->mark(session->gpu, side);
}

void sh_gpu_session_wait(sh_gpu_session *session, sh_gpu_side side, int mark) {
    if (!session->error.status) session->runtime->wait(session->gpu, side, mark);
}

sh_status sh_gpu_session_finish(sh_gpu_session *session, sh_error *error) {
    if (!session->error.status)
        session->error.status = session->runtime->finish(session->gpu, &session->error);
    if (session->error.status && error) *error = session->error;
    return session->error.status;
}
