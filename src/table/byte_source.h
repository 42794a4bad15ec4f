// SPDX-License-Identifier: MIT
// Where the bytes of a table come from: files, memory, or ranges that somebody fetches.
//
// The reader asks for bytes by their place in the table and never knows where they are. A source
// that does not have them yet says SH_RESOURCES and remembers what was asked for; once it has them
// the same question is asked again.
#pragma once

#include <stddef.h> // size_t
#include <stdint.h> // uint64_t

#include "sternhalma/status.h"

typedef struct sh_byte_source {
    void *context;
    uint64_t size; // of the whole table
    // Exactly `count` bytes at an offset. SH_DATA where there are no such bytes. Thread-safe.
    sh_status (*read)(void *context, uint64_t offset, void *bytes, size_t count, sh_error *error);
    // Compares what only the source can compare, the seals of parts; may be NULL.
    sh_status (*check)(void *context, sh_error *error);
    void (*close)(void *context); // may be NULL
} sh_byte_source;

static inline sh_status sh_bytes_read(const sh_byte_source *source, uint64_t offset, void *bytes,
                                      size_t count, sh_error *error) {
    return source->read(source->context, offset, bytes, count, error);
}

// The checksum of a range.
sh_status sh_bytes_sum(const sh_byte_source *source, uint64_t offset, uint64_t count, uint64_t *sum,
                       sh_error *error) SH_NODISCARD;

// Bytes in memory, which must stay there.
sh_byte_source sh_bytes_in_memory(const void *bytes, uint64_t size);
