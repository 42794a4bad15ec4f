// SPDX-License-Identifier: MIT
#include "solve/verify.h"

#include <stdlib.h> // malloc
#include <string.h> // memset

#include "base/memory.h"
#include "base/random.h"
#include "solve/ground.h"
#include "solve/kept_values.h"
#include "sternhalma/moves.h"

enum { TASKS_AT_ONCE = 4096, SAMPLES_PER_TASK = 1024 };

typedef struct verification {
    const sh_game *game;
    const sh_value_source *source;
    sh_pairs *pairs;
    sh_kept_values kept;
    const sh_verify_settings *settings;
    uint64_t first_task;
    const sh_monitor *monitor;
    struct verifier *workers;
} verification;

typedef struct verifier {
    sh_verify_report report;
    uint16_t *rows; // of the source
    sh_status status;
} verifier;

static uint16_t derive(const verification *v, const sh_position *position) {
    switch (sh_position_verdict(v->game, position, NULL)) {
    case SH_ILLEGAL_FILLED:
    case SH_ILLEGAL_BLOCKED:
        return SH_VALUE_ILLEGAL;
    case SH_WON:
        return 0;
    case SH_OPEN:
        break;
    }
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(v->game, position, moves);
    uint32_t least_loss = UINT32_MAX, greatest_win = 0;
    bool all_won = true;
    for (int i = 0; i < count; i++) {
        sh_position next = *position;
        sh_move_apply(v->game, &next, moves[i]);
        uint16_t value = sh_kept_get(&v->kept, sh_kept_find(&v->kept, &next));
        if (sh_value_is_loss(value) && value < least_loss) least_loss = value;
        if (!sh_value_is_win(value))
            all_won = false;
        else if (value > greatest_win)
            greatest_win = value;
    }
    if (!v->source->distances) return least_loss < UINT32_MAX ? 1 : all_won ? 0 : SH_VALUE_DRAW;
    if (least_loss < UINT32_MAX) return (uint16_t)(1 + least_loss);
    if (!all_won) return SH_VALUE_DRAW;
    return count ? (uint16_t)(1 + greatest_win) : 0;
}

static bool earlier(sh_pair a, sh_pair b) {
    return a.row < b.row || (a.row == b.row && a.column < b.column);
}

static void note_wrong(sh_verify_report *report, sh_pair pair, const sh_position *position,
                       uint16_t found, uint16_t expected) {
    if (report->wrong++ && !earlier(pair, report->where)) return;
    report->where = pair;
    report->position = *position;
    report->found = found;
    report->expected = expected;
}

static void check(const verification *v, verifier *worker, sh_pair pair, const sh_set *waiter) {
    sh_position position;
    sh_pairs_place(v->pairs, waiter, pair.column, &position);
    uint16_t found = sh_kept_get(&v->kept, pair.row * v->kept.columns + pair.column);
    uint16_t expected = derive(v, &position);
    worker->report.checked++;
    if (found != expected) note_wrong(&worker->report, pair, &position, found, expected);
}

static void check_row(void *context, size_t task, int number) {
    verification *v = context;
    uint64_t row = v->first_task + task;
    sh_set waiter = sh_pairs_waiter(v->pairs, row);
    for (uint64_t column = 0; column < v->source->column_count; column++)
        check(v, &v->workers[number], (sh_pair){row, column}, &waiter);
}

static void check_sample(void *context, size_t task, int number) {
    verification *v = context;
    uint64_t first = (v->first_task + task) * SAMPLES_PER_TASK;
    for (uint64_t i = first; i < first + SAMPLES_PER_TASK && i < v->settings->sample; i++) {
        sh_random random = {v->settings->seed + i};
        sh_pair pair = {sh_random_below(&random, v->source->row_count), 0};
        pair.column = sh_random_below(&random, v->source->column_count);
        sh_set waiter = sh_pairs_waiter(v->pairs, pair.row);
        check(v, &v->workers[number], pair, &waiter);
    }
}

static void count_value(sh_verify_report *report, uint16_t value, uint64_t weight) {
    if (value == SH_VALUE_ILLEGAL)
        report->illegal += weight;
    else if (value == SH_VALUE_DRAW)
        report->draws += weight;
    else
        *(value & 1 ? &report->wins : &report->losses) += weight;
    if (value < SH_VALUE_DRAW && value > report->longest) report->longest = value;
}

// Reads a block of rows into memory and counts its values. Rows are a whole number of bytes only
// together with their neighbours, so blocks begin at multiples of four states.
static void load_block(void *context, size_t task, int number) {
    verification *v = context;
    verifier *worker = &v->workers[number];
    uint64_t first = task * SH_VALUE_MAX_ROWS, columns = v->source->column_count;
    uint64_t left = v->source->row_count - first;
    uint32_t rows = left < SH_VALUE_MAX_ROWS ? (uint32_t)left : SH_VALUE_MAX_ROWS;
    if (worker->status || sh_stopped(v->monitor)) return;
    worker->status = v->source->rows(v->source->context, first, rows, worker->rows);
    if (worker->status) return;
    int weight = 0;
    for (uint64_t i = 0; i < rows * columns; i++) {
        uint64_t state = first * columns + i;
        if (i % columns == 0) weight = sh_pairs_weight(v->pairs, first + i / columns);
        uint16_t value = worker->rows[i];
        if (v->kept.bits == 8 && value > SH_KEPT_BYTE_DISTANCE && value < SH_VALUE_DRAW) {
            worker->status = SH_DATA;
            return;
        }
        count_value(&worker->report, value, (uint64_t)weight);
        sh_kept_put(&v->kept, state, value);
    }
}

