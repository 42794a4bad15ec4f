// SPDX-License-Identifier: MIT
// Libraries that the program loads at run time, if they are there.
#pragma once

// dlopen: what the environment variable names or, where it is not set, the library of this name
// beside the program, in the library folder beside the program's folder, or where the system finds
// it. NULL if none can be loaded; sh_plugin_error says why.
void *sh_plugin_open(const char *variable, const char *name);
const char *sh_plugin_error(void); // never NULL, which dlerror may be
