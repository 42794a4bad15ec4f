// SPDX-License-Identifier: MIT
// See writer.h. Steps: what the table is (header), what decoding it needs (model and ratings), the
// blocks in order, the index, and last the header over the place kept for it.
#include "table/writer.h"

#include <assert.h> // assert
#include <stdio.h>  // snprintf
#include <stdlib.h> // calloc
#include <string.h> // memcpy
#include <xxhash.h> // XXH3_state_t
#include <zstd.h>   // ZSTD_compress

#include "table/parts.h"
#include "table/value_model_fit.h"

enum { MODEL_LEVEL = 19 }; // of zstd

static sh_status start_header(sh_writing *w, sh_error *error) {
    const sh_recipe *recipe = w->recipe;
    sh_header *header = &w->header;
    sh_table_info *info = &header->info;
    if (recipe->metric == SH_DTW && !w->source->distances)
        return sh_fail(error, SH_USAGE, "a table of distances needs values with distances");
    if ((recipe->metric == SH_CONTROL) != sh_game_is_race(recipe->game))
        return sh_fail(error, SH_USAGE, "%s cannot have a table of metric %s", recipe->game->name,
                       sh_metric_name(recipe->metric));
    snprintf(info->game, sizeof info->game, "%s", recipe->game->name);
    snprintf(info->creator, sizeof info->creator, "%s", recipe->creator);
    info->profile = recipe->game->profile;
    info->metric = recipe->metric;
    info->version = SH_FORMAT_VERSION;
    info->created = recipe->created;
    info->rows = w->source->row_count;
    info->columns = w->source->column_count;
    header->codec = recipe->metric == SH_CONTROL ? SH_CODEC_CODES : SH_CODEC_DUEL;
    uint32_t states = recipe->metric == SH_DTW ? SH_BLOCK_STATES_DTW : SH_BLOCK_STATES;
    sh_header_divide(header, recipe->block_states ? recipe->block_states : states);
    uint64_t part_bytes = recipe->part_bytes ? recipe->part_bytes : SH_PART_BYTES;
    if (part_bytes < SH_PART_UNIT)
        return sh_fail(error, SH_USAGE, "a part of a table must have at least %d bytes",
                       SH_PART_UNIT);
    info->part_bytes = part_bytes / SH_PART_UNIT * SH_PART_UNIT;
    return SH_OK;
}

static sh_status learn_duel(sh_writing *w, sh_error *error) {
    const sh_table_info *info = &w->header.info;
    sh_status status = sh_pairs_open(&w->pairs, w->recipe->game, error);
    if (status) return status;
    if (sh_pairs_rows(w->pairs) != info->rows || sh_pairs_columns(w->pairs) != info->columns)
        return sh_fail(error, SH_USAGE, "the values are not those of %s", info->game);
    sh_walk_make(&w->walk, w->recipe->game);
    uint64_t sets = sh_walk_sets(&w->walk);
    bool distances = info->metric == SH_DTW;
    w->header.ratings_bytes = sh_ratings_size(sets, info->rows, distances);
    w->ratings = malloc(w->header.ratings_bytes);
    if (!w->ratings) return sh_fail(error, SH_RESOURCES, "out of memory to write a table");
    status = sh_value_model_make(&w->model, distances, error);
    w->model.ratings = sh_ratings_view(w->ratings, sets, info->rows, distances);
    if (!status) status = sh_value_model_fit_merits(w, error);
    if (!status) status = sh_value_model_fit_probabilities(w, error);
    return status;
}

static void mark_codes(void *context, const sh_unit *unit) {
    uint8_t *seen = (uint8_t *)context + (size_t)unit->worker * SH_CONTROL_CODES;
    size_t count = unit->rows * unit->writing->header.info.columns;
    for (size_t i = 0; i < count; i++)
        if (unit->values[i] < SH_CONTROL_CODES) seen[unit->values[i]] = 1;
}

static sh_status learn_codes(sh_writing *w, sh_error *error) {
    size_t threads = (size_t)sh_pool_threads(w->pool);
    uint8_t *seen = calloc(threads, SH_CONTROL_CODES);
    if (!seen) return sh_fail(error, SH_RESOURCES, "out of memory to write a table");
    sh_status status = sh_units_run(w, "count", 1, mark_codes, NULL, seen, error);
    for (size_t i = SH_CONTROL_CODES; i < threads * SH_CONTROL_CODES; i++)
        seen[i % SH_CONTROL_CODES] |= seen[i];
    if (!status) status = sh_codes_make(&w->codes, seen, error);
    free(seen);
    return status;
}

