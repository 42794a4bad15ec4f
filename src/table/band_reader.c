// SPDX-License-Identifier: MIT
// See band_reader.h. A block is decoded in two steps, outcomes and then distances; without
// distances the words of wins and draws are what the cache keeps.
#include "table/band_reader.h"

#include <stdlib.h> // calloc
#include <string.h> // memcpy

#include "base/cpu.h"
#include "board/symmetry.h"
#include "table/band_find.h"

static bool has_distances(const sh_bands *bands) { return bands->header->info.metric == SH_DTW; }

size_t sh_bands_model_size(const sh_game *game, bool distances) {
    bool crowded = sh_crowded(game->board.cells, game->pieces);
    return 1 + (size_t)game->board.cells + sh_patch_model_size(distances, crowded);
}

sh_status sh_bands_open(sh_bands *bands, const sh_game *game, const sh_header *header,
                        const sh_pairs *pairs, const uint8_t *model, sh_guard *guard,
                        sh_error *error) {
    const sh_symmetry *mirror = sh_symmetry_mirror(game);
    bands->game = game;
    bands->header = header;
    bands->pairs = pairs;
    bands->coder = sh_patch_coder_best();
    bands->find = sh_band_find_portable;
#if defined(__x86_64__)
    if (sh_cpu_has_fast_pext()) bands->find = sh_band_find_bmi2;
#endif
    bands->guard = guard;
    pthread_mutex_init(&bands->desk_lock, NULL);
    for (int cell = 0; cell < game->board.cells; cell++)
        bands->mirror[cell] = mirror ? mirror->cell[cell] : (uint8_t)cell;
    sh_status status = sh_regions_make(&bands->regions, game->board.cells, game->pieces, model[0],
                                       model + 1, error);
    bool crowded = sh_crowded(game->board.cells, game->pieces);
    if (!status) status = sh_patch_model_make(&bands->model, has_distances(bands), crowded, error);
    if (!status) status = sh_patch_model_unpack(bands->model, model + 1 + game->board.cells, error);
    if (status) return status;
    bands->model->only_wins = header->info.only_wins;
    bands->sets = bands->regions.first[bands->regions.groups];
    bands->ratings =
        sh_ratings_view(guard->section, header->info.rows, bands->sets, has_distances(bands));
    if (header->info.blocks != sh_band_count(header->info.rows) * bands->regions.groups ||
        header->strip_columns != bands->regions.largest)
        return sh_fail(error, SH_DATA, "the table's blocks are not those of its regions");
    bands->unshared = calloc(sh_band_count(header->info.rows), sizeof *bands->unshared);
    return bands->unshared ? SH_OK : sh_fail(error, SH_RESOURCES, "out of memory for a table");
}

static void free_desk(sh_patch_desk *desk) {
    sh_patch_shape_free(&desk->shape);
    sh_patch_scratch_free(&desk->scratch);
    free(desk);
}

void sh_bands_close(sh_bands *bands) {
    if (!bands->game) return;
    sh_regions_free(&bands->regions);
    sh_patch_model_free(bands->model);
    free(bands->unshared);
    while (bands->desks) {
        sh_patch_desk *desk = bands->desks;
        bands->desks = desk->next;
        free_desk(desk);
    }
    pthread_mutex_destroy(&bands->desk_lock);
}

sh_patch_desk *sh_bands_take_desk(sh_bands *bands) {
    pthread_mutex_lock(&bands->desk_lock);
    sh_patch_desk *desk = bands->desks;
    if (desk) bands->desks = desk->next;
    pthread_mutex_unlock(&bands->desk_lock);
    if (desk) return desk;
    desk = calloc(1, sizeof *desk);
    if (!desk) return NULL;
    if (!sh_patch_scratch_make(&desk->scratch, bands->regions.largest, false, NULL)) return desk;
    free_desk(desk);
    return NULL;
}

