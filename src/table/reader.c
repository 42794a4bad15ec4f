// SPDX-License-Identifier: MIT
// See reader.h and sternhalma/probe.h: opening, checking, and reading blocks.
#include "table/reader.h"
#include "rank/rank_scopes.h"

#include <assert.h>      // assert
#include <stdlib.h>      // calloc
#include <string.h>      // strcmp
#include <zstd.h>        // ZSTD_decompress
#include <zstd_errors.h> // ZSTD_getErrorCode

#include "table/duel.h"

// Where the stored bytes of a block are.
typedef struct stored_block {
    uint64_t offset; // from the first block
    size_t bytes;
    uint32_t checksum;
} stored_block;

static sh_status find_block(const sh_table *table, uint64_t number, stored_block *stored,
                            sh_error *error) {
    const sh_header *header = &table->header;
    uint8_t bytes[SH_PAGE_BYTES];
    sh_page page;
    uint64_t place = number / SH_PAGE_BLOCKS * SH_PAGE_BYTES, at = number % SH_PAGE_BLOCKS;
    sh_status status =
        sh_bytes_read(&table->source, header->index_offset + place, bytes, sizeof bytes, error);
    if (!status) status = sh_page_unpack(&page, bytes, error);
    if (status) return status;
    uint64_t room = header->index_offset - header->data_offset;
    uint32_t grain = sh_header_grain(header);
    *stored = (stored_block){page.offset, page.grains[at] * grain, page.checksum[at]};
    for (uint64_t i = 0; i < at; i++) stored->offset += page.grains[i] * grain;
    if (page.offset > room || stored->offset > room || stored->bytes > room - stored->offset)
        return sh_fail(error, SH_DATA, "the table's index points outside the blocks");
    return SH_OK;
}

// The bytes of a block, checked, into a buffer of SH_BLOCK_MOST_BYTES.
static sh_status read_block(const sh_table *table, uint64_t number, stored_block *stored,
                            uint8_t *bytes, sh_error *error) {
    if (table->header.codec == SH_CODEC_PLAIN)
        return sh_fail(error, SH_USAGE, "a game in a solver's memory has no blocks");
    sh_status status = find_block(table, number, stored, error);
    if (!status)
        status = sh_bytes_read(&table->source, table->header.data_offset + stored->offset, bytes,
                               stored->bytes, error);
    if (status || sh_checksum_block(bytes, stored->bytes) == stored->checksum) return status;
    return sh_fail(error, SH_DATA, "block %llu of the table is damaged (checksum)",
                   (unsigned long long)number);
}

sh_status sh_table_block(const sh_table *table, uint64_t number, uint8_t *states, sh_error *error) {
    uint8_t bytes[SH_BLOCK_MOST_BYTES];
    stored_block stored;
    sh_status status = read_block(table, number, &stored, bytes, error);
    if (status) return status;
    sh_block block = sh_header_block(&table->header, number);
    if (table->header.codec == SH_CODEC_DUEL)
        return sh_rows_decode(table, &block, bytes, stored.bytes, states, error);
    size_t letters = (size_t)block.rows * (block.last_column - block.first_column);
    return sh_codes_decode(&table->codes, bytes, stored.bytes, states, letters, error);
}

static int cached_bits(const sh_table *table) {
    return table->header.info.metric == SH_WDL ? 2 : 8;
}

static sh_status load_rows(const sh_table *table, uint64_t number, void *packed, sh_error *error) {
    uint32_t count = table->header.info.block_states;
    uint8_t *states = calloc(count, 1);
    if (!states) return sh_fail(error, SH_RESOURCES, "out of memory for a block of a table");
    sh_status status = sh_table_block(table, number, states, error);
    if (!status) sh_cache_pack(states, count, cached_bits(table), packed);
    free(states);
    return status;
}

sh_status sh_table_patch(const sh_table *table, const sh_band *band, uint32_t group,
                         sh_patch_desk *desk, void *packed, sh_error *error) {
    uint8_t bytes[SH_BLOCK_MOST_BYTES + SH_RANS_SLACK];
    stored_block stored;
    uint64_t number = band->number * table->bands.regions.groups + group;
    sh_status status = sh_patch_shape_make(&desk->shape, &table->bands.regions, band, group, error);
    if (!status) status = read_block(table, number, &stored, bytes, error);
    if (status) return status;
    memset(bytes + stored.bytes, 0, SH_RANS_SLACK);
    return sh_bands_decode(&table->bands, band, group, desk, bytes, stored.bytes, packed, error);
}

