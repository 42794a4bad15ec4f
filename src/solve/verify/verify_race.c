// SPDX-License-Identifier: MIT
// Three players. The states with one next and one previous player have all their successors in one
// row, that of (next, previous): a task keeps the rows of one next player and asks for each state
// what its moves make of it (questions.h).
#include "solve/verify/verify_race.h"

#include <assert.h> // assert

#include "base/random.h"
#include "solve/verify/ground_race.h"
#include "solve/verify/questions.h"
#include "solve/verify/verifier.h"

enum { SAMPLES_PER_TASK = 256, TASKS_PER_THREAD = 8 };

typedef struct race_verification {
    const sh_game *game;
    const sh_value_source *source;
    sh_triples triples;
    const sh_verify_settings *settings;
    sh_verify_team team;
} race_verification;

// The codes of the row (mover, next).
static bool read_row(const race_verification *v, sh_verifier *worker, uint32_t mover, uint32_t next,
                     uint16_t *codes) {
    uint64_t row = (uint64_t)mover * v->triples.sets + next;
    if (!worker->status) worker->status = v->source->rows(v->source->context, row, 1, codes);
    return !worker->status;
}

// The answers of the row (mover, next), as the player who moved there counts the others.
static bool read_answers(const race_verification *v, sh_verifier *worker, uint32_t mover,
                         uint32_t next, sh_answers *answers) {
    if (!read_row(v, worker, mover, next, answers)) return false;
    sh_triple t = {.mover = mover, .next = next};
    for (; t.previous < v->triples.sets; t.previous++)
        answers[t.previous] = sh_answers_before(sh_answers_at(&v->triples, t, answers[t.previous]));
    return true;
}

static sh_control_code derive(const race_verification *v, const sh_position *position,
                              uint32_t mover, const sh_answers *after) {
    uint32_t to[SH_RACE_MAX_MOVES];
    int count = sh_race_successors(v->game, &v->triples, position, mover, to);
    sh_answers some = 0, all = 07777;
    for (int i = 0; i < count; i++) {
        some |= after[to[i]];
        all &= after[to[i]];
    }
    return sh_answers_code(sh_answers_follow(some, all));
}

static void check(const race_verification *v, sh_verifier *worker, sh_triple state, int turn,
                  sh_control_code found, const sh_answers *after) {
    sh_position position;
    sh_triples_unrank(&v->triples, state, turn, &position);
    sh_verdict verdict = sh_position_verdict(v->game, &position, NULL);
    int filled = sh_triples_filled(&v->triples, state);
    assert((filled == 0) == (verdict == SH_ONGOING) && (filled == 1) == (verdict == SH_WON));
    worker->report.checked++;
    if (verdict != SH_ONGOING) {
        worker->report.type[verdict == SH_WON ? SH_TYPE_TERMINAL : SH_TYPE_ILLEGAL]++;
        return;
    }
    worker->report.type[sh_control_classify(found)]++;
    sh_control_code expected = derive(v, &position, state.mover, after);
    sh_pair where = {(uint64_t)state.mover * v->triples.sets + state.next, state.previous};
    if (found != expected) sh_verify_note(&worker->report, where, &position, found, expected);
}

// A sh_task: all states with one set of the next player.
static void check_slice(void *context, size_t task, int number) {
    race_verification *v = context;
    sh_verifier *worker = &v->team.workers[number];
    uint32_t sets = v->triples.sets;
    sh_triple state = {.next = (uint32_t)(v->team.first_task + task)};
    uint16_t *found = worker->values, *after = found + (size_t)sets * sets;
    for (state.mover = 0; state.mover < sets; state.mover++)
        if (!read_row(v, worker, state.mover, state.next, found + (size_t)state.mover * sets))
            return;
    for (state.previous = 0; state.previous < sets; state.previous++) {
        if (sh_stopped(v->team.monitor)) return;
        if (!read_answers(v, worker, state.next, state.previous, after)) return;
        for (state.mover = 0; state.mover < sets; state.mover++)
            if (sh_triples_disjoint(&v->triples, state))
                check(v, worker, state, 0, found[(size_t)state.mover * sets + state.previous],
                      after);
    }
}

static sh_triple draw_placement(const sh_triples *triples, sh_random *random) {
    sh_triple state;
    do {
        state.mover = (uint32_t)sh_random_below(random, triples->sets);
        state.next = (uint32_t)sh_random_below(random, triples->sets);
        state.previous = (uint32_t)sh_random_below(random, triples->sets);
    } while (!sh_triples_disjoint(triples, state));
    return state;
}

static void check_sample(void *context, size_t task, int number) {
    race_verification *v = context;
    sh_verifier *worker = &v->team.workers[number];
    uint16_t *found = worker->values, *after = found + v->triples.sets;
    uint64_t first = (v->team.first_task + task) * SAMPLES_PER_TASK;
    for (uint64_t i = first; i < first + SAMPLES_PER_TASK && i < v->settings->sample; i++) {
        sh_random random = {v->settings->seed + i};
        sh_triple state = draw_placement(&v->triples, &random);
        int turn = (int)sh_random_below(&random, 3);
        if (!read_row(v, worker, state.mover, state.next, found)) return;
        if (!read_answers(v, worker, state.next, state.previous, after)) return;
        check(v, worker, state, turn, found[state.previous], after);
    }
}

static sh_status check_all(race_verification *v, sh_error *error) {
    uint64_t sample = v->settings->sample, sets = v->triples.sets;
    sh_verify_work work = {
        .phase = "verify",
        .tasks = sample ? (sample + SAMPLES_PER_TASK - 1) / SAMPLES_PER_TASK : sets,
        .batch = (uint64_t)sh_pool_threads(v->team.pool) * (sample ? TASKS_PER_THREAD : 1),
        .states = sample ? sample : (uint64_t)sh_triples_placements(v->game)};
    return sh_verify_team_run(&v->team, &work, sample ? check_sample : check_slice, v, error);
}

sh_status sh_verify_race(const sh_game *game, const sh_value_source *source,
                         const sh_verify_settings *settings, sh_pool *pool,
                         const sh_monitor *monitor, sh_verify_report *report, sh_error *error) {
    race_verification v = {.game = game, .source = source, .settings = settings};
    sh_status status = sh_triples_open(&v.triples, game, error);
    if (status) return status;
    size_t rows = settings->sample ? 1 : v.triples.sets; // of codes to check, and one of successors
    status = sh_verify_team_open(&v.team, pool, monitor, (rows + 1) * v.triples.sets, error);
    if (!status) status = check_all(&v, error);
    if (!status) {
        sh_verify_team_sum(&v.team, report);
        if (!report->wrong && settings->ground)
            status = sh_ground_race(game, &v.triples, source, &v.team, report, error);
        report->proven = !status && !report->wrong && !settings->sample && settings->ground;
    }
    sh_verify_team_close(&v.team);
    sh_triples_close(&v.triples);
    return status;
}