void sh_bands_give_desk(sh_bands *bands, sh_patch_desk *desk) {
    pthread_mutex_lock(&bands->desk_lock);
    desk->next = bands->desks;
    bands->desks = desk;
    pthread_mutex_unlock(&bands->desk_lock);
}

b64 sh_bands_shared(const sh_bands *bands, uint64_t band) {
    b64 unshared = atomic_load_explicit(&bands->unshared[band], memory_order_relaxed);
    if (!unshared) {
        unshared = ~sh_band_shared(bands->pairs, bands->regions.cells, band);
        atomic_store_explicit(&bands->unshared[band], unshared, memory_order_relaxed);
    }
    return ~unshared;
}

sh_patch_place sh_bands_find(const sh_bands *bands, const sh_position *position) {
    return bands->find(bands, position);
}

// The ratings that decoding a patch needs: those of its movers and of its group's sets.
static sh_status check_ratings(const sh_bands *bands, const sh_band *band, uint32_t group,
                               sh_error *error) {
    const sh_ratings *ratings = &bands->ratings;
    uint64_t first = band->number * SH_BAND_LANES, lanes = (uint64_t)band->lanes;
    uint64_t set = bands->regions.first[group], sets = bands->regions.first[group + 1] - set;
    sh_status status = sh_guard_check(bands->guard, ratings->mover_merit + first, lanes, error);
    if (!status) status = sh_guard_check(bands->guard, ratings->waiter_merit + set, sets, error);
    if (status || !has_distances(bands)) return status;
    status = sh_guard_check(bands->guard, ratings->mover_turns + first, lanes, error);
    if (!status) status = sh_guard_check(bands->guard, ratings->waiter_turns + set, sets, error);
    return status;
}

static bool decode_streams(const sh_bands *bands, const sh_patch *patch, const uint8_t *bytes,
                           size_t count, sh_patch_scratch *scratch, void *packed) {
    sh_rans rans;
    size_t outcomes = count;
    if (has_distances(bands)) {
        if (count < 2) return false;
        outcomes = 2 * (bytes[0] | (size_t)bytes[1] << 8);
        bytes += 2;
        count -= 2;
        if (outcomes > count) return false;
    }
    if (!sh_rans_start(&rans, SH_OUTCOME_STATES, bytes, outcomes) ||
        !bands->coder->decode_outcomes(patch, &rans, scratch))
        return false;
    if (has_distances(bands))
        return sh_rans_start(
                   &rans, sh_distance_states(bands->model->distance->fellow, patch->shape->columns),
                   bytes + outcomes, count - outcomes) &&
               bands->coder->decode_distances(patch, &rans, scratch, packed);
    uint64_t *words = packed;
    for (uint32_t i = 0; i < patch->shape->columns; i++) {
        words[2 * i] = scratch->wins[i];
        words[2 * i + 1] = scratch->draws[i];
    }
    return true;
}

sh_status sh_bands_decode(const sh_bands *bands, const sh_band *band, uint32_t group,
                          sh_patch_desk *desk, const uint8_t *bytes, size_t count, void *packed,
                          sh_error *error) {
    const sh_ratings *ratings = &bands->ratings;
    uint64_t first = band->number * SH_BAND_LANES;
    sh_patch patch = {.model = bands->model,
                      .shape = &desk->shape,
                      .waiter_merit = ratings->waiter_merit,
                      .waiter_turns = ratings->waiter_turns};
    if (desk->shape.columns == 0) return SH_OK;
    sh_status status = check_ratings(bands, band, group, error);
    if (status) return status;
    memcpy(patch.mover_merit, ratings->mover_merit + first, (size_t)band->lanes);
    if (has_distances(bands))
        memcpy(patch.mover_turns, ratings->mover_turns + first, (size_t)band->lanes);
    if (!decode_streams(bands, &patch, bytes, count, &desk->scratch, packed))
        return sh_fail(error, SH_DATA, "a block of the table is damaged: it does not decode");
    return SH_OK;
}
