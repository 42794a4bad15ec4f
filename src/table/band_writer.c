// SPDX-License-Identifier: MIT
// See band_writer.h: encoding, and the order of things. What is learned is in band_learn.c. Every
// step that takes long runs on all threads of the pool; the bytes do not depend on their number.
#include "table/band_writer.h"

#include <stdlib.h> // calloc
#include <string.h> // memcpy

#include "table/band_crew.h"
#include "table/band_reader.h"
#include "table/band_writing.h"
#include "table/patch_fit.h"
#include "table/ratings.h"

enum {
    MOST_STATES = 450 * SH_BAND_LANES, // of the patch of a random position, on average
    OUTCOME_BITS = 2,                  // no block takes more of them for each of its states
    DISTANCE_BITS = 5,                 // than this, with distances than that
};
static const uint64_t MOST_TASK_BYTES = 16 << 20;
static const uint64_t MOST_SAMPLES = 3300000; // in which the sets do not meet

// One stream of a patch, put before `end` of the block: where it begins, or NULL.
static uint8_t *encode_list(const sh_band_writing *w, const sh_band_worker *own, int states,
                            uint8_t *end) {
    return w->coder->encode(&own->scratch.list, states, end, (size_t)(end - own->block));
}

// The bytes of a patch at the end of the worker's block: two of length, outcomes, distances.
static uint8_t *encode_patch(const sh_band_writing *w, sh_band_worker *own, const sh_patch *patch) {
    uint8_t *end = own->block + SH_BLOCK_MOST_BYTES, *middle;
    w->coder->list_outcomes(patch, own->values, &own->scratch);
    if (!sh_band_distances(w)) return encode_list(w, own, SH_OUTCOME_STATES, end);
    // Distances stand behind the outcomes but need them known: the outcomes are encoded second.
    size_t count = own->scratch.list.count;
    uint32_t *outcomes = own->scratch.list.symbol;
    own->scratch.list.symbol += count;
    w->coder->list_distances(patch, own->values, &own->scratch);
    middle = encode_list(
        w, own, sh_distance_states(w->model->distance->fellow, patch->shape->columns), end);
    own->scratch.list.symbol = outcomes;
    own->scratch.list.count = count;
    uint8_t *begin = middle ? encode_list(w, own, SH_OUTCOME_STATES, middle) : NULL;
    if (!begin || begin - own->block < 2) return NULL;
    size_t words = (size_t)(middle - begin) / 2;
    *--begin = (uint8_t)(words >> 8);
    *--begin = (uint8_t)words;
    return begin;
}

static bool append(sh_band_bytes *to, const uint8_t *bytes, size_t count) {
    if (count == 0) return true;
    if (count > to->room - to->count) {
        size_t room = 2 * to->room + count;
        uint8_t *larger = realloc(to->bytes, room);
        if (!larger) return false;
        to->bytes = larger;
        to->room = room;
    }
    memcpy(to->bytes + to->count, bytes, count);
    to->count += count;
    return true;
}

// A sh_task.
static void encode_band(void *context, size_t index, int number) {
    sh_band_writing *w = context;
    sh_band_worker *own = &w->workers[number];
    sh_band_bytes *to = &w->bands[index];
    sh_band band;
    if (!sh_band_here(w, w->first + index)) return;
    sh_band_make(&band, w->pairs, w->regions.cells, w->first + index);
    to->count = 0;
    if (!to->sizes) to->sizes = malloc(w->regions.groups * sizeof *to->sizes);
    if (!to->sizes) {
        sh_band_note(w, SH_RESOURCES);
        return;
    }
    for (uint32_t group = 0; group < w->regions.groups; group++) {
        sh_patch patch;
        sh_status status = sh_band_open_patch(w, own, &band, group, &patch);
        if (!status) {
            const uint8_t *bytes = encode_patch(w, own, &patch);
            to->sizes[group] = (uint32_t)(own->block + SH_BLOCK_MOST_BYTES - bytes);
            if (!bytes || !append(to, bytes, to->sizes[group])) status = SH_RESOURCES;
        }
        sh_band_note(w, status);
        if (status) return;
    }
}

static sh_status flush_bands(sh_band_writing *w, uint64_t count, sh_error *error) {
    if (w->source->crew) return sh_band_share(w, count, error);
    for (uint64_t i = 0; i < count; i++) {
        const uint8_t *bytes = w->bands[i].bytes;
        for (uint32_t group = 0; group < w->regions.groups; group++) {
            sh_sections_block(&w->sections, bytes, w->bands[i].sizes[group]);
            bytes += w->bands[i].sizes[group];
        }
    }
    return sh_parts_status(w->sections.parts, error);
}

