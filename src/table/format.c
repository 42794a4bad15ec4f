// SPDX-License-Identifier: MIT
// See format.h. Numbers are little-endian; every field is written and read by name and place.
#include "table/format.h"

#include <assert.h> // assert
#include <string.h> // memcpy
#include <xxhash.h> // XXH3_64bits

#include "base/text.h"
#include "table/band.h"
#include "table/parts.h"
#include "table/ratings.h"

static const uint8_t MAGIC[8] = {0x89, 'S', 'H', 'T', 'B', '\r', '\n', 0x1a};

const sh_mark sh_table_mark = {MAGIC, sizeof MAGIC, 0, "a table"};

uint64_t sh_checksum(const void *bytes, size_t count) { return XXH3_64bits(bytes, count); }

uint32_t sh_header_strips(const sh_header *header) {
    return (uint32_t)((header->info.columns + header->strip_columns - 1) / header->strip_columns);
}

uint32_t sh_header_grain(const sh_header *header) {
    return header->codec == SH_CODEC_BANDS ? 2 : 1;
}

uint64_t sh_header_pages(const sh_header *header) {
    return (header->info.blocks + SH_PAGE_BLOCKS - 1) / SH_PAGE_BLOCKS;
}

uint64_t sh_header_files(const sh_header *header) {
    const sh_table_info *info = &header->info;
    if (info->part_bytes == 0) return 1;
    return info->file_bytes / info->part_bytes + (info->file_bytes % info->part_bytes != 0);
}

uint64_t sh_header_units(const sh_header *header) {
    return (header->info.rows + header->unit_rows - 1) / header->unit_rows;
}

void sh_header_divide(sh_header *header, uint32_t states) {
    uint64_t columns = header->info.columns;
    assert(columns > 0 && columns <= UINT32_MAX && states > 0);
    uint64_t rows = states / columns;
    header->unit_rows = (uint32_t)(rows < 1                   ? 1
                                   : rows < SH_UNIT_MOST_ROWS ? rows
                                                              : SH_UNIT_MOST_ROWS);
    uint64_t strips = (columns + states - 1) / states;
    header->strip_columns = (uint32_t)((columns + strips - 1) / strips);
    header->info.blocks = sh_header_units(header) * sh_header_strips(header);
    header->info.block_states = header->unit_rows * header->strip_columns;
}

sh_block sh_header_block(const sh_header *header, uint64_t number) {
    assert(number < header->info.blocks);
    uint32_t strips = sh_header_strips(header);
    uint64_t unit = number / strips, strip = number % strips;
    sh_block block = {.first_row = unit * header->unit_rows, .rows = header->unit_rows};
    if (block.rows > header->info.rows - block.first_row)
        block.rows = (uint32_t)(header->info.rows - block.first_row);
    block.first_column = (uint32_t)strip * header->strip_columns;
    uint64_t last = (strip + 1) * header->strip_columns;
    block.last_column = (uint32_t)(last < header->info.columns ? last : header->info.columns);
    return block;
}

uint64_t sh_header_find(const sh_header *header, uint64_t row, uint64_t column, uint32_t *place) {
    assert(row < header->info.rows && column < header->info.columns);
    uint64_t unit = row / header->unit_rows, strip = column / header->strip_columns;
    *place = (uint32_t)((row - unit * header->unit_rows) * header->strip_columns + column -
                        strip * header->strip_columns);
    return unit * sh_header_strips(header) + strip;
}

static void put(uint8_t *bytes, uint64_t number, int count) {
    for (int i = 0; i < count; i++) bytes[i] = (uint8_t)(number >> 8 * i);
}

static uint64_t get(const uint8_t *bytes, int count) {
    uint64_t number = 0;
    for (int i = 0; i < count; i++) number |= (uint64_t)bytes[i] << 8 * i;
    return number;
}

void sh_put64(uint8_t *bytes, uint64_t number) { put(bytes, number, 8); }

uint64_t sh_get64(const uint8_t *bytes) { return get(bytes, 8); }

enum { AT_GAME = 16, AT_CREATOR = 136, AT_CHECKSUM = SH_HEADER_BYTES - 8 };

