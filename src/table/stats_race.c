// SPDX-License-Identifier: MIT
// See stats_race.h. A task is one set of the mover: `sets` rows. Codes are counted first, and what
// they mean is looked up once for each code that occurs.
#include "table/stats_race.h"

#include <stdatomic.h> // atomic_int
#include <stdlib.h>    // calloc

#include "table/reader.h"
#include "table/stats.h"

enum { WON = SH_CONTROL_CODES, ILLEGAL, COUNTERS }; // counters after those of the codes

typedef struct race_gathering {
    const sh_table *table;
    uint16_t **values;           // by worker: a row
    uint64_t (*count)[COUNTERS]; // by worker
    uint64_t first;              // the mover's set of the first task
    atomic_int status;
} race_gathering;

static void count_row(const race_gathering *g, sh_triple triple, const uint16_t *values,
                      uint64_t *count) {
    const sh_triples *triples = &g->table->triples;
    for (triple.previous = 0; triple.previous < triples->sets; triple.previous++) {
        if (!sh_triples_disjoint(triples, triple)) continue;
        int filled = sh_triples_filled(triples, triple);
        count[filled == 0 ? values[triple.previous] : filled == 1 ? WON : ILLEGAL]++;
    }
}

static void gather_task(void *context, size_t index, int worker) {
    race_gathering *g = context;
    uint64_t sets = g->table->triples.sets;
    sh_triple triple = {.mover = (uint32_t)(g->first + index)};
    for (triple.next = 0; triple.next < sets; triple.next++) {
        sh_status status =
            sh_table_rows(g->table, triple.mover * sets + triple.next, 1, g->values[worker], NULL);
        int none = SH_OK;
        if (status) {
            atomic_compare_exchange_strong(&g->status, &none, (int)status);
            return;
        }
        count_row(g, triple, g->values[worker], g->count[worker]);
    }
}

static void add_code(sh_race_stats *stats, sh_control_code code, uint64_t count) {
    stats->placements += count;
    stats->control.type[sh_control_classify(code)] += count;
    if (!(code & 7)) stats->control.crowned[sh_control_crowned(code)] += count;
    for (int i = 0; i < 3; i++) {
        if (code & sh_control_solo(i)) stats->solo_win += count;
        if (code & sh_control_draw(i)) stats->solo_draw += count;
        if (sh_control_shut_out(code, i)) stats->solo_loss += count;
        if (code & sh_control_next(i)) stats->enable_next += count;
        if (code & sh_control_previous(i)) stats->enable_previous += count;
        for (int j = 0; j < 3; j++)
            if (i != j && sh_control_kingmaker(code, i, j)) stats->control.kingmaker[i][j] += count;
    }
}

static void add_counts(sh_race_stats *stats, const uint64_t *count) {
    for (int code = 0; code < SH_CONTROL_CODES; code++)
        if (count[code]) add_code(stats, (sh_control_code)code, count[code]);
    stats->placements += count[WON] + count[ILLEGAL];
    stats->control.type[SH_TYPE_TERMINAL] += count[WON];
    stats->control.type[SH_TYPE_ILLEGAL] += count[ILLEGAL];
    stats->solo_win += count[WON];
    stats->solo_loss += 2 * count[WON];
    stats->enable_next += count[WON];
    stats->enable_previous += count[WON];
}

static sh_status run(race_gathering *g, sh_pool *pool, const sh_monitor *monitor, sh_error *error) {
    uint64_t sets = g->table->triples.sets, batch = (uint64_t)sh_pool_threads(pool);
    double began = sh_clock();
    for (g->first = 0; g->first < sets; g->first += batch) {
        uint64_t left = sets - g->first, now = left < batch ? left : batch;
        sh_pool_run(pool, now, gather_task, g);
        sh_progress progress = {
            .phase = "count", .done = g->first + now, .total = sets, .seconds = sh_clock() - began};
        sh_status status =
            sh_stats_step(monitor, &progress, (sh_status)atomic_load(&g->status), error);
        if (status) return status;
    }
    return SH_OK;
}

sh_status sh_race_stats_gather(sh_race_stats *stats, const sh_table *table, sh_pool *pool,
                               const sh_monitor *monitor, sh_error *error) {
    if (!sh_game_is_race(&table->game))
        return sh_fail(error, SH_USAGE, "%s is not a game of three players", table->game.name);
    *stats = (sh_race_stats){0};
    size_t threads = (size_t)sh_pool_threads(pool);
    race_gathering g = {.table = table};
    g.values = calloc(threads, sizeof *g.values);
    g.count = calloc(threads, sizeof *g.count);
    bool enough = g.values && g.count;
    for (size_t i = 0; enough && i < threads; i++) {
        g.values[i] = malloc(table->triples.sets * sizeof **g.values);
        enough = g.values[i] != NULL;
    }
    sh_status status = enough ? run(&g, pool, monitor, error)
                              : sh_fail(error, SH_RESOURCES, "out of memory for statistics");
    for (size_t i = 0; !status && i < threads; i++) add_counts(stats, g.count[i]);
    for (size_t i = 0; g.values && i < threads; i++) free(g.values[i]);
    free(g.values);
    free(g.count);
    return status;
}
