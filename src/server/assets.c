// SPDX-License-Identifier: MIT
#include "server/assets.h"

#include <string.h> // strcmp

static const char *const VIEWS[] = {"/", "/explore", "/play", "/three", "/puzzles", "/results"};

const sh_asset *sh_asset_find(const char *path) {
    for (size_t i = 0; i < sizeof VIEWS / sizeof *VIEWS; i++)
        if (!strcmp(path, VIEWS[i])) path = "/index.html";
    for (const sh_asset *asset = sh_asset_list; asset->path; asset++)
        if (!strcmp(path, asset->path)) return asset;
    return NULL;
}
