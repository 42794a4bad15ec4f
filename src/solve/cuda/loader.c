// SPDX-License-Identifier: MIT
// Loading the plugin, which loads NVIDIA's library, which is large and does not survive a failed
// allocation. So nothing is loaded on a machine without NVIDIA's driver.
#include <dlfcn.h>   // dlsym
#include <stdbool.h> // bool
#include <stddef.h>  // NULL
#include <unistd.h>  // access

#include "base/plugins.h"
#include "solve/cuda/runtime.h"

#define PLUGIN "libsternhalma-cuda.so"

// What the driver shows once it is loaded: of cards, under Windows (WSL), and on Jetson boards.
static bool is_driver_there(void) {
    static const char *const signs[] = {"/proc/driver/nvidia/version", "/dev/nvidiactl", "/dev/dxg",
                                        "/dev/nvhost-ctrl-gpu", "/dev/nvgpu"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (access(signs[i], F_OK) == 0) return true;
    return false;
}

const sh_gpu_runtime *sh_gpu_load(sh_error *error) {
    if (!is_driver_there()) {
        (void)!sh_fail(error, SH_RESOURCES, "no GPU: NVIDIA's driver is not loaded");
        return NULL;
    }
    void *plugin = sh_plugin_open("STERNHALMA_CUDA", PLUGIN);
    if (!plugin) {
        (void)!sh_fail(error, SH_RESOURCES, "no GPU backend: %s", sh_plugin_error());
        return NULL;
    }
    sh_gpu_plugin *get;
    *(void **)&get = dlsym(plugin, SH_GPU_PLUGIN_SYMBOL);
    const sh_gpu_runtime *runtime = get ? get() : NULL;
    if (runtime && runtime->interface == SH_GPU_INTERFACE) return runtime;
    (void)!sh_fail(error, SH_RESOURCES, "no GPU backend: %s is of another version of this program",
                   PLUGIN);
    dlclose(plugin);
    return NULL;
}
