// SPDX-License-Identifier: MIT
// Walks are numbered and drawn from the seed and their number. A round judges a few hundred of them
// on all threads, then takes the even ones in the order of their numbers.
#include "arena/openings.h"

#include <stdlib.h> // calloc

#include "base/keyset.h"
#include "base/pool.h"
#include "play/opening.h"
#include "sternhalma/key.h"

enum { ROUND = 256 };

typedef struct walk {
    sh_position position;
    bool even;
    sh_status status;
    sh_error error;
} walk;

typedef struct finder {
    const sh_balance *balance;
    sh_pool *pool;
    sh_agent **judges; // one for each thread
    sh_keys plain, mirrored;
    sh_keyset seen;
    uint64_t first; // number of the round's first walk
    walk walks[ROUND];
} finder;

void sh_openings_free(sh_openings *openings) {
    free(openings->position);
    *openings = (sh_openings){0};
}

static sh_status ask_table(const sh_table *table, walk *w) {
    sh_value value;
    sh_status status = sh_probe(table, &w->position, &value, &w->error);
    w->even = !status && value.outcome == SH_DRAW;
    return status;
}

static sh_status within(sh_agent *judge, const sh_record *record, uint64_t nodes, int margin,
                        walk *w) {
    sh_agent_choice choice;
    sh_limits limits = {.nodes = nodes};
    sh_status status = sh_agent_choose(judge, record, &limits, &choice, &w->error);
    bool estimated = choice.score.kind == SH_SCORE_ESTIMATE;
    w->even = !status && estimated && abs(choice.score.amount) <= margin;
    return status;
}

static sh_status ask_judge(const sh_balance *b, sh_agent *judge, const sh_record *record, walk *w) {
    sh_agent_reset(judge, b->seed);
    sh_status status = SH_OK;
    if (b->nodes >= 16) status = within(judge, record, b->nodes / 16, 4 * b->margin, w);
    if (status || (b->nodes >= 16 && !w->even)) return status;
    return within(judge, record, b->nodes, b->margin, w);
}

// One walk.
static void draw(void *context, size_t index, int thread) {
    finder *f = context;
    const sh_balance *b = f->balance;
    walk *w = &f->walks[index];
    sh_record *record = NULL;
    uint64_t seed = b->seed * 0x9e3779b97f4a7c15ULL + f->first + index;
    w->even = false;
    w->status = sh_opening_draw(&record, b->game, b->plies, seed, &w->error);
    if (!w->status) {
        w->position = *sh_record_position(record);
        w->status = b->table ? ask_table(b->table, w) : ask_judge(b, f->judges[thread], record, w);
    }
    sh_record_close(record);
}

sh_status sh_openings_add(sh_openings *openings, const sh_position *position, sh_error *error) {
    if (openings->count == openings->room) {
        int room = openings->room ? 2 * openings->room : 256;
        sh_position *more = realloc(openings->position, (size_t)room * sizeof *more);
        if (!more) return sh_fail(error, SH_RESOURCES, "out of memory for openings");
        openings->position = more;
        openings->room = room;
    }
    openings->position[openings->count++] = *position;
    return SH_OK;
}

// Takes what a round has found and is new.
static sh_status take(finder *f, sh_openings *openings, sh_error *error) {
    for (int i = 0; i < ROUND && openings->count < f->balance->count; i++) {
        const walk *w = &f->walks[i];
        if (w->status) {
            if (error) *error = w->error;
            return w->status;
        }
        if (!w->even) continue;
        uint64_t key = sh_key_canonical(sh_position_key(&f->plain, &w->position),
                                        sh_position_key(&f->mirrored, &w->position));
        sh_status status = sh_keyset_add(&f->seen, &key);
        if (status == SH_NO) continue;
        if (!status) status = sh_openings_add(openings, &w->position, error);
        if (status) return sh_fail(error, SH_RESOURCES, "out of memory for openings");
    }
    return SH_OK;
}

static sh_status open_finder(finder *f, const sh_monitor *monitor, sh_error *error) {
    const sh_balance *b = f->balance;
    sh_status status = sh_pool_open(&f->pool, b->threads, error);
    if (status) return status;
    f->judges = calloc((size_t)sh_pool_threads(f->pool), sizeof(sh_agent *));
    if (!f->judges) return sh_fail(error, SH_RESOURCES, "out of memory for openings");
    for (int i = 0; i < sh_pool_threads(f->pool) && !b->table && !status; i++)
        status = sh_agent_open(&f->judges[i], b->game, b->judge, b->seed, monitor, error);
    f->seen.words = 1;
    const sh_symmetry *mirror = sh_symmetry_mirror(b->game);
    sh_keys_make(&f->plain, b->game, NULL);
    sh_keys_make(&f->mirrored, b->game, mirror);
    return status;
}

static void close_finder(finder *f) {
    for (int i = 0; f->judges && i < sh_pool_threads(f->pool); i++) sh_agent_close(f->judges[i]);
    free(f->judges);
    sh_keyset_close(&f->seen);
    sh_pool_close(f->pool);
    free(f);
}

static sh_status find(finder *f, sh_openings *openings, const sh_monitor *monitor,
                      sh_error *error) {
    const sh_balance *b = f->balance;
    double began = sh_clock();
    while (openings->count < b->count) {
        if (sh_stopped(monitor)) return SH_INTERRUPTED;
        if (f->first >= (uint64_t)SH_BALANCE_WALKS * (uint64_t)b->count)
            return sh_fail(error, SH_NO,
                           "only %d of %d balanced openings are among %llu walks; more plies or a "
                           "wider margin find more",
                           openings->count, b->count, (unsigned long long)f->first);
        sh_pool_run(f->pool, ROUND, draw, f);
        f->first += ROUND;
        sh_status status = take(f, openings, error);
        if (status) return status;
        sh_report(monitor, &(sh_progress){.phase = "openings",
                                          .done = (uint64_t)openings->count,
                                          .total = (uint64_t)b->count,
                                          .seconds = sh_clock() - began});
    }
    return SH_OK;
}

sh_status sh_openings_find(sh_openings *openings, const sh_balance *balance,
                           const sh_monitor *monitor, uint64_t *walks, sh_error *error) {
    finder *f = calloc(1, sizeof *f);
    *openings = (sh_openings){0};
    *walks = 0;
    if (!f) return sh_fail(error, SH_RESOURCES, "out of memory for openings");
    f->balance = balance;
    sh_status status = open_finder(f, monitor, error);
    if (!status) status = find(f, openings, monitor, error);
    *walks = f->first;
    close_finder(f);
    return status;
}
