// SPDX-License-Identifier: MIT
// See ground.h. A round works in place: what one row finds helps the next. Rows share words of the
// bit map, so bits are set atomically; a bit read too early only means another round.
#include "solve/verify/ground.h"

#include <stdatomic.h> // atomic_fetch_or_explicit
#include <stdlib.h>    // calloc

#include "base/memory.h"
#include "solve/verify/derive.h"

enum { ROWS_AT_ONCE = 256 };

// What a move into a state does: nothing where it is illegal.
enum { TO_ILLEGAL = 0, TO_GROUNDED_WIN = 1, TO_UNKNOWN = 2, TO_GROUNDED_LOSS = 3 };

typedef struct grounding {
    const sh_deriving *deriving;
    const sh_monitor *monitor;
    _Atomic uint64_t *grounded; // a bit a state
    bool *done;                 // by row: nothing is left to find
    sh_derived *workers;
    uint64_t first_row;     // of the tasks that run
    _Atomic uint64_t found; // in this round
    _Atomic uint64_t left;  // wins and losses that this round has left
    _Atomic uint64_t first_left;
} grounding;

static bool is_grounded(const grounding *g, uint64_t state) {
    return atomic_load_explicit(&g->grounded[state / 64], memory_order_relaxed) >> state % 64 & 1;
}

static int16_t word_of(const grounding *g, uint64_t state) {
    uint16_t value = sh_kept_get(g->deriving->kept, state);
    if (value == SH_VALUE_ILLEGAL) return TO_ILLEGAL;
    if (value == SH_VALUE_DRAW || !is_grounded(g, state)) return TO_UNKNOWN;
    return value & 1 ? TO_GROUNDED_WIN : TO_GROUNDED_LOSS;
}

// Looks at one state of a row again: does the best move give it a ground? Returns whether it is
// left without one.
static bool ground_state(grounding *g, const sh_derived *own, uint64_t column, uint64_t state,
                         uint64_t *found) {
    uint16_t value = sh_kept_get(g->deriving->kept, state);
    if (value >= SH_VALUE_DRAW || is_grounded(g, state)) return false;
    int16_t best = own->best[column];
    bool ongoing = sh_derive_verdict(g->deriving, own, column) == SH_ONGOING;
    if (ongoing && !(value & 1 ? best == TO_GROUNDED_LOSS : best <= TO_GROUNDED_WIN)) return true;
    atomic_fetch_or_explicit(&g->grounded[state / 64], 1ULL << state % 64, memory_order_relaxed);
    ++*found;
    return false;
}

static void note_left(grounding *g, uint64_t state) {
    uint64_t first = atomic_load(&g->first_left);
    while (state < first && !atomic_compare_exchange_weak(&g->first_left, &first, state)) {
    }
}

// A sh_task: one row.
static void ground_row(void *context, size_t task, int worker) {
    grounding *g = context;
    sh_derived *own = &g->workers[worker];
    uint64_t row = g->first_row + task, found = 0, left = 0;
    if (g->done[row] || sh_stopped(g->monitor)) return;
    sh_derive_start(g->deriving, row, own);
    for (uint64_t i = 0; i < g->deriving->kept->columns; i++)
        own->after[i] = word_of(g, sh_derive_after(g->deriving, own, i));
    sh_derive_best(g->deriving, own);
    for (uint64_t i = 0; i < g->deriving->kept->columns; i++) {
        uint64_t state[2] = {sh_derive_state(g->deriving, own, i),
                             sh_derive_twin(g->deriving, own, i)};
        for (int image = 0; image < (state[1] == state[0] ? 1 : 2); image++)
            if (ground_state(g, own, i, state[image], &found)) {
                left += !sh_derive_again(g->deriving, own, i);
                note_left(g, state[image]);
            }
    }
    g->done[row] = left == 0;
    atomic_fetch_add(&g->found, found);
    atomic_fetch_add(&g->left, left);
}

static sh_status run_round(grounding *g, sh_pool *pool, uint32_t round, double began,
                           sh_error *error) {
    uint64_t rows = g->deriving->kept->rows;
    atomic_store(&g->found, 0);
    atomic_store(&g->left, 0);
    atomic_store(&g->first_left, UINT64_MAX);
    for (g->first_row = 0; g->first_row < rows; g->first_row += ROWS_AT_ONCE) {
        uint64_t left = rows - g->first_row, now = left < ROWS_AT_ONCE ? left : ROWS_AT_ONCE;
        sh_pool_run(pool, now, ground_row, g);
        sh_report(g->monitor, &(sh_progress){.phase = "ground",
                                             .round = (int)round,
                                             .done = g->first_row + now,
                                             .total = rows,
                                             .seconds = sh_clock() - began});
        if (sh_stopped(g->monitor)) return sh_fail(error, SH_INTERRUPTED, "stopped");
    }
    return SH_OK;
}

static sh_status run_rounds(grounding *g, sh_pool *pool, sh_ground_report *report,
                            sh_error *error) {
    double began = sh_clock();
    sh_status status = SH_OK;
    do {
        status = run_round(g, pool, ++report->rounds, began, error);
    } while (!status && atomic_load(&g->found) > 0);
    report->missing = atomic_load(&g->left);
    report->first = atomic_load(&g->first_left);
    return status;
}

sh_status sh_ground(const sh_deriving *deriving, sh_pool *pool, const sh_monitor *monitor,
                    sh_ground_report *report, sh_error *error) {
    grounding g = {.deriving = deriving, .monitor = monitor};
    const sh_kept_values *kept = deriving->kept;
    size_t bytes = (kept->rows * kept->columns + 63) / 64 * sizeof *g.grounded;
    size_t threads = (size_t)sh_pool_threads(pool);
    *report = (sh_ground_report){0};
    g.grounded = bytes <= sh_memory_available() ? sh_memory_map(bytes) : NULL;
    g.done = calloc(kept->rows, sizeof *g.done);
    g.workers = calloc(threads, sizeof *g.workers);
    sh_status status = SH_OK;
    if (!g.grounded || !g.done || !g.workers)
        status = sh_fail(error, SH_RESOURCES, "no memory for %zu bytes of marks", bytes);
    for (size_t i = 0; !status && i < threads; i++)
        status = sh_derived_make(&g.workers[i], deriving, error);
    if (!status) status = run_rounds(&g, pool, report, error);
    for (size_t i = 0; g.workers && i < threads; i++) sh_derived_free(&g.workers[i]);
    free(g.workers);
    free(g.done);
    sh_memory_unmap((void *)g.grounded, bytes);
    return status;
}
