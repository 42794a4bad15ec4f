// SPDX-License-Identifier: MIT
// See units.h.
#include "table/units.h"

#include <stdatomic.h> // atomic_int
#include <stdlib.h>    // calloc

typedef struct pass {
    const sh_writing *writing;
    sh_unit_visit *visit;
    void *context;
    uint64_t first, step;     // the batch: units first, first + step, …
    uint16_t **values;        // by worker
    sh_duel_scratch *scratch; // by worker
    atomic_int status;        // of the first read that failed
} pass;

static void pass_close(pass *p) {
    for (int i = 0; i < sh_pool_threads(p->writing->pool); i++) {
        if (p->values) free(p->values[i]);
        if (p->scratch) sh_duel_scratch_free(&p->scratch[i]);
    }
    free(p->values);
    free(p->scratch);
}

static sh_status pass_open(pass *p, sh_error *error) {
    const sh_header *header = &p->writing->header;
    size_t threads = (size_t)sh_pool_threads(p->writing->pool);
    p->values = calloc(threads, sizeof *p->values);
    p->scratch = calloc(threads, sizeof *p->scratch);
    bool enough = p->values && p->scratch;
    for (size_t i = 0; enough && i < threads; i++) {
        p->values[i] = malloc(header->unit_rows * header->info.columns * sizeof(uint16_t));
        enough = p->values[i] &&
                 sh_duel_scratch_make(&p->scratch[i], header->info.columns, NULL) == SH_OK;
    }
    return enough ? SH_OK : sh_fail(error, SH_RESOURCES, "out of memory to write a table");
}

static void pass_task(void *context, size_t index, int worker) {
    pass *p = context;
    const sh_writing *w = p->writing;
    const sh_header *header = &w->header;
    sh_unit unit = {.writing = w,
                    .number = p->first + index * p->step,
                    .rows = header->unit_rows,
                    .values = p->values[worker],
                    .scratch = &p->scratch[worker],
                    .worker = worker,
                    .slot = index};
    unit.first_row = unit.number * header->unit_rows;
    if (unit.rows > header->info.rows - unit.first_row)
        unit.rows = (uint32_t)(header->info.rows - unit.first_row);
    sh_status status = w->source->rows(w->source->context, unit.first_row, unit.rows, unit.values);
    int none = SH_OK;
    if (status)
        atomic_compare_exchange_strong(&p->status, &none, (int)status);
    else
        p->visit(p->context, &unit);
}

sh_status sh_units_run(const sh_writing *w, const char *phase, uint64_t step, sh_unit_visit *visit,
                       sh_unit_flush *flush, void *context, sh_error *error) {
    pass p = {.writing = w, .visit = visit, .context = context, .step = step};
    uint64_t units = (sh_header_units(&w->header) + step - 1) / step;
    sh_status status = pass_open(&p, error);
    for (uint64_t done = 0; !status && done < units; done += SH_BATCH_UNITS) {
        size_t count = units - done < SH_BATCH_UNITS ? (size_t)(units - done) : SH_BATCH_UNITS;
        p.first = done * step;
        sh_pool_run(w->pool, count, pass_task, &p);
        if (atomic_load(&p.status))
            status = sh_fail(error, (sh_status)atomic_load(&p.status),
                             "the values of the game could not be read");
        else if (sh_stopped(w->monitor))
            status = sh_fail(error, SH_INTERRUPTED, "interrupted while the table was written");
        else if (flush)
            flush(context, p.first, count);
        sh_progress progress = {
            .phase = phase, .done = done + count, .total = units, .seconds = sh_clock() - w->began};
        sh_report(w->monitor, &progress);
    }
    pass_close(&p);
    return status;
}

uint8_t *sh_unit_bytes(const sh_unit *unit) {
    bool distances = unit->writing->recipe->metric == SH_DTW;
    size_t count = unit->rows * unit->writing->header.info.columns;
    const uint16_t *values = unit->values;
    uint8_t *bytes = (uint8_t *)unit->values; // byte i is written after value i is read
    for (size_t i = 0; i < count; i++) {
        uint16_t value = values[i];
        if (value == SH_VALUE_DRAW)
            bytes[i] = SH_BYTE_DRAW;
        else if (value == SH_VALUE_ILLEGAL)
            bytes[i] = SH_BYTE_ANY;
        else
            bytes[i] = (uint8_t)(distances ? value : value & 1);
    }
    return bytes;
}
