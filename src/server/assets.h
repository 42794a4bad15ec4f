// SPDX-License-Identifier: MIT
// The files of the web page, embedded in the program when it was built (tools/embed.sh).
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t

typedef struct sh_asset {
    const char *path; // "/assets/index-3f2a.js"
    const char *type; // media type
    const char *etag; // quoted, from the contents
    bool forever;     // the name changes with the contents
    const unsigned char *plain, *plain_end;
    const unsigned char *gzip, *gzip_end;
} sh_asset;

// Built from the page's files; ends with an entry whose path is NULL.
extern const sh_asset sh_asset_list[];

// The part of the page's security policy that says where its scripts and styles come from.
extern const char sh_asset_policy[];

// The file at a path, or NULL. The views of the page (/, /explore, /play, …) are all index.html:
// the page reads its own address.
const sh_asset *sh_asset_find(const char *path);
