// SPDX-License-Identifier: MIT
// See units.h. A batch of tasks runs on the pool, each over rows that a source gives at once, cut
// into units; then the flush takes the results in order.
#include "table/units.h"

#include <stdatomic.h> // atomic_int
#include <stdlib.h>    // calloc

// Sources unpack many rows at once, so a task asks for as many as they give and memory allows.
static const uint64_t MOST_TASK_BYTES = 64 << 20;

typedef struct sweep {
    const sh_writing *writing;
    sh_unit_visit *visit;
    void *context;
    uint64_t first, last; // the units of the batch: first … last-1
    uint64_t task_units;  // units of a task
    uint16_t **values;    // by worker: the rows of a task
    atomic_int status;    // of the first read that failed
} sweep;

static void sweep_close(sweep *s) {
    for (int i = 0; s->values && i < sh_pool_threads(s->writing->pool); i++) free(s->values[i]);
    free(s->values);
}

static sh_status sweep_open(sweep *s, sh_error *error) {
    const sh_header *header = &s->writing->header;
    size_t threads = (size_t)sh_pool_threads(s->writing->pool);
    uint64_t unit_bytes = header->unit_rows * header->info.columns * sizeof(uint16_t);
    uint64_t most = SH_VALUE_MAX_ROWS / header->unit_rows, fit = MOST_TASK_BYTES / unit_bytes;
    s->task_units = fit < 1 ? 1 : fit < most ? fit : most;
    s->values = calloc(threads, sizeof *s->values);
    bool enough = s->values != NULL;
    for (size_t i = 0; enough && i < threads; i++) {
        s->values[i] = malloc(s->task_units * unit_bytes);
        enough = s->values[i] != NULL;
    }
    return enough ? SH_OK : sh_fail(error, SH_RESOURCES, "out of memory to write a table");
}

// Hands out the units of a task.
static void visit_units(const sweep *s, uint64_t first, uint64_t last, uint64_t rows, int worker) {
    const sh_header *header = &s->writing->header;
    uint64_t end = first * header->unit_rows + rows;
    for (uint64_t number = first; number < last; number++) {
        uint64_t before = (number - first) * header->unit_rows;
        sh_unit unit = {.writing = s->writing,
                        .number = number,
                        .first_row = number * header->unit_rows,
                        .rows = header->unit_rows,
                        .values = s->values[worker] + before * header->info.columns,
                        .worker = worker,
                        .slot = (size_t)(number - s->first)};
        if (unit.rows > end - unit.first_row) unit.rows = (uint32_t)(end - unit.first_row);
        s->visit(s->context, &unit);
    }
}

static void sweep_task(void *context, size_t index, int worker) {
    sweep *s = context;
    const sh_writing *w = s->writing;
    const sh_header *header = &w->header;
    uint64_t first = s->first + index * s->task_units, last = first + s->task_units;
    if (last > s->last) last = s->last;
    uint64_t first_row = first * header->unit_rows, rows = (last - first) * header->unit_rows;
    if (rows > header->info.rows - first_row) rows = header->info.rows - first_row;
    sh_status status =
        w->source->rows(w->source->context, first_row, (uint32_t)rows, s->values[worker]);
    int none = SH_OK;
    if (status)
        atomic_compare_exchange_strong(&s->status, &none, (int)status);
    else
        visit_units(s, first, last, rows, worker);
}

sh_status sh_units_run(const sh_writing *w, const char *phase, sh_unit_visit *visit,
                       sh_unit_flush *flush, void *context, sh_error *error) {
    sweep s = {.writing = w, .visit = visit, .context = context};
    uint64_t units = sh_header_units(&w->header);
    sh_status status = sweep_open(&s, error);
    for (; !status && s.first < units; s.first = s.last) {
        s.last = units - s.first < SH_BATCH_UNITS ? units : s.first + SH_BATCH_UNITS;
        sh_pool_run(w->pool, (s.last - s.first + s.task_units - 1) / s.task_units, sweep_task, &s);
        if (atomic_load(&s.status))
            status = sh_fail(error, (sh_status)atomic_load(&s.status),
                             "the values of the game could not be read");
        else if (sh_stopped(w->monitor))
            status = sh_fail(error, SH_INTERRUPTED, "interrupted while the table was written");
        else if (flush)
            status = flush(context, s.first, (size_t)(s.last - s.first), error);
        sh_progress progress = {
            .phase = phase, .done = s.last, .total = units, .seconds = sh_clock() - w->began};
        sh_report(w->monitor, &progress);
    }
    sweep_close(&s);
    return status;
}
