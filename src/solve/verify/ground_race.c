// SPDX-License-Identifier: MIT
// See ground_race.h. The states that differ only in the mover's set are a group: they have their
// successors in one row, that of (next, previous), and are looked at together when a byte of that
// row has changed. A round works in place, with the groups of one next player a task; only the task
// of its group writes a byte, and one read too early only means another round.
#include "solve/verify/ground_race.h"

#include <stdatomic.h> // atomic_load_explicit
#include <stdlib.h>    // calloc

#include "base/memory.h"
#include "solve/verify/questions.h"

// A byte: the three answers as they are called, and above them those that are grounded.
enum { GROUNDED = 3, ANSWERS = 7 };

typedef struct race_grounding {
    const sh_game *game;
    const sh_triples *triples;
    const sh_value_source *source;
    sh_verify_team *team;
    int kind;               // of questions
    _Atomic uint8_t *state; // by mover, next, previous
    _Atomic bool *changed;  // by row: one of its bytes since its group was looked at
    _Atomic uint64_t found; // grounds in this round
} race_grounding;

static uint64_t row_of(const race_grounding *g, uint32_t mover, uint32_t next) {
    return (uint64_t)mover * g->triples->sets + next;
}

static uint8_t of_kind(const race_grounding *g, sh_answers answers) {
    return answers >> 3 * g->kind & ANSWERS;
}

// The answers as they are called, and those of finished games grounded.
static uint8_t first_state(const race_grounding *g, sh_triple t, sh_control_code code) {
    if (!sh_triples_disjoint(g->triples, t)) return 0;
    uint8_t called = of_kind(g, sh_answers_at(g->triples, t, code));
    return (uint8_t)(sh_triples_filled(g->triples, t) ? called | called << GROUNDED : called);
}

// A sh_task: the rows of one mover's set.
static void load_rows(void *context, size_t task, int number) {
    race_grounding *g = context;
    sh_verifier *worker = &g->team->workers[number];
    uint32_t sets = g->triples->sets;
    sh_triple t = {.mover = (uint32_t)(g->team->first_task + task)};
    for (t.next = 0; t.next < sets && !worker->status; t.next++) {
        uint64_t row = row_of(g, t.mover, t.next);
        worker->status = g->source->rows(g->source->context, row, 1, worker->values);
        if (worker->status) return;
        for (t.previous = 0; t.previous < sets; t.previous++)
            g->state[row * sets + t.previous] = first_state(g, t, worker->values[t.previous]);
        g->changed[row] = true;
    }
}

// Which of the answers `asked` of this state follow from grounded ones?
static uint8_t find_ground(const race_grounding *g, sh_triple t, uint8_t asked) {
    const _Atomic uint8_t *after = g->state + row_of(g, t.next, t.previous) * g->triples->sets;
    uint32_t to[SH_RACE_MAX_MOVES];
    sh_position position;
    sh_triples_unrank(g->triples, t, 0, &position);
    int count = sh_race_successors(g->game, g->triples, &position, t.mover, to);
    uint8_t some = 0, all = ANSWERS;
    for (int i = 0; i < count; i++) {
        uint8_t grounded = atomic_load_explicit(&after[to[i]], memory_order_relaxed) >> GROUNDED;
        some |= grounded;
        all &= grounded;
    }
    sh_answers follow = sh_answers_follow(sh_answers_before((sh_answers)(some << 3 * g->kind)),
                                          sh_answers_before((sh_answers)(all << 3 * g->kind)));
    return of_kind(g, follow) & asked;
}

