// SPDX-License-Identifier: MIT
// See units.h.
#include "table/units.h"

#include <assert.h>    // assert
#include <stdatomic.h> // atomic_int
#include <stdlib.h>    // calloc

// Sources unpack many rows at once, so a task asks for as many as they give and memory allows.
static const uint64_t MOST_TASK_BYTES = 64 << 20;

typedef struct pass {
    const sh_writing *writing;
    sh_unit_visit *visit;
    void *context;
    uint64_t step;
    uint64_t first, last;     // the units of the batch: first … last-1
    uint64_t task_units;      // units of a task
    uint16_t **values;        // by worker: the rows of a task
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
    uint64_t unit_bytes = header->unit_rows * header->info.columns * sizeof(uint16_t);
    uint64_t most = SH_VALUE_MAX_ROWS / header->unit_rows, fit = MOST_TASK_BYTES / unit_bytes;
    p->task_units = fit < 1 ? 1 : fit < most ? fit : most;
    p->values = calloc(threads, sizeof *p->values);
    p->scratch = calloc(threads, sizeof *p->scratch);
    bool enough = p->values && p->scratch;
    for (size_t i = 0; enough && i < threads; i++) {
        p->values[i] = malloc(p->task_units * unit_bytes);
        enough = p->values[i] &&
                 sh_duel_scratch_make(&p->scratch[i], header->info.columns, NULL) == SH_OK;
    }
    return enough ? SH_OK : sh_fail(error, SH_RESOURCES, "out of memory to write a table");
}

// Hands out the units of a task that the step selects.
static void visit_units(const pass *p, uint64_t first, uint64_t last, uint64_t rows, int worker) {
    const sh_header *header = &p->writing->header;
    uint64_t end = first * header->unit_rows + rows;
    uint64_t selected = (first + p->step - 1) / p->step * p->step;
    for (uint64_t number = selected; number < last; number += p->step) {
        uint64_t before = (number - first) * header->unit_rows;
        sh_unit unit = {.writing = p->writing,
                        .number = number,
                        .first_row = number * header->unit_rows,
                        .rows = header->unit_rows,
                        .values = p->values[worker] + before * header->info.columns,
                        .scratch = &p->scratch[worker],
                        .worker = worker,
                        .slot = (size_t)(number - p->first)};
        if (unit.rows > end - unit.first_row) unit.rows = (uint32_t)(end - unit.first_row);
        p->visit(p->context, &unit);
    }
}

static void pass_task(void *context, size_t index, int worker) {
    pass *p = context;
    const sh_writing *w = p->writing;
    const sh_header *header = &w->header;
    uint64_t first = p->first + index * p->task_units, last = first + p->task_units;
    if (last > p->last) last = p->last;
    if ((first + p->step - 1) / p->step * p->step >= last) return; // none of them is asked for
    uint64_t first_row = first * header->unit_rows, rows = (last - first) * header->unit_rows;
    if (rows > header->info.rows - first_row) rows = header->info.rows - first_row;
    sh_status status =
        w->source->rows(w->source->context, first_row, (uint32_t)rows, p->values[worker]);
    int none = SH_OK;
    if (status)
        atomic_compare_exchange_strong(&p->status, &none, (int)status);
    else
        visit_units(p, first, last, rows, worker);
}

sh_status sh_units_run(const sh_writing *w, const char *phase, uint64_t step, sh_unit_visit *visit,
                       sh_unit_flush *flush, void *context, sh_error *error) {
    assert(step == 1 || !flush);
    pass p = {.writing = w, .visit = visit, .context = context, .step = step};
    uint64_t units = sh_header_units(&w->header);
    sh_status status = pass_open(&p, error);
    for (; !status && p.first < units; p.first = p.last) {
        p.last = units - p.first < SH_BATCH_UNITS ? units : p.first + SH_BATCH_UNITS;
        sh_pool_run(w->pool, (p.last - p.first + p.task_units - 1) / p.task_units, pass_task, &p);
        if (atomic_load(&p.status))
            status = sh_fail(error, (sh_status)atomic_load(&p.status),
                             "the values of the game could not be read");
        else if (sh_stopped(w->monitor))
            status = sh_fail(error, SH_INTERRUPTED, "interrupted while the table was written");
        else if (flush)
            flush(context, p.first, (size_t)(p.last - p.first));
        sh_progress progress = {
            .phase = phase, .done = p.last, .total = units, .seconds = sh_clock() - w->began};
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
