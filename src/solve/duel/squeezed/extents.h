// SPDX-License-Identifier: MIT
// Streams of bytes in one file without a name: what many write and each reads once.
//
// The file is cut into extents; a stream takes one when it has filled it in memory, and gives all
// of its extents back when it is dropped, for others to take. So the file is as long as all streams
// were at their longest, together. Appending to different streams is thread-safe, and so is
// reading.
#pragma once

#include <pthread.h> // pthread_mutex_t
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t

#include "solve/duel/squeezed/spares.h"
#include "sternhalma/status.h"

#define SH_EXTENT_BYTES 65536

typedef struct sh_extent_stream {
    uint32_t *extent; // where its full extents are
    uint64_t count, room;
    uint8_t *tail; // what comes after them, of SH_EXTENT_BYTES
    uint64_t bytes;
    pthread_mutex_t mutex;
} sh_extent_stream;

typedef struct sh_extents {
    int file;
    uint32_t *free;         // to be taken again
    uint64_t count, room;   // of these
    uint64_t end;           // extents of the file
    uint64_t read, written; // bytes, of the file
    sh_spares tails;
    pthread_mutex_t mutex;
} sh_extents;

sh_status sh_extents_open(sh_extents *extents, const char *folder, sh_error *error) SH_NODISCARD;
void sh_extents_close(sh_extents *extents); // streams are dropped before

void sh_extent_stream_open(sh_extent_stream *stream);
// Appends; *place is where.
sh_status sh_extent_stream_add(sh_extents *extents, sh_extent_stream *stream, const void *bytes,
                               size_t size, uint64_t *place, sh_error *error) SH_NODISCARD;
sh_status sh_extent_stream_read(sh_extents *extents, const sh_extent_stream *stream, uint64_t place,
                                void *bytes, size_t size, sh_error *error) SH_NODISCARD;
// Empty again.
void sh_extent_stream_drop(sh_extents *extents, sh_extent_stream *stream);