static sh_status load_patch(const sh_table *table, uint64_t number, void *packed, sh_error *error) {
    const sh_regions *regions = &table->bands.regions;
    sh_bands *bands = (sh_bands *)&table->bands; // desks are no part of the value
    sh_patch_desk *desk = sh_bands_take_desk(bands);
    sh_band band;
    if (!desk) return sh_fail(error, SH_RESOURCES, "out of memory for a block of a table");
    sh_band_make(&band, table->pairs, regions->cells, number / regions->groups);
    sh_status status =
        sh_table_patch(table, &band, (uint32_t)(number % regions->groups), desk, packed, error);
    sh_bands_give_desk(bands, desk);
    return status;
}

sh_status sh_table_packed(const sh_table *table, uint64_t number, void *packed, sh_error *error) {
    bool bands = table->header.codec == SH_CODEC_BANDS;
    return (bands ? load_patch : load_rows)(table, number, packed, error);
}

// A sh_cache_load.
static sh_status load_block(const void *context, uint64_t number, void *packed, sh_error *error) {
    return sh_table_packed(context, number, packed, error);
}

// Compares the model section's checksum and unpacks it where it is compressed.
static sh_status unpack_model(const sh_header *header, const uint8_t *stored, uint8_t *model,
                              sh_error *error) {
    if (sh_checksum(stored, header->model_bytes) != header->model_checksum)
        return sh_fail(error, SH_DATA, "the table's model is damaged (checksum)");
    if (header->model_bytes == header->model_size) {
        memcpy(model, stored, header->model_size);
        return SH_OK;
    }
    size_t size = ZSTD_decompress(model, header->model_size, stored, header->model_bytes);
    if (ZSTD_getErrorCode(size) == ZSTD_error_memory_allocation)
        return sh_fail(error, SH_RESOURCES, "out of memory for a table's model");
    if (ZSTD_isError(size) || size != header->model_size)
        return sh_fail(error, SH_DATA, "the table's model cannot be unpacked");
    return SH_OK;
}

// The model section as it is used: *model is the caller's to free.
static sh_status read_model(const sh_table *table, uint8_t **model, sh_error *error) {
    const sh_header *header = &table->header;
    uint8_t *stored = malloc(header->model_bytes + 1);
    *model = malloc(header->model_size + 1);
    sh_status status = stored && *model
                           ? sh_bytes_read(&table->source, header->model_offset, stored,
                                           header->model_bytes, error)
                           : sh_fail(error, SH_RESOURCES, "out of memory for a table's model");
    if (!status) status = unpack_model(header, stored, *model, error);
    free(stored);
    return status;
}

static sh_status wrong_size(const sh_table *table, sh_error *error) {
    return sh_fail(error, SH_DATA, "the table's size is not that of %s", table->game.name);
}

static sh_status open_duel(sh_table *table, sh_error *error) {
    const sh_header *header = &table->header;
    const sh_table_info *info = &header->info;
    sh_status status = sh_pairs_open(&table->pairs, &table->game, error);
    if (status) return status == SH_RESOURCES ? status : SH_DATA;
    if (sh_pairs_rows(table->pairs) != info->rows ||
        sh_pairs_columns(table->pairs) != info->columns || table->game.board.cells > 64 ||
        table->game.pieces > SH_WALK_MAX_PIECES)
        return wrong_size(table, error);
    if (header->codec == SH_CODEC_PLAIN) return SH_OK;
    sh_walk_make(&table->walk, &table->game);
    bool bands = header->codec == SH_CODEC_BANDS, distances = info->metric == SH_DTW;
    uint64_t sets = sh_walk_sets(&table->walk);
    size_t model =
        bands ? sh_bands_model_size(&table->game, distances) : sh_value_model_size(distances);
    if (header->model_size != model ||
        header->ratings_bytes != sh_ratings_size(sets, info->rows, distances))
        return wrong_size(table, error);
    uint8_t *bytes = NULL;
    status = sh_guard_open(&table->guard, &table->source, header->ratings_offset,
                           header->ratings_bytes, error);
    if (!status) status = read_model(table, &bytes, error);
    if (!status && bands)
        status = sh_bands_open(&table->bands, &table->game, header, table->pairs, bytes,
                               &table->guard, error);
    else if (!status)
        status = sh_rows_open(table, sets, bytes, error);
    free(bytes);
    return status;
}

