// SPDX-License-Identifier: MIT
// The sections of a table while it is written: model, ratings, blocks, index, and last the header.
//
// Whatever the codec, the file is put together in this order (format.h). The header's offsets,
// sizes and checksums are filled on the way.
#pragma once

#include "table/format.h"
#include "table/parts.h"

// A block that somebody else writes.
typedef struct sh_block_note {
    uint32_t bytes, checksum;
} sh_block_note;

typedef struct sh_sections {
    sh_header *header;
    sh_parts_writer *parts;
    sh_page *pages;
    uint64_t blocks, end; // written so far, and their bytes
} sh_sections;

// Begins the file, to be `shared` with others or not, with room for the header, the model
// (compressed where that helps) and the ratings, of header->ratings_bytes, which may be none.
// header->info.blocks is known.
sh_status sh_sections_open(sh_sections *sections, sh_header *header, const char *file, bool shared,
                           const uint8_t *model, size_t model_size, const uint8_t *ratings,
                           sh_error *error) SH_NODISCARD;
// Another process joins, whose header->data_offset is the same: it can only put bytes and leave.
sh_status sh_sections_join(sh_sections *sections, sh_header *header, const char *file,
                           sh_error *error) SH_NODISCARD;
sh_status sh_sections_leave(sh_sections *sections, sh_error *error) SH_NODISCARD;
// Keeps room for bytes of blocks and notes what they are; then they can be put, by whoever has
// them, at their offset from the first block.
void sh_sections_keep(sh_sections *sections, const sh_block_note *notes, uint64_t count);
void sh_sections_put(sh_sections *sections, uint64_t offset, const uint8_t *bytes, size_t count);
// Appends the next block, at most SH_BLOCK_MOST_BYTES.
void sh_sections_block(sh_sections *sections, const uint8_t *bytes, size_t count);
// Writes index and header and gives the files their names.
sh_status sh_sections_commit(sh_sections *sections, sh_error *error) SH_NODISCARD;
void sh_sections_abort(sh_sections *sections); // leaves nothing behind
// Memory that all this takes at most.
uint64_t sh_sections_bytes(const sh_header *header, size_t model_size);
