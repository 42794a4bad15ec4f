// SPDX-License-Identifier: MIT
// Two players. All values are read into memory, in two bits without distances; then each is derived
// again from its successors'. Without distances a second step looks for grounds (ground.h).
#include "solve/verify/verify.h"

#include <stdlib.h> // calloc

#include "base/memory.h"
#include "base/random.h"
#include "solve/verify/derive_lanes.h"
#include "solve/verify/ground.h"
#include "solve/verify/verifier.h"
#include "solve/verify/verify_race.h"
#include "sternhalma/moves.h"
#include "sternhalma/notation.h"

enum { ROWS_AT_ONCE = 512, SAMPLES_PER_TASK = 1024 };

// Looking up a state and its successors in a table takes as long as reading so many states in order
// (7x7/3: 53 and 325 us against 15 and 21 ns).
enum { STATES_AN_OUTCOME_SAMPLE = 3500, STATES_A_DISTANCE_SAMPLE = 15000 };

typedef struct verification {
    const sh_game *game;
    const sh_value_source *source;
    sh_pairs *pairs;
    sh_kept_values kept;
    sh_deriving deriving;
    sh_derived *derived;             // by worker
    sh_derived_lanes *derived_lanes; // the same; NULL where rows are looked at one by one
    const sh_verify_settings *settings;
    sh_verify_team team;
} verification;

// What a move into a state of this value is worth to who makes it: the more the sooner it wins or
// the later it loses, nothing where it is illegal.
enum { TO_DRAW = 0x4000, TO_LOSS = 0x7FFF, LONGEST = 0x7FF0 };

static int16_t word_of(uint16_t value) {
    if (value == SH_VALUE_ILLEGAL) return 0;
    if (value == SH_VALUE_DRAW) return TO_DRAW;
    return (int16_t)(value & 1 ? (value + 1) / 2 : TO_LOSS - value / 2);
}

// The value of a state whose best move is worth this.
static uint16_t value_of(int16_t best, bool distances) {
    if (best == TO_DRAW) return SH_VALUE_DRAW;
    if (!distances) return best > TO_DRAW;
    return (uint16_t)(best > TO_DRAW ? 2 * (TO_LOSS - best) + 1 : 2 * best);
}

static uint16_t expect(const verification *v, const sh_derived *own, uint64_t column) {
    switch (sh_derive_verdict(&v->deriving, own, column)) {
    case SH_ILLEGAL_FILLED:
    case SH_ILLEGAL_BLOCKED:
        return SH_VALUE_ILLEGAL;
    case SH_WON:
        return 0;
    case SH_ONGOING:
        break;
    }
    return value_of(own->best[column], v->source->distances);
}

static void note_state(const verification *v, sh_verify_report *report, uint64_t state,
                       uint16_t expected) {
    sh_position position;
    sh_kept_position(&v->kept, state, &position);
    sh_verify_note(report, (sh_pair){state / v->kept.columns, state % v->kept.columns}, &position,
                   sh_kept_get(&v->kept, state), expected);
}

// The words after a move of the states with a row's set waiting.
static void look_at_row(const verification *v, uint64_t row, sh_derived *own) {
    sh_derive_start(&v->deriving, row, own);
    for (uint64_t i = 0; i < v->kept.columns; i++) {
        sh_derive_fetch(&v->deriving, own, i);
        own->after[i] = word_of(sh_kept_get(&v->kept, sh_derive_after(&v->deriving, own, i)));
    }
}

// The best moves of those states.
static void look_ahead(const verification *v, uint64_t row, sh_derived *own) {
    look_at_row(v, row, own);
    sh_derive_best(&v->deriving, own);
}

static bool is_unknown_loss(const verification *v, uint64_t state) {
    return sh_kept_get(&v->kept, state) == 0;
}

// A sh_task: the distances of a row's losses where only those of wins are known. What has a better
// move than into a win is left: it is no loss, and the check will find it.
static void derive_losses(void *context, size_t task, int number) {
    verification *v = context;
    sh_derived *own = &v->derived[number];
    if (sh_stopped(v->team.monitor)) return;
    look_ahead(v, v->team.first_task + task, own);
    for (uint64_t i = 0; i < v->kept.columns; i++) {
        sh_derive_fetch(&v->deriving, own, i);
        uint64_t state = sh_derive_state(&v->deriving, own, i);
        uint64_t twin = sh_derive_twin(&v->deriving, own, i);
        if (own->best[i] >= TO_DRAW) continue;
        uint16_t expected = expect(v, own, i);
        if (!sh_value_is_loss(expected)) continue;
        if (is_unknown_loss(v, state)) sh_kept_put(&v->kept, state, expected);
        if (twin != state && is_unknown_loss(v, twin)) sh_kept_put(&v->kept, twin, expected);
    }
}

