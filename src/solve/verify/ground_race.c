// SPDX-License-Identifier: MIT
// See ground_race.h. The states that differ only in the mover's set are a group: they have their
// successors in one row, that of (next, previous), and are looked at together when a word of that
// row has changed. A round works in place, with the groups of one next player a task; only the task
// of its group writes a word, and one read too early only means another round.
//
// Only placements have a word: those of a row (mover, next) lie together, by the rank of the
// previous player's set among the cells that the two leave free in its track.
#include "solve/verify/ground_race.h"

#include <assert.h>    // assert
#include <stdatomic.h> // atomic_load_explicit
#include <stdlib.h>    // calloc

#include "base/memory.h"
#include "rank/binomial.h"
#include "solve/verify/outlook.h"
#include "solve/verify/questions.h"

enum { MOST_SETS = 2300 };

typedef struct race_grounding {
    const sh_game *game;
    const sh_triples *triples;
    const sh_value_source *source;
    sh_verify_team *team;
    sh_outlook outlook;
    uint64_t *first;            // by row: where its words begin; one more at the end
    _Atomic uint16_t *grounded; // answers with a ground
    _Atomic bool *changed;      // by row: one of its words since its group was looked at
    _Atomic uint64_t found;     // grounds in this round
} race_grounding;

static uint64_t row_of(const race_grounding *g, uint32_t mover, uint32_t next) {
    return (uint64_t)mover * g->triples->sets + next;
}

// The cells that a player finds taken in its track by its next and its previous player.
static uint32_t taken_by(const race_grounding *g, uint32_t next, uint32_t previous) {
    return g->triples->seen[SH_NEXT][next] | g->triples->seen[SH_PREVIOUS][previous];
}

// Where the words of each row begin.
static uint64_t number_rows(const race_grounding *g) {
    const sh_triples *triples = g->triples;
    uint64_t words = 0;
    for (uint32_t mover = 0; mover < triples->sets; mover++)
        for (uint32_t next = 0; next < triples->sets; next++) {
            g->first[row_of(g, mover, next)] = words;
            if (triples->set[mover] & triples->seen[SH_NEXT][next]) continue;
            int free = triples->cells - b64_count(taken_by(g, mover, next));
            words += g->outlook.binomials.of[triples->pieces][free];
        }
    g->first[row_of(g, triples->sets, 0)] = words;
    return words;
}

// A set of the track as the numbers of its cells, ready to be ranked beside others.
typedef struct ranking {
    int count, cell[SH_TRACK_MAX_PIECES];
    uint32_t below[SH_TRACK_MAX_PIECES];
} ranking;

static ranking ranking_of(uint32_t set) {
    ranking r = {0};
    for (; set; set &= set - 1, r.count++) {
        r.cell[r.count] = __builtin_ctz(set);
        r.below[r.count] = (set & -set) - 1;
    }
    return r;
}

// The rank of the previous player's set beside those of mover and next.
static uint64_t rank_beside(const race_grounding *g, const ranking *r, uint32_t taken) {
    uint64_t rank = 0;
    for (int i = 0; i < r->count; i++)
        rank += g->outlook.binomials.of[i + 1][r->cell[i] - b64_count(taken & r->below[i])];
    return rank;
}

// The movers with room beside next and previous, in order.
static uint32_t list_movers(const race_grounding *g, uint32_t taken, uint32_t *movers) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->triples->sets; i++) {
        movers[count] = i;
        count += !(g->triples->set[i] & taken);
    }
    return count;
}

// All states of a group: which of their answers follow from grounded ones? Returns how many states
// have got some.
static uint64_t ground_group(const race_grounding *g, uint32_t next, uint32_t previous) {
    const sh_triples *triples = g->triples;
    uint32_t taken = taken_by(g, next, previous), movers[MOST_SETS];
    uint32_t words[MOST_SETS], joined[MOST_SETS] = {0}, count = list_movers(g, taken, movers);
    const _Atomic uint16_t *after = g->grounded + g->first[row_of(g, next, previous)];
    for (uint32_t i = 0; i < count; i++) {
        uint16_t answers = atomic_load_explicit(&after[i], memory_order_relaxed);
        words[i] = sh_answers_word(movers[i] == triples->goal ? sh_answers_won(2) : answers);
    }
    sh_outlook_any(&g->outlook, taken, words, joined);
    ranking own = ranking_of(triples->set[previous]);
    uint64_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        sh_answers follow = sh_answers_joined(joined[i]);
        if (!follow || movers[i] == triples->goal) continue;
        uint64_t row = row_of(g, movers[i], next);
        _Atomic uint16_t *state =
            &g->grounded[g->first[row] + rank_beside(g, &own, taken_by(g, movers[i], next))];
        uint16_t old = atomic_load_explicit(state, memory_order_relaxed);
        if (!(follow & ~old)) continue;
        atomic_store_explicit(state, (uint16_t)(old | follow), memory_order_relaxed);
        atomic_store_explicit(&g->changed[row], true, memory_order_relaxed);
        found++;
    }
    return found;
}