// The model section as it will be stored: *bytes is the caller's to free.
static sh_status pack_model(sh_writing *w, uint8_t **bytes, sh_error *error) {
    sh_header *header = &w->header;
    bool duel = header->codec == SH_CODEC_DUEL;
    size_t size = duel ? sh_value_model_size(w->model.distances) : sh_codes_size(&w->codes);
    size_t room = ZSTD_compressBound(size);
    uint8_t *plain = malloc(size), *packed = malloc(room);
    if (!plain || !packed) {
        free(plain);
        free(packed);
        return sh_fail(error, SH_RESOURCES, "out of memory to write a table");
    }
    if (duel)
        sh_value_model_pack(&w->model, plain);
    else
        sh_codes_pack(&w->codes, plain);
    size_t less = ZSTD_compress(packed, room, plain, size, MODEL_LEVEL);
    bool compressed = !ZSTD_isError(less) && less < size;
    header->model_offset = SH_HEADER_BYTES;
    header->model_size = size;
    header->model_bytes = compressed ? less : size;
    *bytes = compressed ? packed : plain;
    free(compressed ? plain : packed);
    header->model_checksum = sh_checksum(*bytes, header->model_bytes);
    return SH_OK;
}

// The blocks on their way into the file.
typedef struct output {
    sh_writing *writing;
    sh_parts_writer *parts;
    uint8_t *bytes;  // by slot and strip: SH_BLOCK_MOST_BYTES each
    uint32_t *sizes; // by slot and strip; 0: it did not fit
    sh_page *pages;
    uint64_t end; // of the blocks written
    bool too_large;
} output;

static size_t encode_duel(const sh_unit *unit, const sh_block *block, const uint8_t *values,
                          uint8_t *bytes) {
    const sh_writing *w = unit->writing;
    sh_encoder encoder = sh_encoder_start(bytes, SH_BLOCK_MOST_BYTES);
    for (uint32_t i = 0; i < unit->rows; i++) {
        sh_span span = sh_duel_span(w->pairs, block, i);
        sh_duel_encode(&w->model, &w->walk, &span, values + i * w->header.info.columns + span.first,
                       unit->scratch, &encoder);
    }
    sh_encoder_finish(&encoder);
    if (encoder.count == 0 && !encoder.full) bytes[encoder.count++] = 0; // no block is empty
    return encoder.full ? 0 : encoder.count;
}

static size_t encode_codes(const sh_unit *unit, uint8_t *bytes) {
    const sh_writing *w = unit->writing;
    size_t count = unit->rows * w->header.info.columns;
    uint8_t *letters = (uint8_t *)unit->values, last = 0; // in place, as in sh_unit_bytes
    for (size_t i = 0; i < count; i++) {
        uint16_t code = unit->values[i]; // impossible states repeat the letter before
        last = letters[i] = code < SH_CONTROL_CODES ? w->codes.letter[code] : last;
    }
    return sh_codes_encode(letters, count, bytes, SH_BLOCK_MOST_BYTES);
}

static void encode_unit(void *context, const sh_unit *unit) {
    output *out = context;
    const sh_header *header = &unit->writing->header;
    uint32_t strips = sh_header_strips(header);
    bool duel = header->codec == SH_CODEC_DUEL;
    const uint8_t *values = duel ? sh_unit_bytes(unit) : NULL;
    for (uint32_t strip = 0; strip < strips; strip++) {
        size_t place = unit->slot * strips + strip;
        uint8_t *bytes = out->bytes + place * SH_BLOCK_MOST_BYTES;
        sh_block block = sh_header_block(header, unit->number * strips + strip);
        out->sizes[place] =
            (uint32_t)(duel ? encode_duel(unit, &block, values, bytes) : encode_codes(unit, bytes));
    }
}

static void write_units(void *context, uint64_t first_unit, size_t count) {
    output *out = context;
    uint32_t strips = sh_header_strips(&out->writing->header);
    for (size_t place = 0; place < count * strips; place++) {
        uint64_t number = first_unit * strips + place;
        const uint8_t *bytes = out->bytes + place * SH_BLOCK_MOST_BYTES;
        uint32_t size = out->sizes[place];
        sh_page *page = &out->pages[number / SH_PAGE_BLOCKS];
        if (number % SH_PAGE_BLOCKS == 0) page->offset = out->end;
        page->bytes[number % SH_PAGE_BLOCKS] = (uint16_t)size;
        page->checksum[number % SH_PAGE_BLOCKS] = sh_checksum_block(bytes, size);
        sh_parts_write(out->parts, bytes, size);
        out->end += size;
        out->too_large |= size == 0;
    }
}

