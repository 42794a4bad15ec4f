// SPDX-License-Identifier: MIT
// The embedded files by path. There are few, so they are looked up one after the other.
#include "server/assets.h"

#include <string.h> // strcmp

static const char *const VIEWS[] = {"/",        "/explore",   "/play",  "/three",
                                    "/puzzles", "/transfers", "/rules", "/results"};

// Is the path this view, perhaps with a slash at its end?
static bool is_view(const char *path, const char *view) {
    size_t size = strlen(view);
    return !strncmp(path, view, size) && (!path[size] || !strcmp(path + size, "/"));
}

const sh_asset *sh_asset_find(const char *path) {
    for (size_t i = 0; i < sizeof VIEWS / sizeof *VIEWS; i++)
        if (is_view(path, VIEWS[i])) path = "/index.html";
    for (const sh_asset *asset = sh_asset_list; asset->path; asset++)
        if (!strcmp(path, asset->path)) return asset;
    return NULL;
}
