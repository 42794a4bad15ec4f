// SPDX-License-Identifier: MIT
// The .shtb file: header, model, ratings, blocks, index. docs/format.md is the specification.
//
// Version history:
//   1  first version
//   2  nothing whose size grows with the game is read to open a file: the ratings of armies are a
//      section of pages apart from the model; the index follows the blocks; files in parts
//   3  duels by the mover (band.h); races are as in version 2 and keep its number
//
//   offset 0              header, 512 bytes
//   model_offset          model: what decoding needs besides the block, maybe a zstd frame
//   ratings_offset        ratings of armies (duels), and a checksum for each 16 kB of them
//   data_offset           the blocks, one after the other
//   index_offset          index pages, 400 bytes for 64 blocks each
//
// Checksums form a tree: a block's stands in its index page, the pages are summed in the header's
// `root`, the ratings' pages in a list which the header sums, the model has its own, and the
// header's last word covers the header. So opening a file needs the header and the model only,
// reading a block one page, a few pages of ratings and the block, and the last word of the header
// stands for every byte of the file. All are XXH3 (64 bits); a block's is the low half.
//
// Blocks: rows of at most SH_BLOCK_STATES columns are grouped, `unit_rows` to a block; longer rows
// are cut into `strips` of `strip_columns`. A unit is one group of rows or one cut row. In version
// 3 a block is a patch (band.h) instead: unit_rows is 64, strip_columns those of the largest.
//
// Where part_bytes is not zero the file is cut after every part_bytes bytes: see parts.h.
#pragma once

#include <stdint.h> // uint64_t

#include "base/place.h"
#include "sternhalma/probe.h"

enum {
    SH_VERSION_ROWS = 2,
    SH_VERSION_BANDS = 3,
    SH_HEADER_BYTES = 512,
    SH_PAGE_BLOCKS = 64,
    SH_PAGE_BYTES = 8 + SH_PAGE_BLOCKS * (2 + 4) + 8,
    SH_BLOCK_STATES = 16384, // chosen by measurement: docs/performance.md
    SH_BLOCK_STATES_DTW = 8192,
    SH_BLOCK_MOST_GRAINS = 65535, // of sh_header_grain
    SH_ROWS_MOST_BYTES = SH_BLOCK_MOST_GRAINS,
    SH_BLOCK_MOST_BYTES = 2 * SH_BLOCK_MOST_GRAINS,
    SH_UNIT_MOST_ROWS = 512,
    SH_MOST_MODEL = 1 << 20, // bytes; none is larger
};

// What tables are recognised by.
extern const sh_mark sh_table_mark;

// How blocks are coded.
typedef enum sh_codec {
    SH_CODEC_DUEL = 1,  // duel.h
    SH_CODEC_CODES = 2, // codes.h
    SH_CODEC_BANDS = 3, // band.h
    SH_CODEC_PLAIN = 4, // plain_table.h; never in a file
} sh_codec;

typedef struct sh_header {
    sh_table_info info;
    sh_codec codec;
    uint32_t unit_rows;
    uint32_t strip_columns;
    uint64_t model_offset, model_bytes; // as stored
    uint64_t model_size;                // as used; greater than model_bytes where it is compressed
    uint64_t model_checksum;
    uint64_t ratings_offset, ratings_bytes; // without the checksums that follow
    uint64_t ratings_root;                  // checksum of those
    uint64_t data_offset, index_offset;
    uint64_t root;
} sh_header;

// Where a block's states are.
typedef struct sh_block {
    uint64_t first_row;
    uint32_t rows;
    uint32_t first_column, last_column; // of each of its rows
} sh_block;

// One page of the index.
typedef struct sh_page {
    uint64_t offset;                 // of its first block, from data_offset
    uint16_t grains[SH_PAGE_BLOCKS]; // of sh_header_grain, as long as each is
    uint32_t checksum[SH_PAGE_BLOCKS];
} sh_page;

// Divides rows × columns into blocks of about `states` states: unit_rows, strip_columns, blocks.
void sh_header_divide(sh_header *header, uint32_t states);
uint32_t sh_header_strips(const sh_header *header);
uint64_t sh_header_units(const sh_header *header);
uint64_t sh_header_pages(const sh_header *header); // of the index
uint32_t sh_header_grain(const sh_header *header); // in which the index counts bytes
uint64_t sh_header_files(const sh_header *header); // how many parts; 1: a single file
sh_block sh_header_block(const sh_header *header, uint64_t number);
// The block of a state and the state's place in it.
uint64_t sh_header_find(const sh_header *header, uint64_t row, uint64_t column, uint32_t *place);

// Bytes of SH_HEADER_BYTES, with the checksum. info.checksum is set.
void sh_header_pack(sh_header *header, uint8_t *bytes);
// SH_DATA where the bytes are not a header of a known version that makes sense.
sh_status sh_header_unpack(sh_header *header, const uint8_t *bytes, sh_error *error) SH_NODISCARD;

// Eight bytes of a file as a number and back.
void sh_put64(uint8_t *bytes, uint64_t number);
uint64_t sh_get64(const uint8_t *bytes);

void sh_page_pack(const sh_page *page, uint8_t *bytes);
// SH_DATA where the checksum differs.
sh_status sh_page_unpack(sh_page *page, const uint8_t *bytes, sh_error *error) SH_NODISCARD;

uint64_t sh_checksum(const void *bytes, size_t count);
static inline uint32_t sh_checksum_block(const void *bytes, size_t count) {
    return (uint32_t)sh_checksum(bytes, count);
}
