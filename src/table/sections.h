// SPDX-License-Identifier: MIT
// The sections of a table while it is written: model, ratings, blocks, index, and last the header.
//
// Whatever the codec, the file is put together in this order (format.h). The header's offsets,
// sizes and checksums are filled on the way.
#pragma once

#include "table/format.h"
#include "table/parts.h"

typedef struct sh_sections {
    sh_header *header;
    sh_parts_writer *parts;
    sh_page *pages;
    uint64_t blocks, end; // written so far, and their bytes
} sh_sections;

// Begins the file with room for the header, the model (compressed where that helps) and the
// ratings, of header->ratings_bytes, which may be none. header->info.blocks is known.
sh_status sh_sections_open(sh_sections *sections, sh_header *header, const char *file,
                           const uint8_t *model, size_t model_size, const uint8_t *ratings,
                           sh_error *error) SH_NODISCARD;
// Appends the next block, at most SH_BLOCK_MOST_BYTES.
void sh_sections_block(sh_sections *sections, const uint8_t *bytes, size_t count);
// Writes index and header and gives the files their names.
sh_status sh_sections_commit(sh_sections *sections, sh_error *error) SH_NODISCARD;
void sh_sections_abort(sh_sections *sections); // leaves nothing behind