// The model section: how many regions, the region of each cell, and what patches need.
static uint8_t *pack_model(const sh_band_writing *w, size_t *size) {
    size_t cells = (size_t)w->regions.cells;
    *size = sh_bands_model_size(w->recipe->game, sh_band_distances(w));
    uint8_t *model = malloc(*size);
    if (!model) return NULL;
    model[0] = (uint8_t)w->regions.count;
    memcpy(model + 1, w->regions.of, cells);
    sh_patch_model_pack(w->model, model + 1 + cells);
    return model;
}

// As many bands from `first` on as memory holds, read and encoded. *first is where to go on.
static sh_status write_some(sh_band_writing *w, uint64_t *first, sh_error *error) {
    uint64_t bands = w->flat.bands, from = *first;
    uint64_t *wanted = calloc(w->flat.words, sizeof *wanted);
    if (!wanted) return sh_fail(error, SH_RESOURCES, "out of memory to write a table");
    uint64_t bytes = 0, room = w->memory * (uint64_t)sh_crew_ranks(w->source->crew);
    for (*first = from; *first < bands; ++*first) {
        bytes += sh_flat_band_bytes(&w->flat, *first);
        if (*first > from && bytes > room) break;
        wanted[*first / 64] |= 1ULL << *first % 64;
    }
    sh_band_keep_own(w, wanted);
    sh_status status = sh_flat_keep(&w->flat, wanted, error);
    free(wanted);
    status = sh_crew_agree(w->source->crew, status, error);
    if (!status) status = sh_band_read(w, error);
    if (!status)
        status = sh_band_run(w, "write", from, *first, w->batch, encode_band, flush_bands, error);
    return status;
}

static sh_status write_bands(sh_band_writing *w, sh_error *error) {
    sh_status status =
        sh_band_run(w, "write", 0, w->ready, w->batch, encode_band, flush_bands, error);
    for (uint64_t first = w->ready; !status && first < w->flat.bands;)
        status = write_some(w, &first, error);
    return status;
}

// Rank 0 begins the file, then the others join it.
static sh_status open_file(sh_band_writing *w, const char *file, const uint8_t *model, size_t size,
                           bool *begun, sh_error *error) {
    sh_crew *crew = w->source->crew;
    sh_status status = SH_OK;
    if (sh_crew_rank(crew) == 0)
        status = sh_sections_open(&w->sections, w->header, file, crew != NULL, model, size,
                                  w->ratings, error);
    *begun = sh_crew_rank(crew) == 0 && !status;
    status = sh_crew_agree(crew, status, error);
    if (status) return status;
    sh_crew_broadcast(crew, 0, &w->header->data_offset, sizeof w->header->data_offset);
    if (sh_crew_rank(crew)) {
        status = sh_sections_join(&w->sections, w->header, file, error);
        *begun = !status;
    }
    return sh_crew_agree(crew, status, error);
}

// The others leave, then rank 0 gives the file its name.
static sh_status close_file(sh_band_writing *w, sh_error *error) {
    sh_crew *crew = w->source->crew;
    sh_status status = SH_OK;
    if (sh_crew_rank(crew)) status = sh_sections_leave(&w->sections, error);
    status = sh_crew_agree(crew, status, error);
    if (sh_crew_rank(crew)) return sh_crew_agree(crew, status, error);
    if (status)
        sh_sections_abort(&w->sections);
    else
        status = sh_sections_commit(&w->sections, error);
    return sh_crew_agree(crew, status, error);
}

static sh_status write_file(sh_band_writing *w, const char *file, sh_error *error) {
    size_t size;
    uint8_t *model = pack_model(w, &size);
    sh_crew *crew = w->source->crew;
    sh_status status = SH_OK;
    bool begun = false;
    if (!model) status = sh_fail(error, SH_RESOURCES, "out of memory to write a table");
    status = sh_crew_agree(crew, status, error);
    if (!status) status = sh_crew_same(crew, "model of the table", model, (uint32_t)size, error);
    if (!status) status = open_file(w, file, model, size, &begun, error);
    free(model);
    if (!status) status = write_bands(w, error);
    if (!status) return close_file(w, error);
    if (begun) sh_sections_abort(&w->sections);
    return status;
}

