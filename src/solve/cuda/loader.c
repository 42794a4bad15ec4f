// SPDX-License-Identifier: MIT
// Finding and loading the plugin.
#include <dlfcn.h>  // dlopen
#include <libgen.h> // dirname
#include <stdio.h>  // snprintf
#include <stdlib.h> // getenv
#include <unistd.h> // readlink

#include "solve/cuda/runtime.h"

#define PLUGIN "libsternhalma-cuda.so"

// Beside the program, or in the library folder beside the program's folder.
static void *open_nearby(void) {
    static const char *const places[] = {"", "/../lib", "/../lib/x86_64-linux-gnu"};
    char program[2048];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0) return NULL;
    program[length] = '\0';
    const char *folder = dirname(program);
    void *plugin = NULL;
    for (size_t i = 0; i < sizeof places / sizeof *places && !plugin; i++) {
        char name[4096];
        snprintf(name, sizeof name, "%s%s/%s", folder, places[i], PLUGIN);
        if (access(name, R_OK) == 0) plugin = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    }
    return plugin;
}

const sh_gpu_runtime *sh_gpu_load(sh_error *error) {
    const char *chosen = getenv("STERNHALMA_CUDA");
    void *plugin = chosen ? dlopen(chosen, RTLD_NOW | RTLD_LOCAL) : open_nearby();
    if (!plugin && !chosen) plugin = dlopen(PLUGIN, RTLD_NOW | RTLD_LOCAL);
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
