// SPDX-License-Identifier: MIT
// Three players. The states with one next and one previous player have all their successors in one
// row, that of (next, previous): a task keeps the rows of a few sets of the next player, so that
// rows that lie in one block are read together, and asks for all movers at once what their moves
// make of them (questions.h, outlook.h).
#include "solve/verify/verify_race.h"

#include <assert.h> // assert

#include "base/random.h"
#include "solve/verify/ground_race.h"
#include "solve/verify/outlook.h"
#include "solve/verify/questions.h"
#include "solve/verify/verifier.h"

enum {
    SAMPLES_PER_TASK = 256,
    TASKS_PER_THREAD = 8,
    NEXTS = 8,   // sets of the next player in a task
    MOVERS = 32, // rows read before they are turned
    MOST_SETS = 2300,
    CODES = 1 << SH_CONTROL_BITS,
};

typedef struct race_verification {
    const sh_game *game;
    const sh_value_source *source;
    sh_triples triples;
    sh_outlook outlook;
    uint8_t type[CODES]; // by code: sh_control_type
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

// Reads the rows (·, next) of a few sets of the next player, and turns them: by next, previous and
// mover.
static bool read_turned(const race_verification *v, sh_verifier *worker, uint32_t next,
                        uint32_t count, sh_control_code *found, uint16_t *rows) {
    uint32_t sets = v->triples.sets;
    for (uint32_t first = 0; first < sets; first += MOVERS) {
        uint32_t movers = sets - first < MOVERS ? sets - first : MOVERS;
        for (uint32_t i = 0; i < movers && !worker->status; i++)
            worker->status =
                v->source->rows(v->source->context, (uint64_t)(first + i) * sets + next, count,
                                rows + (size_t)i * NEXTS * sets);
        if (worker->status) return false;
        for (uint32_t j = 0; j < count; j++)
            for (uint32_t previous = 0; previous < sets; previous++) {
                sh_control_code *to = found + ((size_t)j * sets + previous) * sets + first;
                for (uint32_t i = 0; i < movers; i++)
                    to[i] = rows[((size_t)i * NEXTS + j) * sets + previous];
            }
    }
    return true;
}

// Checks the states of all movers that have room beside one next and one previous set. `after` are
// the codes of the row (next, previous), `found` the codes to check.
static void check_group(const race_verification *v, sh_verifier *worker, sh_triple t,
                        const sh_control_code *after, const sh_control_code *found) {
    const sh_triples *triples = &v->triples;
    uint32_t next = triples->seen[SH_NEXT][t.next], movers[MOST_SETS], count = 0;
    uint32_t taken = next | triples->seen[SH_PREVIOUS][t.previous];
    uint32_t words[MOST_SETS], joined[MOST_SETS] = {0};
    if (next & triples->seen[SH_PREVIOUS][t.previous]) return;
    for (uint32_t i = 0; i < triples->sets; i++) {
        movers[count] = i;
        count += !(triples->set[i] & taken);
    }
    for (uint32_t i = 0; i < count; i++)
        words[i] = sh_answers_word(
            sh_answers_at(triples, (sh_triple){t.next, t.previous, movers[i]}, after[movers[i]]));
    sh_outlook_any(&v->outlook, taken, words, joined);
    for (uint32_t i = 0; i < count; i++) {
        t.mover = movers[i];
        int filled = sh_triples_filled(triples, t);
        sh_control_code code = found[t.mover];
        worker->report.checked++;
        worker->report.type[filled == 0   ? v->type[code & (CODES - 1)]
                            : filled == 1 ? SH_TYPE_TERMINAL
                                          : SH_TYPE_ILLEGAL]++;
        sh_control_code expected = sh_answers_code(sh_answers_joined(joined[i]));
        if (filled || code == expected) continue;
        sh_position position;
        sh_triples_unrank(triples, t, 0, &position);
        sh_verify_note(&worker->report,
                       (sh_pair){(uint64_t)t.mover * triples->sets + t.next, t.previous}, &position,
                       code, expected);
    }
}

// A sh_task: all states with one of a few sets of the next player.
static void check_slice(void *context, size_t task, int number) {
    race_verification *v = context;
    sh_verifier *worker = &v->team.workers[number];
    uint32_t sets = v->triples.sets, first = (uint32_t)(v->team.first_task + task) * NEXTS;
    uint32_t count = sets - first < NEXTS ? sets - first : NEXTS;
    size_t all = (size_t)NEXTS * sets * sets;
    sh_control_code *found = worker->values, *rows = found + all;
    if (sh_stopped(v->team.monitor) || !read_turned(v, worker, first, count, found, rows)) return;
    for (uint32_t j = 0; j < count; j++)
        for (uint32_t previous = 0; previous < sets; previous++) {
            sh_triple t = {.next = first + j, .previous = previous};
            uint32_t at = previous % MOVERS, left = sets - previous;
            if (sh_stopped(v->team.monitor)) return;
            if (at == 0)
                worker->status =
                    v->source->rows(v->source->context, (uint64_t)t.next * sets + previous,
                                    left < MOVERS ? left : MOVERS, rows);
            if (worker->status) return;
            check_group(v, worker, t, rows + (size_t)at * sets,
                        found + ((size_t)j * sets + previous) * sets);
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
    sh_verify_work work = {.phase = "verify",
                           .tasks = sample ? (sample + SAMPLES_PER_TASK - 1) / SAMPLES_PER_TASK
                                           : (sets + NEXTS - 1) / NEXTS,
                           .batch = (uint64_t)sh_pool_threads(v->team.pool) *
                                    (sample ? TASKS_PER_THREAD : 1),
                           .states = sample ? sample : (uint64_t)sh_triples_placements(v->game)};
    return sh_verify_team_run(&v->team, &work, sample ? check_sample : check_slice, v, error);
}

sh_status sh_verify_race(const sh_game *game, const sh_value_source *source,
                         const sh_verify_settings *settings, sh_pool *pool,
                         const sh_monitor *monitor, sh_verify_report *report, sh_error *error) {
    race_verification v = {.game = game, .source = source, .settings = settings};
    sh_status status = sh_triples_open(&v.triples, game, error);
    if (status) return status;
    assert(v.triples.sets <= MOST_SETS);
    sh_outlook_make(&v.outlook, v.triples.side, v.triples.pieces);
    for (int i = 0; i < CODES; i++) v.type[i] = (uint8_t)sh_control_classify((sh_control_code)i);
    size_t rows = settings->sample ? 2 : (size_t)NEXTS * (v.triples.sets + MOVERS);
    status = sh_verify_team_open(&v.team, pool, monitor, rows * v.triples.sets, error);
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
