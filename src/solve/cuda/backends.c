// SPDX-License-Identifier: MIT
// Names of the forms on a GPU and on the emulator.
#include "solve/cuda/backends.h"

#include <string.h> // strcmp

const sh_backend *const sh_gpu_backends[] = {&sh_backend_cuda_wide, &sh_backend_cuda_compact, NULL};

const sh_backend *sh_gpu_backend_find(const char *name) {
    static const sh_backend *const all[] = {&sh_backend_cuda_wide, &sh_backend_cuda_compact,
                                            &sh_backend_emulated_wide,
                                            &sh_backend_emulated_compact};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(all[i]->name, name) == 0) return all[i];
    return NULL;
}

// Both forms keep the session first.
const sh_gpu_session *sh_gpu_backend_session(const void *state) { return state; }
