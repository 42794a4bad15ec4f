// SPDX-License-Identifier: MIT
// See stats.h. A task is a few rows, or a band; each worker has sums of its own, added at the end.
// Examples are kept by row and column, so that the first ones of all workers are the first ones of
// the table.
#include "table/stats.h"

#include <assert.h> // assert
#include <stdlib.h> // calloc, qsort
#include <string.h> // memcpy

#include "rank/subset.h"
#include "sternhalma/distance.h"
#include "table/stats_sums.h"

enum { TASK_ROWS = 8, BATCH_ROWS = 2048 };

// One row on its way through the runs.
typedef struct row_tally {
    const sh_stats_gathering *g;
    sh_stats_sums *sums;
    const uint16_t *values;
    uint64_t row;
    uint64_t weight;
    int waiter_progress;
} row_tally;

static int compare_pairs(const void *left, const void *right) {
    const sh_pair *a = left, *b = right;
    if (a->row != b->row) return a->row < b->row ? -1 : 1;
    return a->column < b->column ? -1 : a->column > b->column;
}

// Keeps the first examples of the longest win known so far.
void sh_stats_note_win(sh_stats_sums *s, int plies, sh_pair pair) {
    sh_stats *stats = &s->stats;
    if (plies < stats->longest) return;
    if (plies > stats->longest) {
        stats->longest = plies;
        stats->longest_states = 0;
        stats->examples = 0;
    }
    stats->longest_states++;
    s->example[stats->examples] = pair;
    qsort(s->example, (size_t)stats->examples + 1, sizeof *s->example, compare_pairs);
    if (stats->examples < SH_STATS_EXAMPLES) stats->examples++;
}

static void tally(sh_outcome_counts *t, uint16_t value, uint64_t weight) {
    if (value == SH_VALUE_DRAW)
        t->draw += weight;
    else if (value & 1)
        t->win += weight;
    else
        t->loss += weight;
}

static void tally_run(void *context, const sh_run *run) {
    const row_tally *r = context;
    sh_stats *stats = &r->sums->stats;
    bool distances = r->g->table->header.info.metric == SH_DTW;
    for (int a = run->begin; a < run->end; a++) {
        uint32_t column = run->column + (uint32_t)a;
        uint16_t value = r->values[column];
        if (value == SH_VALUE_ILLEGAL) {
            stats->illegal += r->weight;
            continue;
        }
        int lead = r->g->progress[run->rank + run->row->cell[a]] - r->waiter_progress;
        tally(&stats->all, value, r->weight);
        tally(&stats->lead[lead + SH_STATS_LEADS / 2], value, r->weight);
        if (!distances || value == SH_VALUE_DRAW) continue;
        stats->plies[value] += r->weight;
        if (value & 1) sh_stats_note_win(r->sums, value, (sh_pair){r->row, column});
    }
}

// A sh_task: some rows of a table of version 2.
static void gather_rows(void *context, size_t index, int worker) {
    sh_stats_gathering *g = context;
    sh_stats_sums *s = &g->by_worker[worker];
    const sh_table_info *info = &g->table->header.info;
    uint64_t first = (g->first_task + index) * TASK_ROWS, left = info->rows - first;
    uint32_t count = left < TASK_ROWS ? (uint32_t)left : TASK_ROWS;
    sh_status status = sh_table_rows(g->table, first, count, s->rows, &s->error);
    if (status) {
        int none = SH_OK;
        atomic_compare_exchange_strong(&g->status, &none, (int)status);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        sh_set waiter = sh_pairs_waiter(g->table->pairs, first + i);
        row_tally r = {.g = g,
                       .sums = s,
                       .values = s->rows + i * info->columns,
                       .row = first + i,
                       .weight = (uint64_t)sh_pairs_weight(g->table->pairs, first + i),
                       .waiter_progress = sh_army_progress(&g->table->game, 0, &waiter)};
        sh_walk_row row;
        sh_walk_row_make(&row, &g->table->walk, &waiter);
        sh_walk_runs(&row, 0, (uint32_t)info->columns, tally_run, &r);
    }
}

// By rank in colex order: Σ over the pieces.
static uint8_t *make_progress(const sh_table *table) {
    const sh_walk *walk = &table->walk;
    uint64_t sets = sh_walk_sets(walk);
    uint8_t *progress = malloc(sets);
    b64 set = sh_subset64_lowest(walk->pieces);
    for (uint64_t rank = 0; progress && rank < sets; rank++, set = sh_subset64_next(set)) {
        sh_set cells = b64_set(set);
        progress[rank] = (uint8_t)sh_army_progress(&table->game, 0, &cells);
    }
    return progress;
}

