// SPDX-License-Identifier: MIT
// See stats.h. A task is a few rows; each worker has sums of its own, added at the end. Examples
// are kept by row and column, so that the first ones of all workers are the first ones of the
// table.
#include "table/stats.h"

#include <assert.h>    // assert
#include <stdatomic.h> // atomic_int
#include <stdlib.h>    // calloc, qsort
#include <string.h>    // memcpy

#include "rank/subset.h"
#include "sternhalma/distance.h"
#include "table/reader.h"

enum { TASK_ROWS = 8 };

// The sums of one worker.
typedef struct stats_sums {
    sh_stats stats;
    sh_pair example[SH_STATS_EXAMPLES + 1]; // in order
    uint16_t *values;
    sh_error error;
} stats_sums;

typedef struct gathering {
    const sh_table *table;
    const uint8_t *progress; // by rank of a set
    stats_sums *by_worker;
    uint64_t first_row; // of the batch
    atomic_int status;
} gathering;

// One row on its way through the runs.
typedef struct row_tally {
    const gathering *g;
    stats_sums *sums;
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
static void note_win(stats_sums *s, int plies, sh_pair pair) {
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
        if (value & 1) note_win(r->sums, value, (sh_pair){r->row, column});
    }
}

static void gather_task(void *context, size_t index, int worker) {
    gathering *g = context;
    stats_sums *s = &g->by_worker[worker];
    const sh_table_info *info = &g->table->header.info;
    uint64_t first = g->first_row + index * TASK_ROWS, left = info->rows - first;
    uint32_t count = left < TASK_ROWS ? (uint32_t)left : TASK_ROWS;
    sh_status status = sh_table_rows(g->table, first, count, s->values, &s->error);
    if (status) {
        int none = SH_OK;
        atomic_compare_exchange_strong(&g->status, &none, (int)status);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        sh_set waiter = sh_pairs_waiter(g->table->pairs, first + i);
        row_tally r = {.g = g,
                       .sums = s,
                       .values = s->values + i * info->columns,
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

static void add_sums(stats_sums *total, const stats_sums *part) {
    sh_stats *to = &total->stats;
    const sh_stats *from = &part->stats;
    add_tally(&to->all, &from->all);
    to->illegal += from->illegal;
    for (int i = 0; i < SH_STATS_PLIES; i++) to->plies[i] += from->plies[i];
    for (int i = 0; i < SH_STATS_LEADS; i++) add_tally(&to->lead[i], &from->lead[i]);
    if (from->longest < to->longest) return;
    uint64_t states =
        from->longest_states + (from->longest == to->longest ? to->longest_states : 0);
    for (int i = 0; i < from->examples; i++) note_win(total, from->longest, part->example[i]);
    to->longest_states = states;
}

sh_status sh_stats_step(const sh_monitor *monitor, const sh_progress *progress, sh_status status,
                        sh_error *error) {
    sh_report(monitor, progress);
    if (status)
        return sh_fail(error, status, "the table could not be read to the end: a block is damaged");
    return sh_stopped(monitor) ? sh_fail(error, SH_INTERRUPTED, "interrupted") : SH_OK;
}

static sh_status run_batches(gathering *g, sh_pool *pool, const sh_monitor *monitor,
                             sh_error *error) {
    uint64_t rows = g->table->header.info.rows, batch = 256 * TASK_ROWS;
    double began = sh_clock();
    for (g->first_row = 0; g->first_row < rows; g->first_row += batch) {
        uint64_t left = rows - g->first_row, count = left < batch ? left : batch;
        sh_pool_run(pool, (count + TASK_ROWS - 1) / TASK_ROWS, gather_task, g);
        sh_progress progress = {.phase = "count",
                                .done = g->first_row + count,
                                .total = rows,
                                .seconds = sh_clock() - began};
        sh_status status =
            sh_stats_step(monitor, &progress, (sh_status)atomic_load(&g->status), error);
        if (status) return status;
    }
    return SH_OK;
}

sh_status sh_stats_gather(sh_stats *stats, const sh_table *table, sh_pool *pool,
                          const sh_monitor *monitor, sh_error *error) {
    if (!sh_game_is_duel(&table->game))
        return sh_fail(error, SH_USAGE, "statistics are for tables of two-player games");
    sh_status status = sh_table_unpack(table, pool, error);
    if (status) return status;
    int threads = sh_pool_threads(pool);
    gathering g = {.table = table};
    uint8_t *progress = make_progress(table);
    g.progress = progress;
    g.by_worker = calloc((size_t)threads, sizeof *g.by_worker);
    bool enough = progress && g.by_worker;
    for (int i = 0; enough && i < threads; i++) {
        g.by_worker[i].values = malloc(TASK_ROWS * table->header.info.columns * sizeof(uint16_t));
        g.by_worker[i].stats.longest = -1;
        enough = g.by_worker[i].values != NULL;
    }
    status = enough ? run_batches(&g, pool, monitor, error)
                    : sh_fail(error, SH_RESOURCES, "out of memory for statistics");
    if (!status) {
        for (int i = 1; i < threads; i++) add_sums(&g.by_worker[0], &g.by_worker[i]);
        *stats = g.by_worker[0].stats;
        for (int i = 0; i < stats->examples; i++)
            sh_pairs_position(table->pairs, g.by_worker[0].example[i], &stats->example[i]);
    }
    for (int i = 0; g.by_worker && i < threads; i++) free(g.by_worker[i].values);
    free(g.by_worker);
    free(progress);
    return status;
}
