// SPDX-License-Identifier: MIT
// The kernels compiled for this CPU: warps as loops, device memory as host memory.
#include <stdlib.h> // calloc
#include <string.h> // memcpy

#include "base/memory.h"
#include "base/progress.h"
#include "solve/cuda/kernels.h"
#include "solve/cuda/runtime.h"

#define MOST_LATE 8

// Launches beside the others that have not run yet.
typedef struct late_launch {
    sh_gpu_kernel kernel;
    sh_gpu_args args;
} late_launch;

struct sh_gpu {
    bool shuffled; // units in another order each time, launches beside as late as they may
    uint64_t random;
    late_launch late[MOST_LATE];
    int late_count;
    double seconds[SH_GPU_KERNEL_COUNT];
};

static sh_status open_emulator(sh_gpu **gpu, sh_error *error) {
    *gpu = calloc(1, sizeof **gpu);
    return *gpu ? SH_OK : sh_fail(error, SH_RESOURCES, "out of memory");
}

static sh_status open_shuffled(sh_gpu **gpu, sh_error *error) {
    sh_status status = open_emulator(gpu, error);
    if (!status) (*gpu)->shuffled = true;
    return status;
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

// A step through the units that reaches all of them.
static uint64_t choose_step(sh_gpu *gpu, uint64_t units) {
    if (!gpu->shuffled) return 1;
    gpu->random = gpu->random * 6364136223846793005 + 1442695040888963407;
    uint64_t step = (gpu->random >> 33) % units + 1, a = step, b = units;
    for (; b; a ^= b, b ^= a, a ^= b) a %= b; // Euclid
    return a == 1 ? step : 1;
}

static void run(sh_gpu *gpu, sh_gpu_kernel kernel, const sh_gpu_args *args) {
    double start = sh_clock();
    const uint64_t step = choose_step(gpu, args->units);
    uint64_t unit = step - 1;
    switch (kernel) {
#define KERNEL(name)                                                                               \
    case SH_GPU_##name:                                                                            \
        for (uint64_t i = 0; i < args->units; i++, unit = (unit + step) % args->units)             \
            sh_gpu_##name(args, unit);                                                             \
        break;
        SH_GPU_KERNELS(KERNEL)
#undef KERNEL
    case SH_GPU_KERNEL_COUNT:
        break;
    }
    gpu->seconds[kernel] += sh_clock() - start;
}

static void run_late(sh_gpu *gpu) {
    for (int i = 0; i < gpu->late_count; i++) run(gpu, gpu->late[i].kernel, &gpu->late[i].args);
    gpu->late_count = 0;
}

static void launch(sh_gpu *gpu, sh_gpu_side side, sh_gpu_kernel kernel, const sh_gpu_args *args) {
    if (side == SH_GPU_MAIN || !gpu->shuffled) {
        run(gpu, kernel, args);
        return;
    }
    if (gpu->late_count == MOST_LATE) run_late(gpu);
    gpu->late[gpu->late_count++] = (late_launch){.kernel = kernel, .args = *args};
}

static int mark(sh_gpu *gpu, sh_gpu_side side) { return 0; }

static void wait(sh_gpu *gpu, sh_gpu_side side, int mark) {
    if (side == SH_GPU_MAIN) run_late(gpu);
}

static double seconds(sh_gpu *gpu, sh_gpu_kernel kernel) { return gpu->seconds[kernel]; }

static sh_status finish(sh_gpu *gpu, sh_error *error) {
    run_late(gpu);
    return SH_OK;
}

#define SHARED                                                                                     \
    .interface = SH_GPU_INTERFACE, .close = close_emulator, .describe = describe,                  \
    .allocate = allocate, .release = release, .pin = allocate, .unpin = unpin, .fill = fill,       \
    .upload = copy, .download = copy, .launch = launch, .mark = mark, .wait = wait,                \
    .finish = finish, .seconds = seconds

const sh_gpu_runtime *sh_gpu_emulator(void) {
    static const sh_gpu_runtime runtime = {.open = open_emulator, SHARED};
    return &runtime;
}

const sh_gpu_runtime *sh_gpu_emulator_shuffled(void) {
    static const sh_gpu_runtime runtime = {.open = open_shuffled, SHARED};
    return &runtime;
}