static void add_tally(sh_outcome_counts *to, const sh_outcome_counts *from) {
    to->win += from->win;
    to->draw += from->draw;
    to->loss += from->loss;
}

static void add_sums(sh_stats_sums *total, const sh_stats_sums *part) {
    sh_stats *to = &total->stats;
    const sh_stats *from = &part->stats;
    add_tally(&to->all, &from->all);
    to->illegal += from->illegal;
    for (int i = 0; i < SH_STATS_PLIES; i++) to->plies[i] += from->plies[i];
    for (int i = 0; i < SH_STATS_LEADS; i++) add_tally(&to->lead[i], &from->lead[i]);
    if (from->longest < to->longest) return;
    uint64_t states =
        from->longest_states + (from->longest == to->longest ? to->longest_states : 0);
    for (int i = 0; i < from->examples; i++)
        sh_stats_note_win(total, from->longest, part->example[i]);
    to->longest_states = states;
}

sh_status sh_stats_step(const sh_monitor *monitor, const sh_progress *progress, sh_status status,
                        sh_error *error) {
    sh_report(monitor, progress);
    if (status == SH_RESOURCES) return sh_fail(error, status, "out of memory to read the table");
    if (status)
        return sh_fail(
            error, status,
            "the table could not be read to the end; 'sternhalma info --check' says more");
    return sh_stopped(monitor) ? sh_fail(error, SH_INTERRUPTED, "interrupted") : SH_OK;
}

// Tasks of rows or of bands.
static sh_status run_batches(sh_stats_gathering *g, sh_pool *pool, const sh_monitor *monitor,
                             sh_error *error) {
    bool bands = g->table->header.codec == SH_CODEC_BANDS;
    uint64_t each = bands ? SH_BAND_LANES : TASK_ROWS, rows = g->table->header.info.rows;
    uint64_t tasks = (rows + each - 1) / each, batch = BATCH_ROWS / each;
    double began = sh_clock();
    for (g->first_task = 0; g->first_task < tasks; g->first_task += batch) {
        uint64_t left = tasks - g->first_task, count = left < batch ? left : batch;
        sh_pool_run(pool, count, bands ? sh_stats_band : gather_rows, g);
        sh_progress progress = {.phase = "count",
                                .done = left == count ? rows : (g->first_task + count) * each,
                                .total = rows,
                                .seconds = sh_clock() - began};
        sh_status status =
            sh_stats_step(monitor, &progress, (sh_status)atomic_load(&g->status), error);
        if (status) return status;
    }
    return SH_OK;
}

static sh_status worker_open(sh_stats_sums *sums, const sh_stats_gathering *g, sh_error *error) {
    sums->stats.longest = -1;
    if (g->table->header.codec == SH_CODEC_BANDS) return sh_stats_bands_open(sums, g, error);
    sums->rows = malloc(TASK_ROWS * g->table->header.info.columns * sizeof *sums->rows);
    return sums->rows ? SH_OK : sh_fail(error, SH_RESOURCES, "out of memory for statistics");
}

static void finish(sh_stats *stats, const sh_stats_gathering *g, int threads) {
    sh_stats_sums *total = &g->by_worker[0];
    for (int i = 1; i < threads; i++) add_sums(total, &g->by_worker[i]);
    *stats = total->stats;
    for (int i = 0; i < stats->examples; i++)
        sh_pairs_position(g->table->pairs, total->example[i], &stats->example[i]);
}

sh_status sh_stats_gather(sh_stats *stats, const sh_table *table, sh_pool *pool,
                          const sh_monitor *monitor, sh_error *error) {
    if (!sh_game_is_duel(&table->game))
        return sh_fail(error, SH_USAGE, "statistics are for tables of two-player games");
    int threads = sh_pool_threads(pool);
    sh_stats_gathering g = {.table = table};
    uint8_t *progress = make_progress(table);
    g.progress = progress;
    g.by_worker = calloc((size_t)threads, sizeof *g.by_worker);
    sh_status status = SH_OK;
    if (!progress || !g.by_worker)
        status = sh_fail(error, SH_RESOURCES, "out of memory for statistics");
    for (int i = 0; !status && i < threads; i++) status = worker_open(&g.by_worker[i], &g, error);
    if (!status) status = run_batches(&g, pool, monitor, error);
    if (!status) finish(stats, &g, threads);
    for (int i = 0; g.by_worker && i < threads; i++) {
        free(g.by_worker[i].rows);
        sh_stats_bands_close(&g.by_worker[i]);
    }
    free(g.by_worker);
    free(progress);
    return status;
}
