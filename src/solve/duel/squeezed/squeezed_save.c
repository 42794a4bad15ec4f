// SPDX-License-Identifier: MIT
// Checkpoints of the squeezed layout are those of the fast layout (fast_state.c), taken after odd
// rounds; wins on their way to N are applied while it is written.
#include <string.h> // memcpy

#include "solve/duel/squeezed/squeezed.h"

uint64_t sh_squeezed_words(const sh_squeezed *squeezed, uint64_t block) {
    uint64_t rows = squeezed->index.canonical - block * SH_LANES;
    if (rows > SH_LANES) rows = SH_LANES;
    return (rows * squeezed->index.columns + 63) / 64;
}

int sh_squeezed_planes(const sh_squeezed *squeezed) {
    int planes = SH_PLANE_DISTANCE;
    for (int j = 0; squeezed->metric == SH_DTW && squeezed->round >> (j + 1); j++) planes++;
    return planes;
}

sh_status sh_squeezed_current(sh_squeezed *squeezed, int plane, uint64_t block, uint64_t *words,
                              sh_error *error) {
    if (plane == SH_PLANE_NOT_WON && squeezed->kind->waiting(squeezed->store, block)) {
        sh_squeezed_worker *worker = &squeezed->workers[0];
        sh_pool *team = worker->team;
        sh_status status = sh_squeezed_read(squeezed, team, plane, block, worker->targets, error);
        if (!status)
            status = sh_tile_apply(squeezed, team, block, plane, worker->targets, worker->dirty,
                                   true, error);
        if (!status)
            status = sh_squeezed_squeeze(squeezed, team, block, worker->targets, words, error);
        return status;
    }
    sh_pool *team = squeezed->workers[0].team;
    uint64_t *stored;
    sh_status status =
        squeezed->kind->borrow(squeezed->store, team, plane, block, false, &stored, error);
    if (status) return status;
    memcpy(words, stored, squeezed->block_words * sizeof *words);
    return squeezed->kind->give_back(squeezed->store, team, plane, block, stored, false, error);
}

sh_status sh_squeezed_save(void *state, sh_saver *saver, sh_error *error) {
    sh_squeezed *squeezed = state;
    uint64_t planes = (uint64_t)sh_squeezed_planes(squeezed);
    uint64_t *words = squeezed->workers[0].stream;
    sh_saver_write(saver, &planes, sizeof planes);
    for (uint64_t plane = 0; plane < planes; plane++)
        for (uint64_t block = 0; block < squeezed->index.blocks; block++) {
            sh_status status = sh_squeezed_current(squeezed, (int)plane, block, words, error);
            if (status) return status;
            sh_saver_write(saver, words, sh_squeezed_words(squeezed, block) * sizeof *words);
            status = sh_saver_status(saver, error);
            if (status) return status;
        }
    return SH_OK;
}

sh_status sh_squeezed_load(void *state, sh_loader *loader, sh_error *error) {
    sh_squeezed *squeezed = state;
    const void *first;
    uint64_t planes;
    sh_status read = sh_loader_read(loader, sizeof planes, &first, error);
    if (read) return read;
    memcpy(&planes, first, sizeof planes);
    uint64_t most = SH_PLANE_DISTANCE + (squeezed->metric == SH_DTW ? SH_DISTANCE_PLANES : 0);
    if (planes < SH_PLANE_DISTANCE || planes > most)
        return sh_fail(error, SH_DATA, "the checkpoint does not fit the game");
    for (uint64_t plane = 0; plane < planes; plane++)
        for (uint64_t block = 0; block < squeezed->index.blocks; block++) {
            size_t bytes = sh_squeezed_words(squeezed, block) * sizeof(uint64_t);
            const void *saved;
            read = sh_loader_read(loader, bytes, &saved, error);
            if (read) return read;
            uint64_t *words;
            sh_status status = squeezed->kind->borrow(squeezed->store, NULL, (int)plane, block,
                                                      true, &words, error);
            if (status) return status;
            memcpy(words, saved, bytes);
            status = squeezed->kind->give_back(squeezed->store, NULL, (int)plane, block, words,
                                               true, error);
            if (status) return status;
        }
    squeezed->round = 1 << (planes - SH_PLANE_DISTANCE); // one with as many planes
    squeezed->ask_all = true;
    return SH_OK;
}