// The numbers of the header: X(place, bytes, field).
#define FIELDS(X)                                                                                  \
    X(8, 4, info.version)                                                                          \
    X(12, 4, info.metric)                                                                          \
    X(48, 4, info.profile)                                                                         \
    X(52, 4, codec)                                                                                \
    X(56, 8, info.rows)                                                                            \
    X(64, 8, info.columns)                                                                         \
    X(72, 8, info.wins)                                                                            \
    X(80, 8, info.losses)                                                                          \
    X(88, 8, info.draws)                                                                           \
    X(96, 8, info.illegal)                                                                         \
    X(104, 4, info.longest)                                                                        \
    X(108, 4, unit_rows)                                                                           \
    X(112, 4, strip_columns)                                                                       \
    X(116, 4, info.only_wins)                                                                      \
    X(120, 8, info.blocks)                                                                         \
    X(128, 8, info.created)                                                                        \
    X(200, 8, model_offset)                                                                        \
    X(208, 8, model_bytes)                                                                         \
    X(216, 8, model_size)                                                                          \
    X(224, 8, model_checksum)                                                                      \
    X(232, 8, index_offset)                                                                        \
    X(240, 8, data_offset)                                                                         \
    X(248, 8, info.file_bytes)                                                                     \
    X(256, 8, root)                                                                                \
    X(264, 8, ratings_offset)                                                                      \
    X(272, 8, ratings_bytes)                                                                       \
    X(280, 8, ratings_root)                                                                        \
    X(288, 8, info.part_bytes)

void sh_header_pack(sh_header *header, uint8_t *bytes) {
    memset(bytes, 0, SH_HEADER_BYTES);
    memcpy(bytes, MAGIC, sizeof MAGIC);
#define PUT(place, count, field) put(bytes + place, (uint64_t)header->field, count);
    FIELDS(PUT)
#undef PUT
    memcpy(bytes + AT_GAME, header->info.game, sizeof header->info.game);
    memcpy(bytes + AT_CREATOR, header->info.creator, sizeof header->info.creator);
    header->info.checksum = sh_checksum(bytes, AT_CHECKSUM);
    put(bytes + AT_CHECKSUM, header->info.checksum, 8);
}

// One section after the other, to the end of the file.
static bool sections_follow(const sh_header *h) {
    const sh_table_info *info = &h->info;
    uint64_t pages = sh_header_pages(h);
    if (h->model_bytes > h->model_size || h->model_size > SH_MOST_MODEL) return false;
    if (h->ratings_bytes > info->file_bytes || pages > info->file_bytes / SH_PAGE_BYTES)
        return false;
    return h->model_offset == SH_HEADER_BYTES &&
           h->ratings_offset == h->model_offset + h->model_bytes &&
           h->data_offset ==
               h->ratings_offset + h->ratings_bytes + sh_ratings_sums_size(h->ratings_bytes) &&
           h->index_offset == info->file_bytes - pages * SH_PAGE_BYTES &&
           h->data_offset <= h->index_offset;
}

static sh_codec codec_of(const sh_table_info *info) {
    if (info->metric == SH_CONTROL) return SH_CODEC_CODES;
    return info->version == SH_VERSION_BANDS ? SH_CODEC_BANDS : SH_CODEC_DUEL;
}

// Blocks of rows. Those of bands are compared with the game's regions, which are in the model.
static bool blocks_make_sense(const sh_header *h) {
    const sh_table_info *info = &h->info;
    if (h->strip_columns == 0 || h->unit_rows == 0 || h->unit_rows > SH_UNIT_MOST_ROWS)
        return false;
    if ((uint64_t)h->unit_rows * h->strip_columns > 1u << 24) return false;
    if (h->codec == SH_CODEC_BANDS) return info->blocks > 0 && h->unit_rows == SH_BAND_LANES;
    if (h->strip_columns > info->columns) return false;
    if (h->unit_rows > 1 && h->strip_columns != info->columns) return false;
    return info->blocks == sh_header_units(h) * sh_header_strips(h);
}

// Values and nothing else, a row to a block.
static bool is_plain(const sh_header *h) {
    const sh_table_info *info = &h->info;
    uint64_t states = info->rows * info->columns;
    return h->unit_rows == 1 && h->strip_columns == info->columns && info->blocks == info->rows &&
           h->model_size == 0 && h->ratings_bytes == 0 && info->part_bytes == 0 &&
           h->data_offset == SH_HEADER_BYTES && states <= UINT64_MAX / 4 &&
           info->file_bytes == SH_HEADER_BYTES + 2 * states;
}

