// SPDX-License-Identifier: MIT
// See writer.h. Duels are written by band_writer.c. Of a race the source is read twice: once for
// the alphabet, once for the blocks.
#include "table/writer.h"
#include "rank/rank_scopes.h"

#include <stdio.h>  // snprintf
#include <stdlib.h> // calloc
#include <string.h> // strlen

#include "base/text.h"
#include "table/band_writer.h"
#include "table/sections.h"
#include "table/units.h"

static sh_status check_part(uint64_t bytes, sh_error *error) {
    if (bytes >= SH_PART_UNIT) return SH_OK;
    return sh_fail(error, SH_USAGE, "a part of a table must have at least %d bytes", SH_PART_UNIT);
}

static sh_status start_header(sh_writing *w, sh_error *error) {
    const sh_recipe *recipe = w->recipe;
    sh_header *header = &w->header;
    sh_table_info *info = &header->info;
    if (recipe->metric == SH_DTW && !w->source->distances)
        return sh_fail(error, SH_USAGE, "a table of distances needs values with distances");
    if (recipe->only_wins && recipe->metric != SH_DTW)
        return sh_fail(error, SH_USAGE, "a table of metric %s has no distances of wins",
                       sh_metric_name(recipe->metric));
    if (recipe->metric == SH_DTW && w->source->only_wins && !recipe->only_wins)
        return sh_fail(error, SH_USAGE, "the table has no distances of losses to be written");
    sh_status status = sh_scope_check(&sh_solver_scope, recipe->game, error);
    if (status) return status;
    if ((recipe->metric == SH_CONTROL) != sh_has_triples(recipe->game))
        return sh_fail(error, SH_USAGE, "%s cannot have a table of metric %s", recipe->game->name,
                       sh_metric_name(recipe->metric));
    if (strlen(recipe->creator) >= sizeof info->creator || !sh_text_is_plain(recipe->creator))
        return sh_fail(error, SH_USAGE,
                       "the creator of a table must be UTF-8 without control characters, at most "
                       "%zu bytes",
                       sizeof info->creator - 1);
    snprintf(info->game, sizeof info->game, "%s", recipe->game->name);
    snprintf(info->creator, sizeof info->creator, "%s", recipe->creator);
    info->profile = recipe->game->profile;
    info->metric = recipe->metric;
    info->only_wins = recipe->only_wins;
    bool race = recipe->metric == SH_CONTROL;
    info->version = race ? SH_VERSION_ROWS : SH_VERSION_BANDS;
    info->created = recipe->created;
    info->rows = w->source->row_count;
    info->columns = w->source->column_count;
    header->codec = race ? SH_CODEC_CODES : SH_CODEC_BANDS;
    if (race)
        sh_header_divide(header, recipe->block_states ? recipe->block_states : SH_BLOCK_STATES);
    uint64_t part_bytes = recipe->part_bytes ? recipe->part_bytes : SH_PART_BYTES;
    info->part_bytes = part_bytes / SH_PART_UNIT * SH_PART_UNIT;
    return check_part(part_bytes, error);
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
    sh_status status = sh_units_run(w, "count", mark_codes, NULL, seen, error);
    for (size_t i = SH_CONTROL_CODES; i < threads * SH_CONTROL_CODES; i++)
        seen[i % SH_CONTROL_CODES] |= seen[i];
    if (!status) status = sh_codes_make(&w->codes, seen, error);
    free(seen);
    return status;
}

// The blocks of a batch on their way into the file.
typedef struct output {
    sh_sections sections;
    uint8_t *bytes;   // by slot: SH_ROWS_MOST_BYTES each
    uint32_t *sizes;  // by slot; 0: it did not fit
    ZSTD_CCtx **zstd; // by worker
} output;

