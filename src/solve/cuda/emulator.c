// SPDX-License-Identifier: MIT
// The kernels compiled for this CPU: warps as loops, device memory as host memory.
#include <stdlib.h> // calloc
#include <string.h> // memcpy

#include "base/memory.h"
#include "base/progress.h"
#include "solve/cuda/kernels.h"
#include "solve/cuda/runtime.h"

struct sh_gpu {
    double seconds[SH_GPU_KERNEL_COUNT];
};

static sh_status open_emulator(sh_gpu **gpu, sh_error *error) {
    *gpu = calloc(1, sizeof **gpu);
    return *gpu ? SH_OK : sh_fail(error, SH_RESOURCES, "out of memory");
}

static void close_emulator(sh_gpu *gpu) { free(gpu); }

static sh_status describe(sh_gpu *gpu, sh_gpu_info *info, sh_error *error) {
    *info = (sh_gpu_info){.name = "emulated on the CPU",
                          .memory = sh_memory_total(),
                          .available = sh_memory_available(),
                          .processors = 1};
    return SH_OK;
}

static void *allocate(sh_gpu *gpu, uint64_t bytes, sh_error *error) {
    void *memory = calloc(1, bytes);
    if (!memory)
        (void)!sh_fail(error, SH_RESOURCES, "no room for %llu bytes", (unsigned long long)bytes);
    return memory;
}

static void release(sh_gpu *gpu, void *memory) { free(memory); }

static void unpin(sh_gpu *gpu, void *memory, uint64_t bytes) { free(memory); }

static void fill(sh_gpu *gpu, void *memory, int byte, uint64_t bytes) {
    memset(memory, byte, bytes);
}

static void copy(sh_gpu *gpu, void *to, const void *from, uint64_t bytes) {
    memcpy(to, from, bytes);
}

static void launch(sh_gpu *gpu, sh_gpu_side side, sh_gpu_kernel kernel, const sh_gpu_args *args) {
    double start = sh_clock();
    switch (kernel) {
#define KERNEL(name)                                                                               \
    case SH_GPU_##name:                                                                            \
        for (uint64_t unit = 0; unit < args->units; unit++) sh_gpu_##name(args, unit);             \
        break;
        SH_GPU_KERNELS(KERNEL)
#undef KERNEL
    case SH_GPU_KERNEL_COUNT:
        break;
    }
    gpu->seconds[kernel] += sh_clock() - start;
}

static int mark(sh_gpu *gpu, sh_gpu_side side) { return 0; }

static void wait(sh_gpu *gpu, sh_gpu_side side, int mark) {}

static double seconds(sh_gpu *gpu, sh_gpu_kernel kernel) { return gpu->seconds[kernel]; }

static sh_status finish(sh_gpu *gpu, sh_error *error) { return SH_OK; }

const sh_gpu_runtime *sh_gpu_emulator(void) {
    static const sh_gpu_runtime runtime = {.interface = SH_GPU_INTERFACE,
                                           .open = open_emulator,
                                           .close = close_emulator,
                                           .describe = describe,
                                           .allocate = allocate,
                                           .release = release,
                                           .pin = allocate,
                                           .unpin = unpin,
                                           .fill = fill,
                                           .upload = copy,
                                           .download = copy,
                                           .launch = launch,
                                           .mark = mark,
                                           .wait = wait,
                                           .finish = finish,
                                           .seconds = seconds};
    return &runtime;
}
