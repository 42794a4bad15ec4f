// SPDX-License-Identifier: MIT
// See ground_race.h. The states that differ only in the mover's set are a group: they have their
// successors in one row, that of (next, previous), and are looked at when a word of that row has
// changed. A task has the groups of one set of the next player; it takes the sets of the previous
// player 32 at a time, each in a lane of its own (outlook_lanes.h).
//
// Only placements have a word, and those of one next player lie together: by mover, and for each by
// the previous player's sets that have room, in order. So a task reads rows from everywhere, each
// in one piece, and writes to its own part only, from its begin to its end. Nobody else writes
// there; a word that is read too early only means another round.
//
// A word holds the answers as the player counts who moved there: what a reader wants.
#include "solve/verify/ground_race.h"

#include <assert.h>    // assert
#include <stdatomic.h> // atomic_load_explicit
#include <stdlib.h>    // malloc
#include <string.h>    // memset

#include "base/memory.h"
#include "solve/verify/outlook_lanes.h"
#include "solve/verify/questions.h"

enum {
    MOST_SETS = 2300,
    LANES = SH_OUTLOOK_LANES,
    TASKS_PER_THREAD = 16,
    LINE = 64,  // bytes that are fetched at once
    AHEAD = 16, // movers whose words are fetched early
    MOST_ROWS = SH_VALUE_MAX_ROWS,
};

// What a worker needs for 32 groups.
typedef struct slate {
    union {
        sh_lane_words after[MOST_SETS];
        uint16_t codes[MOST_SETS * LANES]; // of the rows that are compared in the end
    };
    union {
        uint16_t rows[LANES][MOST_SETS]; // by lane and place in the list of movers: their words
        sh_lane_words any[MOST_SETS];
    };
    uint64_t at[MOST_SETS]; // by mover: the word of its next placement with the task's next player
    uint32_t movers[MOST_SETS], previous[MOST_SETS]; // those with room beside the next player
    uint32_t mover_count, previous_count;
    // Of the 32 groups in work:
    uint32_t active;                         // lanes to look at
    sh_lane_words is_active;                 // all bits in those
    b64 taken[LANES];                        // by lane: in the mover's track
    uint32_t lanes_with[SH_TRACK_MAX_CELLS]; // by cell: the lanes in which it is taken
    const _Atomic uint16_t *row[LANES];      // by lane: the successors not yet read
} slate;

typedef struct race_grounding {
    const sh_game *game;
    const sh_triples *triples;
    const sh_value_source *source;
    sh_verify_team *team;
    sh_outlook outlook;
    const sh_outlook_lanes *lanes;
    slate *slates;              // by worker
    uint64_t *first;            // by row (mover, next): where its words begin
    _Atomic uint16_t *grounded; // answers with a ground
    _Atomic bool *changed;      // by row (mover, next): a word of it since it was looked at
    _Atomic uint64_t found;     // grounds in this round
} race_grounding;

static uint64_t row_of(const race_grounding *g, uint32_t mover, uint32_t next) {
    return (uint64_t)mover * g->triples->sets + next;
}

// How many placements there are with these two.
static uint64_t words_of(const race_grounding *g, uint32_t mover, uint32_t next) {
    const sh_triples *triples = g->triples;
    if (triples->set[mover] & triples->seen[SH_NEXT][next]) return 0;
    // The previous player sees the mover as its next one and the next as its previous one.
    uint32_t taken = triples->seen[SH_NEXT][mover] | triples->seen[SH_PREVIOUS][next];
    return g->outlook.binomials.of[triples->pieces][triples->cells - b64_count(taken)];
}

// Where the words of each row begin. Returns how many there are in all.
static uint64_t number_words(const race_grounding *g) {
    uint64_t words = 0;
    for (uint32_t next = 0; next < g->triples->sets; next++)
        for (uint32_t mover = 0; mover < g->triples->sets; mover++) {
            g->first[row_of(g, mover, next)] = words;
            words += words_of(g, mover, next);
        }
    return words;
}

// Lists the sets that have room beside the next player's.
static void start_slate(const race_grounding *g, slate *s, uint32_t next) {
    const sh_triples *triples = g->triples;
    uint32_t seen = triples->seen[SH_NEXT][next];
    uint64_t at = g->first[next];
    s->mover_count = s->previous_count = 0;
    for (uint32_t i = 0; i < triples->sets; i++) {
        s->previous[s->previous_count] = i;
        s->previous_count += !(triples->seen[SH_PREVIOUS][i] & seen);
        s->movers[s->mover_count] = i;
        s->mover_count += !(triples->set[i] & seen);
        s->at[i] = at;
        at += words_of(g, i, next);
        if (triples->set[i] & seen) s->after[i] = (sh_lane_words){0};
    }
}