// The states with a row's set waiting, whose best moves are found.
static void check_states(const verification *v, sh_verifier *worker, const sh_derived *own) {
    for (uint64_t i = 0; i < v->kept.columns; i++) {
        sh_derive_fetch(&v->deriving, own, i);
        uint64_t state = sh_derive_state(&v->deriving, own, i);
        uint64_t twin = sh_derive_twin(&v->deriving, own, i);
        uint16_t expected = expect(v, own, i);
        worker->report.checked += !sh_derive_again(&v->deriving, own, i) + (twin != state);
        if (sh_kept_get(&v->kept, state) != expected)
            note_state(v, &worker->report, state, expected);
        if (twin != state && sh_kept_get(&v->kept, twin) != expected)
            note_state(v, &worker->report, twin, expected);
    }
}

// A sh_task: one row.
static void check_row(void *context, size_t task, int number) {
    verification *v = context;
    if (sh_stopped(v->team.monitor)) return;
    look_ahead(v, v->team.first_task + task, &v->derived[number]);
    check_states(v, &v->team.workers[number], &v->derived[number]);
}

// The same words without looking where else things lie, if the source goes by mover.
static void read_row(const verification *v, uint64_t row, sh_derived *own) {
    if (!v->kept.by_mover) {
        look_at_row(v, row, own);
        return;
    }
    for (uint64_t i = 0; i < v->kept.columns; i++)
        own->after[i] = word_of(sh_kept_get(&v->kept, row * v->kept.columns + i));
}

// A sh_task: as many rows as there are lanes.
static void check_lanes(void *context, size_t task, int number) {
    verification *v = context;
    sh_derived *own = &v->derived[number];
    sh_derived_lanes *lanes = &v->derived_lanes[number];
    uint64_t row = (v->team.first_task + task) * SH_OUTLOOK_LANES, left = v->kept.rows - row;
    uint32_t count = left < SH_OUTLOOK_LANES ? (uint32_t)left : SH_OUTLOOK_LANES;
    sh_derive_lanes_start(&v->deriving, row, count, lanes);
    for (uint32_t lane = 0; lane < count && !sh_stopped(v->team.monitor); lane++) {
        read_row(v, row + lane, own);
        sh_derive_lanes_put(lanes, lane, own->after);
    }
    if (sh_stopped(v->team.monitor)) return;
    sh_derive_lanes_best(&v->deriving, lanes);
    for (uint32_t lane = 0; lane < count && !sh_stopped(v->team.monitor); lane++) {
        sh_derive_start(&v->deriving, row + lane, own);
        sh_derive_lanes_get(lanes, lane, own->best);
        check_states(v, &v->team.workers[number], own);
    }
}

// One value, from memory where all of them are there, else from the source itself.
static uint16_t look_up(const verification *v, sh_verifier *worker, const sh_position *position) {
    uint16_t value = SH_VALUE_ILLEGAL;
    if (!v->kept.table) {
        sh_status status = v->source->value(v->source->context, position, &value);
        if (status) worker->status = status;
        return value;
    }
    sh_position asked = *position;
    if (v->kept.by_mover) asked.turn = !asked.turn;
    sh_pair pair = sh_pairs_find(v->pairs, &asked);
    return sh_kept_get(&v->kept, pair.row * v->kept.columns + pair.column);
}

// Derives one value with the plain move generator.
static uint16_t derive(const verification *v, sh_verifier *worker, const sh_position *position) {
    sh_verdict verdict = sh_position_verdict(v->game, position, NULL);
    if (verdict == SH_WON) return 0;
    if (verdict != SH_ONGOING) return SH_VALUE_ILLEGAL;
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(v->game, position, moves);
    sh_successors successors = {0};
    for (int i = 0; i < count; i++) {
        sh_position next = *position;
        sh_move_apply(v->game, &next, moves[i]);
        sh_successors_add(&successors, look_up(v, worker, &next));
    }
    return sh_successors_value(&successors, v->source->distances);
}

