// SPDX-License-Identifier: MIT
// See ground.h. A round works in place: what one row finds helps the next. Rows share words of the
// bit map, so bits are set atomically; a bit read too early only means another round.
#include "solve/verify/ground.h"

#include <stdatomic.h> // atomic_fetch_or_explicit

#include "base/memory.h"
#include "sternhalma/moves.h"

enum { ROWS_AT_ONCE = 256 };

typedef struct grounding {
    const sh_game *game;
    const sh_kept_values *values;
    _Atomic uint64_t *grounded; // a bit a state
    uint64_t first_row;         // of the tasks that run
    _Atomic uint64_t found;     // in this round
    _Atomic uint64_t left;      // wins and losses that this round has left
    _Atomic uint64_t first_left;
} grounding;

static bool is_grounded(const grounding *g, uint64_t state) {
    return atomic_load_explicit(&g->grounded[state / 64], memory_order_relaxed) >> state % 64 & 1;
}

static bool has_ground(const grounding *g, const sh_position *position, uint16_t value) {
    if (sh_position_verdict(g->game, position, NULL) != SH_ONGOING) return true;
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(g->game, position, moves);
    bool win = sh_value_is_win(value);
    for (int i = 0; i < count; i++) {
        sh_position next = *position;
        sh_move_apply(g->game, &next, moves[i]);
        uint64_t state = sh_kept_find(g->values, &next);
        bool grounded = is_grounded(g, state);
        if (win && grounded && sh_value_is_loss(sh_kept_get(g->values, state))) return true;
        if (!win && !grounded) return false;
    }
    return !win;
}

// A sh_task: one row.
static void ground_row(void *context, size_t task, int worker) {
    grounding *g = context;
    uint64_t row = g->first_row + task, found = 0, left = 0, first_left = UINT64_MAX;
    sh_set waiter = sh_pairs_waiter(g->values->pairs, row);
    (void)worker;
    for (uint64_t column = 0; column < g->values->columns; column++) {
        uint64_t state = row * g->values->columns + column;
        uint16_t value = sh_kept_get(g->values, state);
        if (value >= SH_VALUE_DRAW || is_grounded(g, state)) continue;
        sh_position position;
        sh_pairs_place(g->values->pairs, &waiter, column, &position);
        if (has_ground(g, &position, value)) {
            atomic_fetch_or_explicit(&g->grounded[state / 64], 1ULL << state % 64,
                                     memory_order_relaxed);
            found++;
        } else {
            if (left++ == 0) first_left = state;
        }
    }
    atomic_fetch_add(&g->found, found);
    atomic_fetch_add(&g->left, left);
    uint64_t first = atomic_load(&g->first_left);
    while (first_left < first &&
           !atomic_compare_exchange_weak(&g->first_left, &first, first_left)) {
    }
}

static sh_status run_round(grounding *g, sh_pool *pool, const sh_monitor *monitor, uint32_t round,
                           double began, sh_error *error) {
    uint64_t rows = g->values->rows;
    atomic_store(&g->found, 0);
    atomic_store(&g->left, 0);
    atomic_store(&g->first_left, UINT64_MAX);
    for (g->first_row = 0; g->first_row < rows; g->first_row += ROWS_AT_ONCE) {
        uint64_t left = rows - g->first_row, now = left < ROWS_AT_ONCE ? left : ROWS_AT_ONCE;
        sh_pool_run(pool, now, ground_row, g);
        sh_report(monitor, &(sh_progress){.phase = "ground",
                                          .round = (int)round,
                                          .done = g->first_row + now,
                                          .total = rows,
                                          .seconds = sh_clock() - began});
        if (sh_stopped(monitor)) return sh_fail(error, SH_INTERRUPTED, "stopped");
    }
    return SH_OK;
}

sh_status sh_ground(const sh_game *game, const sh_kept_values *values, sh_pool *pool,
                    const sh_monitor *monitor, sh_ground_report *report, sh_error *error) {
    grounding g = {.game = game, .values = values};
    size_t bytes = (values->rows * values->columns + 63) / 64 * sizeof *g.grounded;
    double began = sh_clock();
    sh_status status = SH_OK;
    *report = (sh_ground_report){0};
    g.grounded = bytes <= sh_memory_available() ? sh_memory_map(bytes) : NULL;
    if (!g.grounded) return sh_fail(error, SH_RESOURCES, "no memory for %zu bytes of marks", bytes);
    do {
        status = run_round(&g, pool, monitor, ++report->rounds, began, error);
    } while (!status && atomic_load(&g.found) > 0);
    report->missing = atomic_load(&g.left);
    report->first = atomic_load(&g.first_left);
    sh_memory_unmap((void *)g.grounded, bytes);
    return status;
}