// Begins with the groups of the previous sets from number `from` of the list. A lane is active
// where the row of its successors has changed; lanes beyond the list are full boards.
static void start_lanes(const race_grounding *g, slate *s, uint32_t next, uint32_t from) {
    const sh_triples *triples = g->triples;
    s->active = 0;
    for (int cell = 0; cell < triples->cells; cell++) s->lanes_with[cell] = 0;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        bool is_group = from + lane < s->previous_count;
        uint32_t previous = is_group ? s->previous[from + lane] : 0;
        uint32_t taken = is_group
                             ? triples->seen[SH_NEXT][next] | triples->seen[SH_PREVIOUS][previous]
                             : UINT32_MAX;
        s->taken[lane] = taken;
        for (int cell = 0; cell < triples->cells; cell++)
            s->lanes_with[cell] |= (taken >> cell & 1) << lane;
        if (!is_group || previous == triples->goal) continue;
        s->row[lane] = g->grounded + g->first[row_of(g, next, previous)];
        _Atomic bool *changed = &g->changed[row_of(g, next, previous)];
        if (atomic_load_explicit(changed, memory_order_relaxed) &&
            atomic_exchange_explicit(changed, false, memory_order_acquire))
            s->active |= 1u << lane;
    }
    for (int lane = 0; lane < LANES; lane++)
        s->is_active.of[lane] = s->active >> lane & 1 ? UINT16_MAX : 0;
}

// The lanes in which a set has room.
static uint32_t lanes_with_room(const race_grounding *g, const slate *s, uint32_t mover) {
    uint32_t taken = 0;
    for (uint32_t set = g->triples->set[mover]; set; set &= set - 1)
        taken |= s->lanes_with[__builtin_ctz(set)];
    return ~taken;
}

// Reads the row of a lane: the words of the movers that have room, 0 for the others.
static void read_row(const race_grounding *g, slate *s, uint32_t lane, uint16_t *words) {
    const _Atomic uint16_t *row = s->row[lane];
    uint32_t taken = (uint32_t)s->taken[lane];
    for (uint32_t i = 0; i < s->mover_count; i++) {
        bool room = !(g->triples->set[s->movers[i]] & taken);
        sh_answers answers = sh_answers_turned(atomic_load_explicit(row, memory_order_relaxed));
        words[i] = room ? answers : 0;
        row += room;
    }
}

// Fetches the row of a lane early: it is far away.
static void fetch_row(const race_grounding *g, const slate *s, uint32_t lane) {
    if (lane >= LANES || !(s->active >> lane & 1)) return;
    int free = g->triples->cells - b64_count(s->taken[lane]);
    const char *row = (const char *)s->row[lane];
    const char *end = row + g->outlook.binomials.of[g->triples->pieces][free] * sizeof(uint16_t);
    for (; row < end; row += LINE) __builtin_prefetch(row);
}

// Reads the rows of the active lanes. Who moves into the goal has won.
static void read_rows(const race_grounding *g, slate *s) {
    uint16_t *rows[LANES];
    fetch_row(g, s, 0);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        rows[lane] = s->rows[lane];
        fetch_row(g, s, lane + 1);
        if (s->active >> lane & 1)
            read_row(g, s, lane, s->rows[lane]);
        else
            memset(s->rows[lane], 0, sizeof s->rows[lane]);
    }
    g->lanes->turn(rows, s->mover_count, s->movers, s->after);
    uint32_t goal = g->triples->goal, room = lanes_with_room(g, s, goal);
    for (uint32_t lane = 0; lane < LANES; lane++)
        if (room >> lane & 1)
            s->after[goal].of[lane] = sh_answers_turned(sh_answers_before(sh_answers_won(2)));
}

// Notes what follows for the states of one mover in all lanes. Returns how many have got answers.
static uint64_t note_grounds(const race_grounding *g, slate *s, uint32_t mover, uint32_t room) {
    sh_lane_words follow;
    for (int lane = 0; lane < LANES; lane++)
        follow.of[lane] =
            sh_answers_before(sh_answers_turned(s->any[mover].of[lane])) & s->is_active.of[lane];
    _Atomic uint16_t *states = g->grounded + s->at[mover];
    // Only this thread writes here, so a plain look is enough.
    uint32_t places, news = g->lanes->news(&follow, room, (const uint16_t *)states, &places);
    uint64_t found = 0;
    for (; news; news &= news - 1, places &= places - 1, found++) {
        _Atomic uint16_t *state = &states[__builtin_ctz(places)];
        uint16_t old = atomic_load_explicit(state, memory_order_relaxed);
        atomic_store_explicit(state, old | follow.of[__builtin_ctz(news)], memory_order_relaxed);
    }
    return found;
}

// The groups of 32 previous sets: which of their answers follow from grounded ones?
static uint64_t ground_lanes(const race_grounding *g, slate *s, uint32_t next) {
    uint64_t found = 0;
    if (s->active) {
        read_rows(g, s);
        g->lanes->any(&g->outlook, 0, s->taken, s->after, s->any);
    }
    for (uint32_t i = 0; i < s->mover_count; i++) {
        uint32_t mover = s->movers[i], room = lanes_with_room(g, s, mover);
        if (s->active && i + AHEAD < s->mover_count)
            __builtin_prefetch((const void *)&g->grounded[s->at[s->movers[i + AHEAD]]], 1);
        uint64_t now = s->active && mover != g->triples->goal ? note_grounds(g, s, mover, room) : 0;
        if (now > 0)
            atomic_store_explicit(&g->changed[row_of(g, mover, next)], true, memory_order_release);
        s->at[mover] += (uint64_t)__builtin_popcount(room);
        found += now;
    }
    return found;
}