// Runs tasks a few at a time, reporting and looking for the stop flag in between.
static sh_status run_all(verification *v, sh_pool *pool, uint64_t tasks, sh_task *task,
                         uint64_t total, sh_error *error) {
    double start = sh_clock();
    for (v->first_task = 0; v->first_task < tasks; v->first_task += TASKS_AT_ONCE) {
        uint64_t left = tasks - v->first_task;
        sh_pool_run(pool, left < TASKS_AT_ONCE ? left : TASKS_AT_ONCE, task, v);
        uint64_t done = 0;
        for (int t = 0; t < sh_pool_threads(pool); t++) done += v->workers[t].report.checked;
        sh_report(v->monitor, &(sh_progress){.phase = "verify",
                                             .done = done,
                                             .total = total,
                                             .seconds = sh_clock() - start});
        if (sh_stopped(v->monitor)) return sh_fail(error, SH_INTERRUPTED, "stopped");
    }
    return SH_OK;
}

static sh_status load(verification *v, sh_pool *pool, sh_error *error) {
    uint64_t blocks = (v->source->row_count + SH_VALUE_MAX_ROWS - 1) / SH_VALUE_MAX_ROWS;
    sh_report(v->monitor, &(sh_progress){.phase = "read"});
    sh_pool_run(pool, blocks, load_block, v);
    for (int t = 0; t < sh_pool_threads(pool); t++)
        if (v->workers[t].status)
            return sh_fail(error, v->workers[t].status, "the values cannot be read");
    return sh_stopped(v->monitor) ? sh_fail(error, SH_INTERRUPTED, "stopped") : SH_OK;
}

static void sum_up(const verification *v, int threads, sh_verify_report *report) {
    memset(report, 0, sizeof *report);
    for (int t = 0; t < threads; t++) {
        const sh_verify_report *part = &v->workers[t].report;
        if (part->wrong && (!report->wrong || earlier(part->where, report->where))) {
            report->where = part->where;
            report->position = part->position;
            report->found = part->found;
            report->expected = part->expected;
        }
        report->checked += part->checked;
        report->wrong += part->wrong;
        report->wins += part->wins;
        report->losses += part->losses;
        report->draws += part->draws;
        report->illegal += part->illegal;
        if (part->longest > report->longest) report->longest = part->longest;
    }
}

static bool allocate(verification *v, uint64_t bytes, int threads) {
    v->kept.table = sh_memory_map(bytes);
    v->workers = calloc((size_t)threads, sizeof *v->workers);
    bool whole = v->kept.table && v->workers;
    for (int t = 0; whole && t < threads; t++) {
        v->workers[t].rows = malloc(SH_VALUE_MAX_ROWS * v->source->column_count * sizeof(uint16_t));
        whole = v->workers[t].rows != NULL;
    }
    return whole;
}

static int bits_of(const sh_value_source *source, const sh_verify_settings *settings) {
    if (!source->distances) return 2;
    return settings->longest && settings->longest <= SH_KEPT_BYTE_DISTANCE ? 8 : 16;
}

static sh_status check_all(verification *v, sh_pool *pool, sh_error *error) {
    uint64_t sample = v->settings->sample, rows = v->source->row_count;
    if (sample)
        return run_all(v, pool, (sample + SAMPLES_PER_TASK - 1) / SAMPLES_PER_TASK, check_sample,
                       sample, error);
    return run_all(v, pool, rows, check_row, rows * v->source->column_count, error);
}

// A win or loss without a ground is really a draw.
static sh_status find_grounds(verification *v, sh_pool *pool, sh_verify_report *report,
                              sh_error *error) {
    sh_ground_report grounds;
    sh_status status = sh_ground(v->game, &v->kept, pool, v->monitor, &grounds, error);
    if (status || grounds.missing == 0) return status;
    sh_pair pair = {grounds.first / v->kept.columns, grounds.first % v->kept.columns};
    sh_position position;
    sh_pairs_position(v->pairs, pair, &position);
    note_wrong(report, pair, &position, sh_kept_get(&v->kept, grounds.first), SH_VALUE_DRAW);
    report->wrong = grounds.missing;
    return SH_OK;
}

sh_status sh_verify(const sh_game *game, const sh_value_source *source,
                    const sh_verify_settings *settings, sh_pool *pool, const sh_monitor *monitor,
                    sh_verify_report *report, sh_error *error) {
    int threads = sh_pool_threads(pool);
    verification v = {.game = game, .source = source, .settings = settings, .monitor = monitor};
    sh_status status = sh_pairs_open(&v.pairs, game, error);
    if (status) return status;
    v.kept = (sh_kept_values){.pairs = v.pairs,
                              .rows = source->row_count,
                              .columns = source->column_count,
                              .bits = bits_of(source, settings)};
    uint64_t bytes = sh_kept_bytes(&v.kept);
    if (bytes > sh_memory_available() || !allocate(&v, bytes, threads))
        status = sh_fail(error, SH_RESOURCES, "no memory for %llu bytes of values",
                         (unsigned long long)bytes);
    if (!status) status = load(&v, pool, error);
    if (!status) status = check_all(&v, pool, error);
    if (!status) {
        sum_up(&v, threads, report);
        if (!report->wrong && settings->ground) status = find_grounds(&v, pool, report, error);
        report->proven = !status && !report->wrong && !settings->sample &&
                         (source->distances || settings->ground);
        if (!status && report->wrong) status = sh_fail(error, SH_NO, "a value is wrong");
    }
    for (int t = 0; v.workers && t < threads; t++) free(v.workers[t].rows);
    free(v.workers);
    sh_memory_unmap(v.kept.table, bytes);
    sh_pairs_close(v.pairs);
    return status;
}