static sh_status open_race(sh_table *table, sh_error *error) {
    const sh_header *header = &table->header;
    sh_status status = sh_triples_open(&table->triples, &table->game, error);
    if (status) return status == SH_RESOURCES ? status : SH_DATA;
    uint64_t sets = table->triples.sets;
    bool fits = header->info.columns == sets && header->info.rows == sets * sets;
    if (fits && header->codec == SH_CODEC_PLAIN) return SH_OK;
    if (!fits || header->model_size > 2 * SH_MOST_LETTERS || header->strip_columns != sets ||
        header->ratings_bytes != 0)
        return wrong_size(table, error);
    uint8_t *bytes = NULL;
    status = read_model(table, &bytes, error);
    if (!status) status = sh_codes_unpack(&table->codes, bytes, header->model_size, error);
    free(bytes);
    return status;
}

static sh_status open_header(sh_table *table, sh_error *error) {
    uint8_t header[SH_HEADER_BYTES];
    if (table->source.size < SH_HEADER_BYTES)
        return sh_fail(error, SH_DATA, "this is not a table: it is shorter than a header");
    sh_status status = sh_bytes_read(&table->source, 0, header, sizeof header, error);
    if (!status) status = sh_header_unpack(&table->header, header, error);
    if (!status && table->source.size != table->header.info.file_bytes)
        status = sh_fail(error, SH_DATA, "the table is cut off or too long: %llu bytes, not %llu",
                         (unsigned long long)table->source.size,
                         (unsigned long long)table->header.info.file_bytes);
    return status;
}

static sh_status open_table(sh_table *table, sh_error *error) {
    sh_status status = open_header(table, error);
    if (status) return status;
    const sh_table_info *info = &table->header.info;
    if (sh_game_parse(&table->game, info->game, info->profile, error))
        return sh_fail(error, SH_DATA, "the table is of a game that does not exist: %.31s",
                       info->game);
    bool race = info->metric == SH_CONTROL;
    if (!(race ? sh_has_triples : sh_has_pairs)(&table->game) ||
        strcmp(table->game.name, info->game) != 0)
        return sh_fail(error, SH_DATA, "the table is of another kind than its game %s", info->game);
    return (race ? open_race : open_duel)(table, error);
}

sh_status sh_table_open_source(sh_table **out, const sh_byte_source *source, size_t cache_bytes,
                               sh_error *error) {
    sh_table *table = calloc(1, sizeof *table);
    if (!table) {
        if (source->close) source->close(source->context);
        return sh_fail(error, SH_RESOURCES, "out of memory for a table");
    }
    table->source = *source;
    sh_status status = open_table(table, error);
    if (!status && table->header.codec != SH_CODEC_PLAIN)
        status = sh_cache_open(&table->cache, cache_bytes ? cache_bytes : SH_TABLE_CACHE_DEFAULT,
                               table->header.info.block_states, cached_bits(table), load_block,
                               table, error);
    if (status)
        sh_table_close(table);
    else
        *out = table;
    return status;
}

void sh_table_close(sh_table *table) {
    if (!table) return;
    sh_cache_close(table->cache);
    sh_value_model_free(&table->model);
    sh_bands_close(&table->bands);
    sh_pairs_close(table->pairs);
    sh_triples_close(&table->triples);
    sh_guard_close(&table->guard);
    if (table->source.close) table->source.close(table->source.context);
    free(table);
}

const sh_table_info *sh_table_about(const sh_table *table) { return &table->header.info; }

const sh_game *sh_table_game(const sh_table *table) { return &table->game; }

// All ratings, and the list of their checksums.
static sh_status check_ratings_again(const sh_table *table, sh_error *error) {
    const sh_header *header = &table->header;
    uint64_t sum, bytes = header->ratings_bytes;
    if (bytes == 0) return SH_OK;
    sh_status status = sh_bytes_sum(&table->source, header->ratings_offset + bytes,
                                    sh_ratings_sums_size(bytes), &sum, error);
    if (!status && sum != header->ratings_root)
        status = sh_fail(error, SH_DATA, "the table's ratings are damaged (checksum)");
    return status ? status : sh_guard_check_all(&table->guard, error);
}

