// SPDX-License-Identifier: MIT
// Files that are either whole or not there.
//
// A writer writes to NAME.tmp-PID in the same folder; sh_writer_commit syncs it, renames it over
// NAME and syncs the folder. sh_writer_abort (or a crash) leaves NAME as it was. A map is a
// read-only view of a whole file.
#pragma once

#include <stddef.h> // size_t
#include <stdint.h> // uint64_t

#include "sternhalma/status.h"

typedef struct sh_writer sh_writer;

sh_status sh_writer_open(sh_writer **writer, const char *name, sh_error *error) SH_NODISCARD;
// Appends. Errors stick: the commit reports the first one.
void sh_writer_write(sh_writer *writer, const void *bytes, size_t count);
// Overwrites bytes written before, a header for instance.
void sh_writer_patch(sh_writer *writer, uint64_t offset, const void *bytes, size_t count);
uint64_t sh_writer_offset(const sh_writer *writer);
sh_status sh_writer_commit(sh_writer *writer, sh_error *error) SH_NODISCARD; // frees the writer
void sh_writer_abort(sh_writer *writer);                                     // frees the writer

typedef struct sh_map {
    const uint8_t *bytes;
    size_t size;
} sh_map;

sh_status sh_map_open(sh_map *map, const char *name, sh_error *error) SH_NODISCARD;
void sh_map_close(sh_map *map);

// A view of several files as one: room for `size` bytes, then the first `count` bytes of one open
// file after the other at its place, a multiple of the size of a page. Bytes without a file fault.
sh_status sh_map_reserve(sh_map *map, size_t size, sh_error *error) SH_NODISCARD;
sh_status sh_map_place(sh_map *map, size_t offset, int descriptor, size_t count,
                       sh_error *error) SH_NODISCARD;
