// SPDX-License-Identifier: MIT
#include "base/plugins.h"

#include <dlfcn.h>  // dlopen
#include <libgen.h> // dirname
#include <stdio.h>  // snprintf
#include <stdlib.h> // getenv
#include <unistd.h> // readlink

static void *open_nearby(const char *plugin) {
    static const char *const places[] = {"", "/../lib", "/../lib/x86_64-linux-gnu"};
    char program[2048];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0) return NULL;
    program[length] = '\0';
    const char *folder = dirname(program);
    void *found = NULL;
    for (size_t i = 0; i < sizeof places / sizeof *places && !found; i++) {
        char name[4096];
        snprintf(name, sizeof name, "%s%s/%s", folder, places[i], plugin);
        if (access(name, R_OK) == 0) found = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    }
    return found;
}

void *sh_plugin_open(const char *variable, const char *name) {
    const char *chosen = getenv(variable);
    void *plugin = chosen ? dlopen(chosen, RTLD_NOW | RTLD_LOCAL) : open_nearby(name);
    return plugin || chosen ? plugin : dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

const char *sh_plugin_error(void) {
    const char *why = dlerror();
    return why ? why : "the system does not say why";
}