// A sh_task: the groups of one set of the next player.
static void ground_groups(void *context, size_t task, int number) {
    race_grounding *g = context;
    const sh_triples *triples = g->triples;
    uint32_t next = (uint32_t)(g->team->first_task + task);
    uint64_t found = 0;
    (void)number;
    for (uint32_t previous = 0; previous < triples->sets && !sh_stopped(g->team->monitor);
         previous++) {
        bool meet = triples->seen[SH_NEXT][next] & triples->seen[SH_PREVIOUS][previous];
        if (meet || next == triples->goal || previous == triples->goal) continue;
        if (atomic_exchange(&g->changed[row_of(g, next, previous)], false))
            found += ground_group(g, next, previous);
    }
    atomic_fetch_add(&g->found, found);
}

// A sh_task: compares the rows of one mover's set with what is grounded.
static void compare_rows(void *context, size_t task, int number) {
    race_grounding *g = context;
    const sh_triples *triples = g->triples;
    sh_verifier *worker = &g->team->workers[number];
    sh_triple t = {.mover = (uint32_t)(g->team->first_task + task)};
    if (t.mover == triples->goal) return;
    for (t.next = 0; t.next < triples->sets && !worker->status; t.next++) {
        uint64_t row = row_of(g, t.mover, t.next), at = g->first[row];
        if (g->first[row + 1] == at || t.next == triples->goal) continue;
        worker->status = g->source->rows(g->source->context, row, 1, worker->values);
        uint32_t taken = taken_by(g, t.mover, t.next);
        for (t.previous = 0; t.previous < triples->sets && !worker->status; t.previous++) {
            if (triples->set[t.previous] & taken) continue;
            sh_answers called = sh_answers_of(worker->values[t.previous]);
            sh_answers left =
                called & atomic_load_explicit(&g->grounded[at++], memory_order_relaxed);
            if (left == called || t.previous == triples->goal) continue;
            sh_position position;
            sh_triples_unrank(triples, t, 0, &position);
            sh_verify_note(&worker->report, (sh_pair){row, t.previous}, &position,
                           worker->values[t.previous], sh_answers_code(left));
        }
    }
}

// Rounds until nothing is found, and the comparison.
static sh_status run_rounds(race_grounding *g, sh_error *error) {
    sh_verify_work work = {.phase = "ground",
                           .tasks = g->triples->sets,
                           .batch = (uint64_t)sh_pool_threads(g->team->pool),
                           .states = (uint64_t)sh_triples_placements(g->game)};
    sh_status status;
    do {
        work.round++;
        atomic_store(&g->found, 0);
        status = sh_verify_team_run(g->team, &work, ground_groups, g, error);
    } while (!status && atomic_load(&g->found) > 0);
    work.phase = "compare";
    work.round = 0;
    return status ? status : sh_verify_team_run(g->team, &work, compare_rows, g, error);
}

sh_status sh_ground_race(const sh_game *game, const sh_triples *triples,
                         const sh_value_source *source, sh_verify_team *team,
                         sh_verify_report *report, sh_error *error) {
    race_grounding g = {.game = game, .triples = triples, .source = source, .team = team};
    size_t rows = (size_t)triples->sets * triples->sets;
    assert(triples->sets <= MOST_SETS);
    sh_outlook_make(&g.outlook, triples->side, triples->pieces);
    g.first = malloc((rows + 1) * sizeof *g.first);
    g.changed = malloc(rows * sizeof *g.changed);
    size_t bytes = g.first ? number_rows(&g) * sizeof *g.grounded : 0;
    g.grounded = bytes && bytes <= sh_memory_available() ? sh_memory_map(bytes) : NULL;
    sh_status status = SH_OK;
    if (!g.grounded || !g.changed)
        status = sh_fail(error, SH_RESOURCES, "no memory for %zu bytes of marks", bytes);
    for (size_t row = 0; !status && row < rows; row++) g.changed[row] = true;
    if (!status) status = run_rounds(&g, error);
    if (!status) sh_verify_team_sum(team, report);
    free(g.first);
    free((void *)g.changed);
    sh_memory_unmap((void *)g.grounded, bytes);
    return status;
}