static void check_sample(void *context, size_t task, int number) {
    verification *v = context;
    sh_verifier *worker = &v->team.workers[number];
    uint64_t first = (v->team.first_task + task) * SAMPLES_PER_TASK;
    for (uint64_t i = first; i < first + SAMPLES_PER_TASK && i < v->settings->sample; i++) {
        if (worker->status || sh_stopped(v->team.monitor)) return;
        sh_random random = {v->settings->seed + i};
        sh_pair pair = {sh_random_below(&random, v->kept.rows), 0};
        pair.column = sh_random_below(&random, v->kept.columns);
        sh_position position;
        sh_kept_position(&v->kept, pair.row * v->kept.columns + pair.column, &position);
        uint16_t found = look_up(v, worker, &position);
        uint16_t expected = derive(v, worker, &position);
        worker->report.checked++;
        if (found != expected && !worker->status)
            sh_verify_note(&worker->report, pair, &position, found, expected);
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
    sh_verifier *worker = &v->team.workers[number];
    uint64_t first = (v->team.first_task + task) * SH_VALUE_MAX_ROWS,
             columns = v->source->column_count;
    uint64_t left = v->source->row_count - first;
    uint32_t rows = left < SH_VALUE_MAX_ROWS ? (uint32_t)left : SH_VALUE_MAX_ROWS;
    if (worker->status || sh_stopped(v->team.monitor)) return;
    worker->status = v->source->rows(v->source->context, first, rows, worker->values);
    if (worker->status) return;
    int weight = 0;
    for (uint64_t i = 0; i < rows * columns; i++) {
        uint64_t state = first * columns + i;
        if (i % columns == 0) weight = sh_pairs_weight(v->pairs, first + i / columns);
        uint16_t value = worker->values[i];
        uint16_t most = v->kept.bits == 8 ? SH_KEPT_BYTE_DISTANCE : LONGEST;
        if (value > most && value < SH_VALUE_DRAW) {
            worker->status = SH_DATA;
            return;
        }
        count_value(&worker->report, value, (uint64_t)weight);
        sh_kept_put(&v->kept, state, value);
    }
}

static int bits_of(const sh_value_source *source, const sh_verify_settings *settings) {
    if (!source->distances) return 2;
    // A loss that is derived takes a ply more than some win.
    return settings->longest && settings->longest < SH_KEPT_BYTE_DISTANCE ? 8 : 16;
}

static uint64_t tasks_of(uint64_t things, uint64_t in_a_task) {
    return (things + in_a_task - 1) / in_a_task;
}

static sh_status load(verification *v, sh_error *error) {
    uint64_t rows = v->source->row_count;
    sh_verify_work work = {.phase = "read",
                           .tasks = tasks_of(rows, SH_VALUE_MAX_ROWS),
                           .batch = (uint64_t)sh_pool_threads(v->team.pool),
                           .states = rows * v->source->column_count};
    return sh_verify_team_run(&v->team, &work, load_block, v, error);
}

static sh_status find_losses(verification *v, sh_error *error) {
    uint64_t rows = v->source->row_count;
    sh_verify_work work = {.phase = "losses",
                           .tasks = rows,
                           .batch = ROWS_AT_ONCE,
                           .states = rows * v->source->column_count};
    return sh_verify_team_run(&v->team, &work, derive_losses, v, error);
}

static sh_status check_all(verification *v, sh_error *error) {
    uint64_t sample = v->settings->sample, rows = v->source->row_count;
    uint64_t rows_a_task = v->derived_lanes ? SH_OUTLOOK_LANES : 1;
    sh_verify_work work = {.phase = "verify",
                           .tasks = sample ? tasks_of(sample, SAMPLES_PER_TASK)
                                           : tasks_of(rows, rows_a_task),
                           .batch = ROWS_AT_ONCE / rows_a_task,
                           .states = sample ? sample : rows * v->source->column_count};
    sh_task *task = sample ? check_sample : v->derived_lanes ? check_lanes : check_row;
    return sh_verify_team_run(&v->team, &work, task, v, error);
}

// A win or loss without a ground is really a draw.
static sh_status find_grounds(verification *v, sh_verify_report *report, sh_error *error) {
    sh_ground_report grounds;
    sh_status status = sh_ground(&v->deriving, v->team.pool, v->team.monitor, &grounds, error);
    if (status || grounds.missing == 0) return status;
    note_state(v, report, grounds.first, SH_VALUE_DRAW);
    report->wrong = grounds.missing;
    return SH_OK;
}

static sh_status open_lanes(verification *v, int threads, sh_error *error) {
    v->derived_lanes = calloc((size_t)threads, sizeof *v->derived_lanes);
    sh_status status =
        v->derived_lanes ? SH_OK : sh_fail(error, SH_RESOURCES, "no memory for rows of values");
    for (int i = 0; !status && i < threads; i++)
        status = sh_derived_lanes_make(&v->derived_lanes[i], &v->deriving, error);
    return status;
}

static sh_status open_values(verification *v, sh_error *error) {
    uint64_t bytes = sh_kept_bytes(&v->kept);
    v->kept.table = bytes <= sh_memory_available() ? sh_memory_map(bytes) : NULL;
    if (!v->kept.table)
        return sh_fail(error, SH_RESOURCES, "no memory for %llu bytes of values",
                       (unsigned long long)bytes);
    sh_status status = sh_deriving_open(&v->deriving, v->game, &v->kept, error);
    int threads = sh_pool_threads(v->team.pool);
    v->derived = calloc((size_t)threads, sizeof *v->derived);
    if (!status && !v->derived)
        status = sh_fail(error, SH_RESOURCES, "no memory for rows of values");
    for (int i = 0; !status && i < threads; i++)
        status = sh_derived_make(&v->derived[i], &v->deriving, error);
    if (!status && sh_derive_lanes_fit(&v->deriving)) status = open_lanes(v, threads, error);
    return status;
}

static void close_values(verification *v) {
    for (int i = 0; v->derived && i < sh_pool_threads(v->team.pool); i++)
        sh_derived_free(&v->derived[i]);
    for (int i = 0; v->derived_lanes && i < sh_pool_threads(v->team.pool); i++)
        sh_derived_lanes_free(&v->derived_lanes[i]);
    free(v->derived);
    free(v->derived_lanes);
    sh_deriving_close(&v->deriving);
    sh_memory_unmap(v->kept.table, sh_kept_bytes(&v->kept));
}

// A source that can be asked for single values is not read as a whole for a small sample, nor where
// there is no room.
static sh_status run(verification *v, sh_verify_report *report, sh_error *error) {
    uint64_t states = v->kept.rows * v->kept.columns;
    uint64_t each = v->source->distances ? STATES_A_DISTANCE_SAMPLE : STATES_AN_OUTCOME_SAMPLE;
    bool small = v->settings->sample < states / each;
    bool whole = !v->settings->sample || !v->source->value ||
                 (!small && sh_kept_bytes(&v->kept) <= sh_memory_available());
    sh_status status = whole ? open_values(v, error) : SH_OK;
    if (!status && whole) status = load(v, error);
    if (!status && whole && v->source->only_wins) status = find_losses(v, error);
    if (!status) status = check_all(v, error);
    if (status) return status;
    sh_verify_team_sum(&v->team, report);
    report->counted = whole;
    if (!report->wrong && v->settings->ground && !v->settings->sample)
        status = find_grounds(v, report, error);
    report->proven = !status && !report->wrong && !v->settings->sample &&
                     (v->source->distances || v->settings->ground);
    return status;
}

static sh_status verify_duel(const sh_game *game, const sh_value_source *source,
                             const sh_verify_settings *settings, sh_pool *pool,
                             const sh_monitor *monitor, sh_verify_report *report, sh_error *error) {
    verification v = {.game = game, .source = source, .settings = settings};
    sh_status status = sh_pairs_open(&v.pairs, game, error);
    if (status) return status;
    v.kept = (sh_kept_values){.pairs = v.pairs,
                              .rows = source->row_count,
                              .columns = source->column_count,
                              .by_mover = source->by_mover,
                              .bits = bits_of(source, settings)};
    status = sh_verify_team_open(&v.team, pool, monitor, SH_VALUE_MAX_ROWS * source->column_count,
                                 error);
    if (!status) status = run(&v, report, error);
    close_values(&v);
    sh_verify_team_close(&v.team);
    sh_pairs_close(v.pairs);
    return status;
}

sh_status sh_verify(const sh_game *game, const sh_value_source *source,
                    const sh_verify_settings *settings, sh_pool *pool, const sh_monitor *monitor,
                    sh_verify_report *report, sh_error *error) {
    sh_status status = (sh_game_is_race(game) ? sh_verify_race : verify_duel)(
        game, source, settings, pool, monitor, report, error);
    if (status || !report->wrong) return status;
    char position[SH_MAX_POSITION_TEXT];
    sh_position_print(game, &report->position, position);
    return sh_fail(error, SH_NO, "%llu values are wrong; the first is that of %s",
                   (unsigned long long)report->wrong, position);
}