static sh_status check_blocks(const sh_table *table, sh_error *error) {
    const sh_header *header = &table->header;
    uint8_t bytes[SH_BLOCK_MOST_BYTES];
    uint64_t end = 0;
    for (uint64_t number = 0; number < header->info.blocks; number++) {
        stored_block stored;
        sh_status status = read_block(table, number, &stored, bytes, error);
        if (status) return status;
        if (stored.offset != end)
            return sh_fail(error, SH_DATA, "the table's blocks overlap or leave gaps");
        end += stored.bytes;
    }
    if (header->data_offset + end != header->index_offset)
        return sh_fail(error, SH_DATA, "the table has bytes after its last block");
    return SH_OK;
}

// The header and the model were compared when the table was opened, but the file may have changed.
static sh_status check_head(const sh_table *table, sh_error *error) {
    const sh_header *header = &table->header;
    uint8_t bytes[SH_HEADER_BYTES];
    sh_header again;
    uint64_t sum;
    sh_status status = sh_bytes_read(&table->source, 0, bytes, sizeof bytes, error);
    if (!status) status = sh_header_unpack(&again, bytes, error);
    if (!status && again.info.checksum != header->info.checksum)
        status = sh_fail(error, SH_DATA, "the table was replaced while it was open");
    if (!status)
        status =
            sh_bytes_sum(&table->source, header->model_offset, header->model_bytes, &sum, error);
    if (!status && sum != header->model_checksum)
        status = sh_fail(error, SH_DATA, "the table's model is damaged (checksum)");
    return status;
}

sh_status sh_table_check(const sh_table *table, sh_error *error) {
    const sh_header *header = &table->header;
    size_t index = header->info.file_bytes - header->index_offset;
    uint64_t sum;
    sh_status status = check_head(table, error);
    if (!status) status = sh_bytes_sum(&table->source, header->index_offset, index, &sum, error);
    if (!status && sum != header->root)
        status = sh_fail(error, SH_DATA, "the table's index is damaged (checksum)");
    if (!status) status = check_ratings_again(table, error);
    if (!status) status = check_blocks(table, error);
    if (!status && table->source.check) status = table->source.check(table->source.context, error);
    return status;
}

uint64_t sh_table_place(const sh_table *table, const sh_position *position) {
    if (table->header.codec != SH_CODEC_BANDS) {
        sh_pair pair = sh_pairs_find(table->pairs, position);
        return sh_table_place_in_row(table, pair.row, pair.column);
    }
    sh_patch_place found = sh_bands_find(&table->bands, position);
    return found.block * table->header.info.block_states + found.place;
}

uint64_t sh_table_place_in_row(const sh_table *table, uint64_t row, uint64_t column) {
    if (table->header.codec == SH_CODEC_BANDS) {
        sh_position position;
        sh_pairs_position(table->pairs, (sh_pair){row, column}, &position);
        return sh_table_place(table, &position);
    }
    uint32_t place;
    uint64_t block = sh_header_find(&table->header, row, column, &place);
    return block * table->header.info.block_states + place;
}

static sh_status read_plain(const sh_table *table, uint64_t place, uint16_t *value,
                            sh_error *error) {
    uint8_t bytes[2] = {0, 0};
    sh_status status = sh_bytes_read(&table->source, table->header.data_offset + 2 * place, bytes,
                                     sizeof bytes, error);
    *value = (uint16_t)(bytes[0] | bytes[1] << 8);
    return status;
}

sh_status sh_table_at(const sh_table *table, uint64_t place, uint16_t *value, sh_error *error) {
    if (table->header.codec == SH_CODEC_PLAIN) return read_plain(table, place, value, error);
    uint64_t states = table->header.info.block_states;
    uint8_t byte;
    sh_status status =
        sh_cache_get(table->cache, place / states, (uint32_t)(place % states), &byte, error);
    if (status) return status;
    *value = table->header.codec == SH_CODEC_CODES ? table->codes.code[byte] : byte;
    return SH_OK;
}

sh_status sh_table_stored(const sh_table *table, uint64_t row, uint64_t column, uint16_t *value,
                          sh_error *error) {
    return sh_table_at(table, sh_table_place_in_row(table, row, column), value, error);
}