static bool worker_open(const sh_band_writing *w, sh_band_worker *own) {
    uint64_t columns = w->source->column_count;
    if (!w->source->by_mover) {
        own->rows = malloc(w->at_once * columns * sizeof *own->rows);
        own->bytes = malloc(columns);
        own->line = malloc(w->flat.sets);
    }
    bool rows = w->source->by_mover || (own->rows && own->bytes && own->line);
    own->counts = malloc(sizeof *own->counts);
    own->values = aligned_alloc(64, w->regions.largest * sizeof *own->values);
    own->block = malloc(SH_BLOCK_MOST_BYTES);
    bool fellows = w->model->distance && w->model->distance->fellow;
    if (fellows) own->fellow_counts = malloc(sizeof *own->fellow_counts);
    sh_status status = sh_patch_scratch_make(&own->scratch, w->regions.largest, true, NULL);
    return !status && rows && own->counts && own->values && own->block &&
           (!fellows || own->fellow_counts);
}

static void worker_close(sh_band_worker *own) {
    free(own->rows);
    free(own->bytes);
    free(own->line);
    free(own->counts);
    free(own->fellow_counts);
    free(own->values);
    free(own->block);
    sh_patch_shape_free(&own->shape);
    sh_patch_scratch_free(&own->scratch);
}

// The columns of the patch of a random position, on average: Σ columns² / Σ columns over the groups
// of a typical band, one in the middle.
static double mean_columns(const sh_band_writing *w) {
    const sh_regions *regions = &w->regions;
    uint64_t middle = sh_band_count(sh_pairs_rows(w->pairs)) / 2;
    b64 shared = sh_band_shared(w->pairs, regions->cells, middle);
    double squares = 0, sum = 0;
    for (uint32_t group = 0; group < regions->groups; group++) {
        sh_division division = sh_regions_division(regions, group);
        double columns = 1;
        for (int region = 0; region < regions->count; region++)
            columns *= (double)regions->binomials
                           .of[division.count[region]][b64_count(regions->mask[region] & ~shared)];
        squares += columns * columns;
        sum += columns;
    }
    return sum > 0 ? squares / sum : 0;
}

// Is a patch quick to decode, and does the largest block fit? In most lanes of a column the sets
// may meet: what counts is the share that is left.
static bool is_fine(const sh_band_writing *w) {
    double sets = (double)w->regions.first[w->regions.groups];
    double states = SH_BAND_LANES * (double)w->header->info.columns / sets; // of a column
    double most = w->recipe->block_states ? w->recipe->block_states : MOST_STATES;
    double bits = sh_band_distances(w) ? DISTANCE_BITS : OUTCOME_BITS;
    return mean_columns(w) * states <= most &&
           w->regions.largest * states * bits <= 8.0 * SH_BLOCK_MOST_BYTES;
}

// How the board is cut: into as few rectangles as are fine.
static sh_status choose_regions(sh_band_writing *w, sh_error *error) {
    static const uint8_t CUTS[][2] = {{1, 1}, {1, 2}, {2, 2}, {2, 3}, {3, 3}, {3, 4}, {4, 4}};
    const sh_game *game = w->recipe->game;
    uint8_t of[64];
    sh_status status = SH_OK;
    for (size_t i = 0; !status && i < sizeof CUTS / sizeof *CUTS; i++) {
        int tall = CUTS[i][0], wide = CUTS[i][1];
        sh_regions_free(&w->regions);
        sh_regions_cut(game->board.size, tall, wide, of);
        status =
            sh_regions_make(&w->regions, game->board.cells, game->pieces, tall * wide, of, error);
        if (!status && is_fine(w)) break;
        if (status == SH_DATA && i + 1 < sizeof CUTS / sizeof *CUTS) status = SH_OK;
    }
    return status;
}

// What takes little memory: how the table is cut.
static sh_status open_shape(sh_band_writing *w, sh_error *error) {
    const sh_table_info *info = &w->header->info;
    sh_status status = sh_pairs_open(&w->pairs, w->recipe->game, error);
    if (status) return status;
    if (sh_pairs_rows(w->pairs) != info->rows || sh_pairs_columns(w->pairs) != info->columns)
        return sh_fail(error, SH_USAGE, "the values are not those of %s", info->game);
    status = choose_regions(w, error);
    if (!status)
        status = sh_flat_open(&w->flat, w->recipe->game, w->pairs, &w->regions,
                              sh_band_distances(w), error);
    bool crowded = sh_crowded(w->regions.cells, w->regions.pieces);
    if (!status) status = sh_patch_model_make(&w->model, sh_band_distances(w), crowded, error);
    if (!status) w->model->only_wins = w->recipe->only_wins;
    return status;
}

