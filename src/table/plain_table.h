// SPDX-License-Identifier: MIT
// A game that has just been solved, as the bytes of a table: a header, and two bytes for each
// state.
//
// The bytes are never written: whoever reads some of them asks the solver for those values. So one
// reader serves tables in files, by ranges and out of a solver's memory (byte_source.h). Nothing is
// compressed, nothing is cached, and only the header has a checksum; a file like that is refused.
#pragma once

#include "table/byte_source.h"
#include "table/format.h"

typedef struct sh_plain {
    void *context;
    // A state as the reader hands it out (sh_table_at). Thread-safe where the solver is.
    uint16_t (*value)(void *context, uint64_t row, uint64_t column);
    sh_header header;
    uint8_t head[SH_HEADER_BYTES];
} sh_plain;

// `info` says what the table is of: game, profile, metric, rows, columns and counts.
void sh_plain_make(sh_plain *plain, const sh_table_info *info);

uint64_t sh_plain_size(const sh_plain *plain);
// Bytes first … first+count-1; SH_DATA where there are not so many.
sh_status sh_plain_read(const sh_plain *plain, uint64_t first, void *bytes, size_t count,
                        sh_error *error) SH_NODISCARD;

// For sh_table_open_source; the values stay their owner's.
sh_byte_source sh_plain_bytes(sh_plain *plain);
