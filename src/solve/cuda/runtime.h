// SPDX-License-Identifier: MIT
// A machine that runs the kernels: a GPU behind a plugin, or this CPU pretending.
//
// The GPU part of the program is a shared object that is looked for at run time
// (libsternhalma-cuda.so beside the program, or where STERNHALMA_CUDA points), so that one program
// serves machines with and without a GPU. It exports one function, which returns this table.
// Everything else (what to launch when, checkpoints, statistics, values) is ordinary C on the host
// and does not know which of the two it drives; tests run it on the emulator.
//
// Launches are asynchronous and of one of two sides, each in order: the main one, and one beside it
// for kernels that mostly wait for memory of the host. A mark says how far a side has come, and the
// other side can wait for it. Upload, download and fill are of the main side and wait for it.
// Errors stick: the first failure is reported in words by the next call that returns a status.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint64_t

#include "solve/cuda/args.h"
#include "sternhalma/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SH_GPU_KERNELS(KERNEL)                                                                     \
    KERNEL(initial)                                                                                \
    KERNEL(revive)                                                                                 \
    KERNEL(flag)                                                                                   \
    KERNEL(ask)                                                                                    \
    KERNEL(select)                                                                                 \
    KERNEL(commit)                                                                                 \
    KERNEL(rules)                                                                                  \
    KERNEL(aim)                                                                                    \
    KERNEL(fetch)                                                                                  \
    KERNEL(gather)                                                                                 \
    KERNEL(gather_mixed)                                                                           \
    KERNEL(stream)                                                                                 \
    KERNEL(pick)                                                                                   \
    KERNEL(settle)                                                                                 \
    KERNEL(merge)                                                                                  \
    KERNEL(react)                                                                                  \
    KERNEL(retire)                                                                                 \
    KERNEL(copy_row)                                                                               \
    KERNEL(probe)                                                                                  \
    KERNEL(race_begin)                                                                             \
    KERNEL(race_commit)                                                                            \
    KERNEL(race_pack)                                                                              \
    KERNEL(beam_children)                                                                          \
    KERNEL(reach_3) KERNEL(reach_4) KERNEL(reach_5) KERNEL(reach_6) KERNEL(reach_7)

typedef enum sh_gpu_kernel {
#define SH_GPU_KERNEL_NAME(name) SH_GPU_##name,
    SH_GPU_KERNELS(SH_GPU_KERNEL_NAME)
#undef SH_GPU_KERNEL_NAME
        SH_GPU_KERNEL_COUNT
} sh_gpu_kernel;

typedef enum sh_gpu_side { SH_GPU_MAIN, SH_GPU_BESIDE } sh_gpu_side;

#define SH_GPU_MARKS 16

typedef struct sh_gpu_info {
    char name[128];     // "NVIDIA H200"
    uint64_t memory;    // bytes on the card
    uint64_t available; // of them free now
    int processors;
    bool real; // false: the emulator
} sh_gpu_info;

typedef struct sh_gpu sh_gpu; // an open device

#define SH_GPU_INTERFACE 7 // raised whenever args, kernels or this table change

typedef struct sh_gpu_runtime {
    uint32_t interface;
    sh_status (*open)(sh_gpu **gpu, sh_error *error);
    void (*close)(sh_gpu *gpu);
    sh_status (*describe)(sh_gpu *gpu, sh_gpu_info *info, sh_error *error);
    // Device memory, zeroed; NULL with the error set where there is no room.
    void *(*allocate)(sh_gpu *gpu, uint64_t bytes, sh_error *error);
    void (*release)(sh_gpu *gpu, void *memory);
    // Memory of the host, zeroed, that kernels and the CPU both reach at the same address; NULL
    // with the error set where so much cannot be had or pinned.
    void *(*pin)(sh_gpu *gpu, uint64_t bytes, sh_error *error);
    void (*unpin)(sh_gpu *gpu, void *memory, uint64_t bytes);
    void (*fill)(sh_gpu *gpu, void *memory, int byte, uint64_t bytes);
    void (*upload)(sh_gpu *gpu, void *to, const void *from, uint64_t bytes);
    void (*download)(sh_gpu *gpu, void *to, const void *from, uint64_t bytes);
    // Runs a kernel for the units 0 … args->units-1.
    void (*launch)(sh_gpu *gpu, sh_gpu_side side, sh_gpu_kernel kernel, const sh_gpu_args *args);
    // A mark after all launches of a side so far, good until SH_GPU_MARKS later ones.
    int (*mark)(sh_gpu *gpu, sh_gpu_side side);
    // The launches of a side from here on wait until the mark is reached.
    void (*wait)(sh_gpu *gpu, sh_gpu_side side, int mark);
    // Waits for everything launched and says how it went.
    sh_status (*finish)(sh_gpu *gpu, sh_error *error);
    // Seconds that the device has spent in a kernel up to the last `finish`.
    double (*seconds)(sh_gpu *gpu, sh_gpu_kernel kernel);
} sh_gpu_runtime;

// The name of a kernel.
static inline const char *sh_gpu_kernel_name(sh_gpu_kernel kernel) {
#define SH_GPU_KERNEL_TEXT(name) #name,
    static const char *const names[] = {SH_GPU_KERNELS(SH_GPU_KERNEL_TEXT)};
#undef SH_GPU_KERNEL_TEXT
    return names[kernel];
}

// What the plugin exports under this name.
typedef const sh_gpu_runtime *sh_gpu_plugin(void);
#define SH_GPU_PLUGIN_SYMBOL "sh_gpu_plugin_get"

// The plugin's table, or NULL with a sentence that says why there is none. The plugin stays loaded.
const sh_gpu_runtime *sh_gpu_load(sh_error *error);
// The emulator's, which runs everything at once and in order.
const sh_gpu_runtime *sh_gpu_emulator(void);

#ifdef __cplusplus
}
#endif