// A sh_task: the groups of one set of the next player.
static void ground_groups(void *context, size_t task, int number) {
    race_grounding *g = context;
    slate *s = &g->slates[number];
    uint32_t next = (uint32_t)(g->team->first_task + task);
    uint64_t found = 0;
    if (next == g->triples->goal || sh_stopped(g->team->monitor)) return;
    start_slate(g, s, next);
    for (uint32_t from = 0; from < s->previous_count; from += LANES) {
        start_lanes(g, s, next, from);
        found += ground_lanes(g, s, next);
    }
    atomic_fetch_add(&g->found, found);
}

// Compares a row with what is grounded.
static void compare_row(const race_grounding *g, sh_verifier *worker, sh_triple t,
                        const uint16_t *codes) {
    const sh_triples *triples = g->triples;
    uint32_t taken = triples->set[t.mover] | triples->seen[SH_NEXT][t.next];
    const _Atomic uint16_t *state = g->grounded + g->first[row_of(g, t.mover, t.next)];
    for (; t.previous < triples->sets; t.previous++) {
        if (triples->seen[SH_PREVIOUS][t.previous] & taken) continue;
        sh_answers called = sh_answers_of(codes[t.previous]);
        sh_answers left =
            called & sh_answers_after(atomic_load_explicit(state++, memory_order_relaxed));
        if (left == called || t.previous == triples->goal) continue;
        sh_position position;
        sh_triples_unrank(triples, t, 0, &position);
        sh_verify_note(&worker->report, (sh_pair){row_of(g, t.mover, t.next), t.previous},
                       &position, codes[t.previous], sh_answers_code(left));
    }
}

// A sh_task: compares the rows of one mover's set with what is grounded.
static void compare_rows(void *context, size_t task, int number) {
    race_grounding *g = context;
    const sh_triples *triples = g->triples;
    sh_verifier *worker = &g->team->workers[number];
    uint16_t *codes = g->slates[number].codes;
    uint32_t mover = (uint32_t)(g->team->first_task + task), sets = triples->sets;
    uint32_t most = MOST_SETS * LANES / sets, at_once = most < MOST_ROWS ? most : MOST_ROWS;
    if (mover == triples->goal) return;
    for (uint32_t first = 0; first < sets && !worker->status; first += at_once) {
        uint32_t count = sets - first < at_once ? sets - first : at_once;
        worker->status = g->source->rows(g->source->context, row_of(g, mover, first), count, codes);
        for (uint32_t i = 0; i < count && !worker->status; i++) {
            uint32_t next = first + i;
            bool meet = triples->set[mover] & triples->seen[SH_NEXT][next];
            if (!meet && next != triples->goal)
                compare_row(g, worker, (sh_triple){mover, next, 0}, codes + (size_t)i * sets);
        }
    }
}

// Rounds until nothing is found, and the comparison.
static sh_status run_rounds(race_grounding *g, sh_error *error) {
    sh_verify_work work = {.phase = "ground",
                           .tasks = g->triples->sets,
                           .batch = (uint64_t)sh_pool_threads(g->team->pool) * TASKS_PER_THREAD,
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

// Room for the rounds; bytes: of the words.
static sh_status open_grounding(race_grounding *g, size_t *bytes, sh_error *error) {
    size_t rows = (size_t)g->triples->sets * g->triples->sets;
    sh_outlook_make(&g->outlook, g->triples->side, g->triples->pieces);
    g->lanes = sh_outlook_lanes_get(sh_cpu_level_get(), g->triples->side);
    g->slates =
        aligned_alloc(_Alignof(slate), (size_t)sh_pool_threads(g->team->pool) * sizeof *g->slates);
    g->first = malloc(rows * sizeof *g->first);
    g->changed = malloc(rows * sizeof *g->changed);
    *bytes = g->first ? (number_words(g) + 1) * sizeof *g->grounded : 0;
    g->grounded = *bytes && *bytes <= sh_memory_available() ? sh_memory_map(*bytes) : NULL;
    if (!g->grounded || !g->changed || !g->slates)
        return sh_fail(error, SH_RESOURCES, "no memory for %zu bytes of marks", *bytes);
    for (size_t row = 0; row < rows; row++) g->changed[row] = true;
    return SH_OK;
}

sh_status sh_ground_race(const sh_game *game, const sh_triples *triples,
                         const sh_value_source *source, sh_verify_team *team,
                         sh_verify_report *report, sh_error *error) {
    race_grounding g = {.game = game, .triples = triples, .source = source, .team = team};
    size_t bytes;
    assert(triples->sets <= MOST_SETS);
    sh_status status = open_grounding(&g, &bytes, error);
    if (!status) status = run_rounds(&g, error);
    if (!status) sh_verify_team_sum(team, report);
    free(g.slates);
    free(g.first);
    free((void *)g.changed);
    sh_memory_unmap((void *)g.grounded, bytes);
    return status;
}
