// SPDX-License-Identifier: MIT
// Writing a race's table in sweeps over its units of rows, on all threads of a pool.
//
// A sweep reads the values of every unit (format.h) from the source and hands each to a
// visitor, many at once on different threads; after each batch an optional `flush` runs alone and
// in order. The values a visitor gets are its own to change until it returns.
#pragma once

#include "base/pool.h"
#include "base/progress.h"
#include "rank/values.h"
#include "table/codes.h"
#include "table/format.h"
#include "table/writer.h"

// Everything that the stages of writing share.
typedef struct sh_writing {
    const sh_recipe *recipe;
    const sh_value_source *source;
    sh_pool *pool;
    const sh_monitor *monitor;
    double began;
    sh_header header;
    sh_codes codes;
} sh_writing;

// One unit in the hands of a visitor.
typedef struct sh_unit {
    const sh_writing *writing;
    uint64_t number;
    uint64_t first_row;
    uint32_t rows;
    uint16_t *values; // rows · columns, as the source gives them
    int worker;
    size_t slot; // its place in the batch, below SH_BATCH_UNITS
} sh_unit;

enum { SH_BATCH_UNITS = 2048 };

typedef void sh_unit_visit(void *context, const sh_unit *unit);
typedef sh_status sh_unit_flush(void *context, uint64_t first_unit, size_t count, sh_error *error);

// `phase` is for the monitor. SH_INTERRUPTED when it says stop; the status of the source or of the
// flush where one fails.
sh_status sh_units_run(const sh_writing *writing, const char *phase, sh_unit_visit *visit,
                       sh_unit_flush *flush, void *context, sh_error *error) SH_NODISCARD;
