// SPDX-License-Identifier: MIT
// Inside the writer of bands: what its steps share. See band_writer.h.
#pragma once

#include <stdatomic.h> // atomic_int

#include "table/band_writer.h"
#include "table/flat.h"
#include "table/merit.h"
#include "table/sections.h"

enum { SH_BATCH_BANDS = 4 }; // for each thread

// What one thread works with.
typedef struct sh_band_worker {
    uint16_t *rows;        // as the source gives them
    uint8_t *bytes, *line; // of one row
    sh_table_info sums;    // wins, losses, draws, illegal, longest
    sh_patch_counts *counts;
    sh_fellow_counts *fellow_counts; // on crowded boards, with distances
    sh_patch_shape shape;
    sh_patch_scratch scratch;
    sh_patch_lanes *values; // of a patch
    uint8_t *block;
} sh_band_worker;

// The blocks of one band, one after the other.
typedef struct sh_band_bytes {
    uint8_t *bytes;
    size_t count, room;
    uint32_t *sizes; // by group
} sh_band_bytes;

typedef struct sh_band_writing {
    const sh_recipe *recipe;
    const sh_value_source *source;
    sh_header *header;
    sh_pool *pool;
    const sh_monitor *monitor;
    double began;
    sh_pairs *pairs;
    sh_regions regions;
    sh_flat flat;
    uint64_t memory; // for values
    uint64_t ready;  // bands from the first on that are in flat after learning
    sh_patch_model *model;
    uint8_t *ratings;
    const sh_patch_coder *coder;
    sh_band_worker *workers;
    bool fellows;     // they are counted now
    bool learning;    // values are counted and samples drawn as they are read
    uint64_t first;   // of the batch: tasks of rows, or bands
    uint32_t at_once; // rows of a task
    uint64_t step;    // of the bands to train on
    uint32_t every;   // of their groups
    uint32_t stride, per_row;
    sh_merit_sample *samples;
    uint32_t *by_residue, *begin; // of a source by mover: rows by where their samples begin
    uint16_t *progress;           // by row: of the waiter's set
    sh_band_bytes *bands;         // by place in the batch
    uint64_t batch;               // bands at once, of all ranks
    uint64_t tasks;               // at once, of each rank
    sh_crew_bytes *chunks;        // of a crew: for its exchanges
    sh_block_note *notes;         // of a crew: of all blocks of a batch
    uint64_t *band_bytes;         // of a crew: by place in the batch
    uint64_t end;                 // of a crew: bytes of blocks so far
    sh_sections sections;
    atomic_int status;
} sh_band_writing;

// Where the samples of a row begin.
static inline uint32_t sh_band_first_sample(const sh_band_writing *w, uint64_t row) {
    return (uint32_t)row * 0x9e3779b9u % w->stride;
}

static inline bool sh_band_distances(const sh_band_writing *w) {
    return w->recipe->metric == SH_DTW;
}

// Keeps the first status that is not SH_OK. From any thread.
static inline void sh_band_note(sh_band_writing *w, sh_status status) {
    int none = SH_OK;
    if (status) atomic_compare_exchange_strong(&w->status, &none, (int)status);
}

// Takes what a batch has made. With a crew it may fail on some ranks only.
typedef sh_status sh_band_flush(sh_band_writing *w, uint64_t count, sh_error *error);

// Runs the tasks from … end-1 in batches with reports, until all are done or one fails. `flush`
// runs after each batch, alone. With a crew all ranks have as many tasks.
sh_status sh_band_run(sh_band_writing *w, const char *phase, uint64_t from, uint64_t end,
                      uint64_t batch, sh_task *task, sh_band_flush *flush,
                      sh_error *error) SH_NODISCARD;

// A patch with its ratings, and its values in the worker's.
sh_status sh_band_open_patch(const sh_band_writing *w, sh_band_worker *own, const sh_band *band,
                             uint32_t group, sh_patch *patch) SH_NODISCARD;

// What is known of rows without their values.
void sh_band_note_progress(const sh_band_writing *w, uint64_t first, uint64_t count);
// What reading is called.
static inline const char *sh_band_reading(const sh_band_writing *w) {
    return w->learning ? "count" : "read";
}

// Reads the source into flat.
sh_status sh_band_read(sh_band_writing *w, sh_error *error) SH_NODISCARD;
// Reads it for the first time and learns: the header's counts, ratings and model. The first
// w->ready bands stay in flat.
sh_status sh_band_learn(sh_band_writing *w, sh_error *error) SH_NODISCARD;