static void write_index(output *out, uint64_t pages) {
    sh_header *header = &out->writing->header;
    XXH3_state_t *root = XXH3_createState();
    assert(root);
    XXH3_64bits_reset(root);
    header->index_offset = sh_parts_offset(out->parts);
    for (uint64_t i = 0; i < pages; i++) {
        uint8_t bytes[SH_PAGE_BYTES];
        sh_page_pack(&out->pages[i], bytes);
        XXH3_64bits_update(root, bytes, sizeof bytes);
        sh_parts_write(out->parts, bytes, sizeof bytes);
    }
    header->root = XXH3_64bits_digest(root);
    XXH3_freeState(root);
}

// The ratings and their checksums.
static sh_status write_ratings(output *out, sh_error *error) {
    const sh_writing *w = out->writing;
    sh_header *header = &out->writing->header;
    uint64_t count = sh_ratings_sums_size(header->ratings_bytes);
    uint8_t *sums = malloc(count + 1);
    if (!sums) return sh_fail(error, SH_RESOURCES, "out of memory to write a table");
    sh_ratings_sum(w->ratings, header->ratings_bytes, sums);
    header->ratings_offset = sh_parts_offset(out->parts);
    header->ratings_root = sh_checksum(sums, count);
    sh_parts_write(out->parts, w->ratings, header->ratings_bytes);
    sh_parts_write(out->parts, sums, count);
    header->data_offset = sh_parts_offset(out->parts);
    free(sums);
    return SH_OK;
}

// Everything but the header, for which only room is left.
static sh_status write_sections(output *out, const uint8_t *model, sh_error *error) {
    sh_writing *w = out->writing;
    sh_header *header = &w->header;
    static const uint8_t zeros[SH_HEADER_BYTES];
    sh_parts_write(out->parts, zeros, SH_HEADER_BYTES);
    sh_parts_write(out->parts, model, header->model_bytes);
    sh_status status = write_ratings(out, error);
    if (!status) status = sh_units_run(w, "write", 1, encode_unit, write_units, out, error);
    if (!status && out->too_large)
        status = sh_fail(error, SH_USAGE, "a block is too large; choose smaller blocks");
    if (!status) write_index(out, sh_header_pages(header));
    return status;
}

static sh_status write_file(output *out, const char *file, const uint8_t *model, sh_error *error) {
    sh_header *header = &out->writing->header;
    size_t places = (size_t)SH_BATCH_UNITS * sh_header_strips(header);
    out->bytes = malloc(places * SH_BLOCK_MOST_BYTES);
    out->sizes = calloc(places, sizeof *out->sizes);
    out->pages = calloc(sh_header_pages(header), sizeof *out->pages);
    if (!out->bytes || !out->sizes || !out->pages)
        return sh_fail(error, SH_RESOURCES, "out of memory to write a table");
    sh_status status = sh_parts_create(&out->parts, file, header->info.part_bytes, error);
    if (status) return status;
    status = write_sections(out, model, error);
    if (status) {
        sh_parts_abort(out->parts);
        return status;
    }
    header->info.file_bytes = sh_parts_offset(out->parts);
    if (sh_header_files(header) == 1) header->info.part_bytes = 0;
    uint8_t bytes[SH_HEADER_BYTES];
    sh_header_pack(header, bytes);
    return sh_parts_commit(out->parts, bytes, sizeof bytes, header->info.checksum, error);
}

sh_status sh_table_write_check(const char *file, sh_error *error) {
    return sh_parts_allowed(file, error);
}

sh_status sh_table_write(const char *file, const sh_recipe *recipe, const sh_value_source *source,
                         sh_pool *pool, const sh_monitor *monitor, sh_error *error) {
    sh_writing w = {
        .recipe = recipe, .source = source, .pool = pool, .monitor = monitor, .began = sh_clock()};
    uint8_t *model = NULL;
    output out = {.writing = &w};
    sh_status status = start_header(&w, error);
    if (!status)
        status = w.header.codec == SH_CODEC_DUEL ? learn_duel(&w, error) : learn_codes(&w, error);
    if (!status) status = pack_model(&w, &model, error);
    if (!status) status = write_file(&out, file, model, error);
    free(model);
    free(w.ratings);
    free(out.bytes);
    free(out.sizes);
    free(out.pages);
    sh_value_model_free(&w.model);
    sh_pairs_close(w.pairs);
    return status;
}