static void encode_unit(void *context, const sh_unit *unit) {
    output *out = context;
    const sh_writing *w = unit->writing;
    size_t count = unit->rows * w->header.info.columns;
    uint8_t *letters = (uint8_t *)unit->values, last = 0; // byte i is written after value i is read
    for (size_t i = 0; i < count; i++) {
        uint16_t code = unit->values[i]; // impossible states repeat the letter before
        last = letters[i] = code < SH_CONTROL_CODES ? w->codes.letter[code] : last;
    }
    out->sizes[unit->slot] = // SH_CODES_NO_MEMORY stays larger than any
        (uint32_t)sh_codes_encode(out->zstd[unit->worker], letters, count,
                                  out->bytes + unit->slot * SH_ROWS_MOST_BYTES, SH_ROWS_MOST_BYTES);
}

static sh_status write_units(void *context, uint64_t first_unit, size_t count, sh_error *error) {
    (void)first_unit;
    output *out = context;
    for (size_t slot = 0; slot < count; slot++) {
        uint32_t size = out->sizes[slot];
        if (size == (uint32_t)SH_CODES_NO_MEMORY)
            return sh_fail(error, SH_RESOURCES, "out of memory to pack a block of a table");
        sh_sections_block(&out->sections, out->bytes + slot * SH_ROWS_MOST_BYTES, size);
        if (size == 0)
            return sh_fail(error, SH_USAGE, "a block is too large; choose smaller blocks");
    }
    return sh_parts_status(out->sections.parts, error);
}

static sh_status write_blocks(sh_writing *w, output *out, sh_error *error) {
    sh_status status = sh_units_run(w, "write", encode_unit, write_units, out, error);
    if (!status) return sh_sections_commit(&out->sections, error);
    sh_sections_abort(&out->sections);
    return status;
}

static bool output_open(output *out, size_t threads) {
    out->bytes = malloc((size_t)SH_BATCH_UNITS * SH_ROWS_MOST_BYTES);
    out->sizes = calloc(SH_BATCH_UNITS, sizeof *out->sizes);
    out->zstd = calloc(threads, sizeof *out->zstd); // NOLINT: pointers are meant
    bool enough = out->bytes && out->sizes && out->zstd;
    for (size_t i = 0; enough && i < threads; i++)
        enough = (out->zstd[i] = ZSTD_createCCtx()) != NULL;
    return enough;
}

static void output_close(output *out, size_t threads) {
    for (size_t i = 0; out->zstd && i < threads; i++) ZSTD_freeCCtx(out->zstd[i]);
    free(out->zstd);
    free(out->bytes);
    free(out->sizes);
}

static sh_status write_race(sh_writing *w, const char *file, sh_error *error) {
    output out = {0};
    size_t threads = (size_t)sh_pool_threads(w->pool);
    uint8_t model[2 * SH_MOST_LETTERS];
    sh_status status = output_open(&out, threads)
                           ? learn_codes(w, error)
                           : sh_fail(error, SH_RESOURCES, "out of memory to write a table");
    if (!status) {
        sh_codes_pack(&w->codes, model);
        status = sh_sections_open(&out.sections, &w->header, file, false, model,
                                  sh_codes_size(&w->codes), NULL, error);
    }
    if (!status) status = write_blocks(w, &out, error);
    output_close(&out, threads);
    return status;
}

sh_status sh_table_write_check(const char *file, uint64_t part_bytes, sh_error *error) {
    sh_status status = part_bytes ? check_part(part_bytes, error) : SH_OK;
    return status ? status : sh_parts_allowed(file, error);
}

uint64_t sh_table_write_bytes(const sh_game *game, sh_metric metric, bool by_mover,
                              uint64_t threads, uint64_t ranks) {
    bool fits = sh_has_pairs(game) && game->board.cells <= 64;
    return fits ? sh_bands_write_bytes(game, metric == SH_DTW, by_mover, threads, ranks) : 0;
}

sh_status sh_table_write(const char *file, const sh_recipe *recipe, const sh_value_source *source,
                         sh_pool *pool, const sh_monitor *monitor, sh_error *error) {
    sh_writing w = {
        .recipe = recipe, .source = source, .pool = pool, .monitor = monitor, .began = sh_clock()};
    sh_status status = start_header(&w, error);
    if (status) return status;
    if (w.header.codec == SH_CODEC_CODES) return write_race(&w, file, error);
    return sh_bands_write(file, &w.header, recipe, source, pool, monitor, error);
}