static void choose_samples(sh_band_writing *w) {
    const sh_table_info *info = &w->header->info;
    uint64_t stride = info->rows * info->columns / MOST_SAMPLES + 1, sets = w->flat.sets;
    w->stride = (uint32_t)(stride < sets ? stride : sets);
    w->per_row = (uint32_t)(sets / w->stride);
}

// Rows of a task.
static uint32_t rows_at_once(const sh_band_writing *w) {
    uint64_t fit = MOST_TASK_BYTES / (w->header->info.columns * sizeof(uint16_t));
    return fit < 1 ? 1 : fit < SH_VALUE_MAX_ROWS ? (uint32_t)fit : SH_VALUE_MAX_ROWS;
}

static sh_status open_writing(sh_band_writing *w, sh_error *error) {
    const sh_table_info *info = &w->header->info;
    sh_status status = sh_crew_agree(w->source->crew, open_shape(w, error), error);
    if (status) return status;
    uint64_t sets = w->flat.sets;
    w->at_once = w->source->by_mover ? 0 : rows_at_once(w); // or they are read lanes by lanes
    uint64_t ranks = (uint64_t)sh_crew_ranks(w->source->crew);
    uint64_t most = (uint64_t)sh_pool_threads(w->pool);
    most = UINT32_MAX - sh_band_least(w, UINT32_MAX - most);
    w->tasks = SH_BATCH_BANDS * most;
    w->batch = w->tasks * ranks;
    if (w->source->crew) w->batch = sh_band_shares(w->tasks) * ranks;
    w->chunks = calloc(2 * ranks, sizeof *w->chunks);
    choose_samples(w);
    w->header->ratings_bytes = sh_ratings_size(sets, info->rows, sh_band_distances(w));
    w->ratings = malloc(w->header->ratings_bytes);
    w->samples = malloc(info->rows * w->per_row * sizeof *w->samples);
    w->progress = malloc(info->rows * sizeof *w->progress);
    size_t threads = (size_t)sh_pool_threads(w->pool);
    w->workers = calloc(threads, sizeof *w->workers);
    w->bands = calloc(w->batch, sizeof *w->bands);
    if (w->source->crew) {
        w->notes = malloc(w->batch * w->regions.groups * sizeof *w->notes);
        w->band_bytes = malloc(w->batch * sizeof *w->band_bytes);
    }
    bool enough = w->ratings && w->samples && w->progress && w->workers && w->bands && w->chunks &&
                  (!w->source->crew || (w->notes && w->band_bytes));
    for (size_t i = 0; enough && i < threads; i++) enough = worker_open(w, &w->workers[i]);
    for (uint64_t i = 0; enough && i < info->rows * w->per_row; i++) w->samples[i].row = UINT32_MAX;
    return enough ? SH_OK : sh_fail(error, SH_RESOURCES, "out of memory to write a table");
}

static void close_writing(sh_band_writing *w) {
    size_t threads = (size_t)sh_pool_threads(w->pool);
    for (size_t i = 0; w->workers && i < threads; i++) worker_close(&w->workers[i]);
    for (uint64_t i = 0; w->bands && i < w->batch; i++) {
        free(w->bands[i].bytes);
        free(w->bands[i].sizes);
    }
    free(w->workers);
    free(w->bands);
    free(w->chunks);
    free(w->notes);
    free(w->band_bytes);
    free(w->samples);
    free(w->by_residue);
    free(w->begin);
    free(w->progress);
    free(w->ratings);
    sh_patch_model_free(w->model);
    sh_flat_close(&w->flat);
    sh_regions_free(&w->regions);
    sh_pairs_close(w->pairs);
}

// Bytes that a worker takes: its rows, what it counts, a patch with its columns and symbols.
static uint64_t worker_bytes(const sh_band_writing *w, bool crowded) {
    uint64_t columns = w->header->info.columns, largest = w->regions.largest;
    uint64_t rows = rows_at_once(w) * columns * sizeof(uint16_t) + columns + w->flat.sets;
    return (w->source->by_mover ? 0 : rows) + sizeof(sh_patch_counts) +
           (crowded ? sizeof(sh_fellow_counts) : 0) + SH_BLOCK_MOST_BYTES +
           largest * sizeof(sh_patch_lanes) + sh_patch_shape_bytes(&w->regions) +
           sh_patch_scratch_bytes((uint32_t)largest);
}