// A sh_task: the groups of one set of the next player.
static void ground_groups(void *context, size_t task, int number) {
    race_grounding *g = context;
    uint32_t sets = g->triples->sets;
    sh_triple t = {.next = (uint32_t)(g->team->first_task + task)};
    uint64_t found = 0;
    (void)number;
    for (t.previous = 0; t.previous < sets && !sh_stopped(g->team->monitor); t.previous++) {
        if (!atomic_exchange(&g->changed[row_of(g, t.next, t.previous)], false)) continue;
        for (t.mover = 0; t.mover < sets; t.mover++) {
            uint64_t row = row_of(g, t.mover, t.next);
            _Atomic uint8_t *state = &g->state[row * sets + t.previous];
            uint8_t old = atomic_load_explicit(state, memory_order_relaxed);
            uint8_t asked = old & ANSWERS & ~(old >> GROUNDED);
            uint8_t ground = asked ? find_ground(g, t, asked) : 0;
            if (!ground) continue;
            atomic_store_explicit(state, (uint8_t)(old | ground << GROUNDED), memory_order_relaxed);
            atomic_store(&g->changed[row], true);
            found++;
        }
    }
    atomic_fetch_add(&g->found, found);
}

static sh_status note_missing(const race_grounding *g, sh_triple t, uint8_t missing,
                              sh_verify_report *report, sh_error *error) {
    uint16_t *codes = g->team->workers[0].values;
    sh_pair where = {row_of(g, t.mover, t.next), t.previous};
    sh_status status = g->source->rows(g->source->context, where.row, 1, codes);
    if (status) return sh_fail(error, status, "the values cannot be read");
    sh_control_code found = codes[t.previous];
    sh_answers left = sh_answers_of(found) & ~(sh_answers)(missing << 3 * g->kind);
    sh_position position;
    sh_triples_unrank(g->triples, t, 0, &position);
    sh_verify_note(report, where, &position, found, sh_answers_code(left));
    return SH_OK;
}

// The first state without a ground is noted, the others are counted.
static sh_status sum_up(const race_grounding *g, sh_verify_report *report, sh_error *error) {
    uint64_t sets = g->triples->sets, missing = 0;
    sh_status status = SH_OK;
    for (uint64_t i = 0; i < sets * sets * sets && !status; i++) {
        uint8_t state = atomic_load_explicit(&g->state[i], memory_order_relaxed);
        uint8_t without = state & ANSWERS & ~(state >> GROUNDED);
        if (!without || missing++) continue;
        sh_triple t = {(uint32_t)(i / sets / sets), (uint32_t)(i / sets % sets),
                       (uint32_t)(i % sets)};
        status = note_missing(g, t, without, report, error);
    }
    if (missing) report->wrong += missing - 1;
    return status;
}

static sh_status ground_kind(race_grounding *g, sh_verify_report *report, sh_error *error) {
    static const char *const names[SH_QUESTION_KINDS] = {"ground solo", "ground next",
                                                         "ground previous", "ground out"};
    sh_verify_work work = {.phase = names[g->kind],
                           .tasks = g->triples->sets,
                           .batch = (uint64_t)sh_pool_threads(g->team->pool),
                           .states = (uint64_t)sh_triples_placements(g->game)};
    sh_status status = sh_verify_team_run(g->team, &work, load_rows, g, error);
    do {
        work.round++;
        atomic_store(&g->found, 0);
        if (!status) status = sh_verify_team_run(g->team, &work, ground_groups, g, error);
    } while (!status && atomic_load(&g->found) > 0);
    return status ? status : sum_up(g, report, error);
}

sh_status sh_ground_race(const sh_game *game, const sh_triples *triples,
                         const sh_value_source *source, sh_verify_team *team,
                         sh_verify_report *report, sh_error *error) {
    race_grounding g = {.game = game, .triples = triples, .source = source, .team = team};
    size_t rows = (size_t)triples->sets * triples->sets, bytes = rows * triples->sets;
    g.state = bytes <= sh_memory_available() ? sh_memory_map(bytes) : NULL;
    g.changed = calloc(rows, sizeof *g.changed);
    sh_status status = SH_OK;
    if (!g.state || !g.changed)
        status = sh_fail(error, SH_RESOURCES, "no memory for %zu bytes of marks", bytes);
    for (g.kind = 0; g.kind < SH_QUESTION_KINDS && !status; g.kind++)
        status = ground_kind(&g, report, error);
    free((void *)g.changed);
    sh_memory_unmap((void *)g.state, bytes);
    return status;
}
