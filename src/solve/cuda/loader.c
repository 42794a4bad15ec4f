// SPDX-License-Identifier: MIT
// Loading the plugin.
#include <dlfcn.h>  // dlsym
#include <stddef.h> // NULL

#include "base/plugins.h"
#include "solve/cuda/runtime.h"

#define PLUGIN "libsternhalma-cuda.so"

const sh_gpu_runtime *sh_gpu_load(sh_error *error) {
    void *plugin = sh_plugin_open("STERNHALMA_CUDA", PLUGIN);
    if (!plugin) {
        (void)!sh_fail(error, SH_RESOURCES, "no GPU backend: %s", dlerror());
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
