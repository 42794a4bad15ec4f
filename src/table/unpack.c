// SPDX-License-Identifier: MIT
// See sh_table_unpack in reader.h. A task is a band: its patches are decoded one after the other
// and put where rows can be got from.
#include <stdlib.h> // aligned_alloc

#include "table/reader.h"

typedef struct unpacking {
    const sh_table *table;
    sh_flat *flat;
    uint8_t **packed;        // by worker: a block as the cache keeps it
    sh_patch_lanes **values; // by worker: the same as bytes; the same memory where it is bytes
    sh_patch_shape *shapes;  // by worker
    sh_error *errors;        // by worker
    atomic_int status;
} unpacking;

// Words of wins and draws as bytes.
static void widen(const uint64_t *words, uint32_t columns, sh_patch_lanes *values) {
    for (uint32_t i = 0; i < columns; i++, words += 2)
        for (int lane = 0; lane < SH_BAND_LANES; lane++)
            values[i].lane[lane] =
                words[1] >> lane & 1 ? SH_BYTE_DRAW : (uint8_t)(words[0] >> lane & 1);
}

// A sh_task.
static void unpack_band(void *context, size_t index, int worker) {
    unpacking *u = context;
    const sh_regions *regions = &u->table->bands.regions;
    sh_patch_shape *shape = &u->shapes[worker];
    sh_band band;
    if (atomic_load(&u->status)) return;
    sh_band_make(&band, u->table->pairs, regions->cells, index);
    for (uint32_t group = 0; group < regions->groups; group++) {
        sh_error *error = &u->errors[worker];
        sh_status status = sh_patch_shape_make(shape, regions, &band, group, error);
        if (!status)
            status = sh_table_patch(u->table, &band, group, shape, u->packed[worker], error);
        if (status) {
            int none = SH_OK;
            atomic_compare_exchange_strong(&u->status, &none, (int)status);
            return;
        }
        if (u->table->header.info.metric == SH_WDL)
            widen((const uint64_t *)u->packed[worker], shape->columns, u->values[worker]);
        sh_flat_put_patch(u->flat, index, shape, u->values[worker]);
    }
}

static sh_status unpacking_open(unpacking *u, size_t threads, sh_error *error) {
    size_t bytes = u->table->header.info.block_states;
    bool words = u->table->header.info.metric == SH_WDL;
    u->packed = calloc(threads, sizeof *u->packed);
    u->values = calloc(threads, sizeof(sh_patch_lanes *));
    u->shapes = calloc(threads, sizeof *u->shapes);
    u->errors = calloc(threads, sizeof *u->errors);
    bool enough = u->packed && u->values && u->shapes && u->errors;
    for (size_t i = 0; enough && i < threads; i++) {
        u->packed[i] = aligned_alloc(64, bytes);
        u->values[i] = words ? aligned_alloc(64, bytes) : (sh_patch_lanes *)u->packed[i];
        enough = u->packed[i] && u->values[i];
    }
    return enough ? SH_OK : sh_fail(error, SH_RESOURCES, "out of memory to unpack a table");
}

static void unpacking_close(unpacking *u, size_t threads) {
    bool words = u->table->header.info.metric == SH_WDL;
    for (size_t i = 0; i < threads; i++) {
        if (u->shapes) sh_patch_shape_free(&u->shapes[i]);
        if (u->values && words) free(u->values[i]);
        if (u->packed) free(u->packed[i]);
    }
    free(u->shapes);
    free(u->values);
    free(u->packed);
    free(u->errors);
}

static sh_status unpack(const sh_table *table, sh_flat *flat, sh_pool *pool, sh_error *error) {
    size_t threads = (size_t)sh_pool_threads(pool);
    unpacking u = {.table = table, .flat = flat};
    sh_status status = sh_flat_open(flat, &table->game, table->pairs, &table->bands.regions, error);
    if (!status) status = sh_flat_keep(flat, NULL, error);
    if (!status) status = unpacking_open(&u, threads, error);
    if (!status) {
        sh_pool_run(pool, flat->bands, unpack_band, &u);
        status = (sh_status)atomic_load(&u.status);
        for (size_t i = 0; status && i < threads; i++)
            if (u.errors[i].text[0]) (void)sh_fail(error, status, "%s", u.errors[i].text);
    }
    unpacking_close(&u, threads);
    if (status) sh_flat_close(flat);
    return status;
}

sh_status sh_table_unpack(const sh_table *table, sh_pool *pool, sh_error *error) {
    sh_bands *bands = (sh_bands *)&table->bands; // what was unpacked is no part of the value
    if (table->header.codec != SH_CODEC_BANDS) return SH_OK;
    if (atomic_load_explicit(&bands->flat_there, memory_order_acquire)) return SH_OK;
    sh_pool *own = NULL;
    sh_status status = pool ? SH_OK : sh_pool_open(&own, 1, error);
    if (status) return status;
    pthread_mutex_lock(&bands->flat_lock);
    if (!atomic_load_explicit(&bands->flat_there, memory_order_relaxed)) {
        status = unpack(table, &bands->flat, pool ? pool : own, error);
        atomic_store_explicit(&bands->flat_there, status == SH_OK, memory_order_release);
    }
    pthread_mutex_unlock(&bands->flat_lock);
    sh_pool_close(own);
    return status;
}