// The model, what it is fitted and written with, and with a crew the sums of what was counted.
static uint64_t model_bytes(const sh_band_writing *w, bool crowded) {
    bool distances = sh_band_distances(w);
    size_t size = sh_bands_model_size(w->recipe->game, distances);
    uint64_t counts = sizeof(sh_patch_counts) + (crowded ? sizeof(sh_fellow_counts) : 0);
    return sh_patch_model_bytes(distances, crowded) + size + sh_sections_bytes(w->header, size) +
           (distances ? sh_patch_fit_bytes(crowded) : 0) + (w->source->crew ? 2 * counts : 0);
}

// Besides values, workers and the model: how sets and bands are numbered, samples, ratings and
// their fit, and the blocks of a batch.
static uint64_t shared_bytes(const sh_band_writing *w, uint64_t threads, uint64_t ranks) {
    enum { SAMPLE = sizeof(sh_merit_sample) + 1, ROW = 32 };
    uint64_t rows = w->header->info.rows, sets = w->flat.sets, columns = w->header->info.columns;
    uint64_t bands = sh_band_count(rows), batch = SH_BATCH_BANDS * threads;
    if (ranks > 1) batch = sh_band_shares(batch);
    uint64_t bits = sh_band_distances(w) ? 3 : 1; // of a state, more than in any game
    uint64_t blocks = 2 * batch * SH_BAND_LANES * columns * bits / 8;
    return sh_flat_open_bytes(bands, sets) + rows * w->per_row * SAMPLE + (sets + rows) * ROW +
           2 * w->header->ratings_bytes +
           batch * ranks * w->regions.groups * (sizeof(uint32_t) + sizeof(sh_block_note)) + blocks;
}

// The values of all bands, of each rank.
static uint64_t value_bytes(const sh_band_writing *w, uint64_t ranks) {
    const sh_game *game = w->recipe->game;
    uint64_t sum = 0, most = 0;
    for (uint64_t band = 0; band < sh_band_count(w->header->info.rows); band++) {
        b64 shared = sh_band_shared(w->pairs, game->board.cells, band);
        uint64_t columns =
            w->regions.binomials.of[game->pieces][game->board.cells - b64_count(shared)];
        sum += columns;
        most = columns > most ? columns : most;
    }
    sum = sum / ranks + (ranks > 1 ? SH_MOVER_BANDS * most : 0);
    return sum * sh_flat_lanes(sh_band_distances(w));
}

uint64_t sh_bands_write_bytes(const sh_game *game, bool distances, bool by_mover, uint64_t threads,
                              uint64_t ranks) {
    sh_recipe recipe = {.game = game, .metric = distances ? SH_DTW : SH_WDL};
    sh_crew crew = {.ranks = (int)ranks};
    sh_value_source source = {.by_mover = by_mover, .crew = ranks ? &crew : NULL};
    sh_header header = {0};
    sh_band_writing w = {.recipe = &recipe, .header = &header, .source = &source};
    bool crowded = distances && sh_crowded(game->board.cells, game->pieces);
    uint64_t bytes = 0;
    if (sh_pairs_open(&w.pairs, game, NULL)) return 0;
    header.info.rows = sh_pairs_rows(w.pairs);
    header.info.columns = sh_pairs_columns(w.pairs);
    if (!choose_regions(&w, NULL)) {
        w.flat.sets = w.regions.first[w.regions.groups];
        choose_samples(&w);
        header.ratings_bytes = sh_ratings_size(w.flat.sets, header.info.rows, distances);
        header.info.blocks = sh_band_count(header.info.rows) * w.regions.groups;
        if (ranks == 0) ranks = 1;
        bytes = value_bytes(&w, ranks) + threads * worker_bytes(&w, crowded) +
                model_bytes(&w, crowded) + shared_bytes(&w, threads, ranks);
    }
    sh_regions_free(&w.regions);
    sh_pairs_close(w.pairs);
    return bytes;
}

sh_status sh_bands_write(const char *file, sh_header *header, const sh_recipe *recipe,
                         const sh_value_source *source, sh_pool *pool, const sh_monitor *monitor,
                         sh_error *error) {
    sh_band_writing w = {.recipe = recipe,
                         .source = source,
                         .header = header,
                         .pool = pool,
                         .monitor = monitor,
                         .began = sh_clock(),
                         .coder = sh_patch_coder_best()};
    sh_status status = sh_crew_agree(source->crew, open_writing(&w, error), error);
    if (!status) status = sh_band_learn(&w, error);
    header->unit_rows = SH_BAND_LANES;
    header->strip_columns = w.regions.largest;
    header->info.blocks = w.flat.bands * w.regions.groups;
    header->info.block_states = SH_BAND_LANES * w.regions.largest;
    if (!status) status = write_file(&w, file, error);
    close_writing(&w);
    return status;
}