// Do the numbers fit each other? What they say of the game is for the reader to compare.
static bool makes_sense(const sh_header *h) {
    const sh_table_info *info = &h->info;
    bool plain = h->codec == SH_CODEC_PLAIN;
    if (info->metric > SH_CONTROL || info->profile > SH_PUBLISHED) return false;
    if (h->codec != codec_of(info) && !plain) return false;
    if (info->metric == SH_CONTROL && info->version != SH_VERSION_ROWS && !plain) return false;
    if (info->only_wins && (info->metric != SH_DTW || h->codec != SH_CODEC_BANDS)) return false;
    if (info->columns == 0 || info->columns > UINT32_MAX || info->rows == 0) return false;
    if (info->rows > UINT64_MAX / info->columns) return false;
    if (plain) return is_plain(h);
    if (!blocks_make_sense(h)) return false;
    if (info->part_bytes % SH_PART_UNIT || info->file_bytes == 0) return false;
    if (info->file_bytes > INT64_MAX || sh_header_files(h) > SH_MOST_PARTS) return false;
    return sections_follow(h);
}

// The text in a field, which people and programs are shown.
static bool is_text(const char *field, size_t size) {
    return memchr(field, 0, size) != NULL && sh_text_is_plain(field);
}

sh_status sh_header_unpack(sh_header *header, const uint8_t *bytes, sh_error *error) {
    *header = (sh_header){0};
    if (memcmp(bytes, MAGIC, sizeof MAGIC) != 0)
        return sh_fail(error, SH_DATA, "this is not a table: it does not begin like a .shtb file");
    uint32_t version = (uint32_t)get(bytes + 8, 4);
    if (version != SH_VERSION_ROWS && version != SH_VERSION_BANDS)
        return sh_fail(error, SH_DATA,
                       "this table has format version %u; this program reads versions %d and %d: "
                       "solve the game again",
                       version, SH_VERSION_ROWS, SH_VERSION_BANDS);
    header->info.checksum = get(bytes + AT_CHECKSUM, 8);
    if (header->info.checksum != sh_checksum(bytes, AT_CHECKSUM))
        return sh_fail(error, SH_DATA, "the table's header is damaged (checksum)");
#define GET(place, count, field) header->field = get(bytes + place, count);
    FIELDS(GET)
#undef GET
    memcpy(header->info.game, bytes + AT_GAME, sizeof header->info.game);
    memcpy(header->info.creator, bytes + AT_CREATOR, sizeof header->info.creator);
    const sh_table_info *info = &header->info;
    if (!is_text(info->game, sizeof info->game) || !is_text(info->creator, sizeof info->creator))
        return sh_fail(error, SH_DATA,
                       "the table's header names a game or creator that is not plain text (UTF-8 "
                       "without control characters)");
    if (!makes_sense(header))
        return sh_fail(error, SH_DATA, "the table's header contradicts itself");
    header->info.block_states = header->unit_rows * header->strip_columns;
    header->info.files = (uint32_t)sh_header_files(header); // SH_MOST_PARTS at most
    return SH_OK;
}

void sh_page_pack(const sh_page *page, uint8_t *bytes) {
    put(bytes, page->offset, 8);
    for (int i = 0; i < SH_PAGE_BLOCKS; i++) {
        put(bytes + 8 + 2 * i, page->grains[i], 2);
        put(bytes + 8 + 2 * SH_PAGE_BLOCKS + 4 * i, page->checksum[i], 4);
    }
    put(bytes + SH_PAGE_BYTES - 8, sh_checksum(bytes, SH_PAGE_BYTES - 8), 8);
}

sh_status sh_page_unpack(sh_page *page, const uint8_t *bytes, sh_error *error) {
    if (get(bytes + SH_PAGE_BYTES - 8, 8) != sh_checksum(bytes, SH_PAGE_BYTES - 8))
        return sh_fail(error, SH_DATA, "the table's index is damaged (checksum)");
    page->offset = get(bytes, 8);
    for (int i = 0; i < SH_PAGE_BLOCKS; i++) {
        page->grains[i] = (uint16_t)get(bytes + 8 + 2 * i, 2);
        page->checksum[i] = (uint32_t)get(bytes + 8 + 2 * SH_PAGE_BLOCKS + 4 * i, 4);
    }
    return SH_OK;
}
