// SPDX-License-Identifier: MIT
// Steps (a), (b) and (c) of policy.h. Settled positions are a queue; each tells its predecessors,
// which count down their unsettled moves and keep the best outcome so far. When the queue is empty
// movers may leave cycles, all at once.
#include "solve/race/policy/policy.h"

#include <assert.h> // assert
#include <stdlib.h> // malloc
#include <string.h> // memset

#include "solve/race/policy/runner_up.h"
#include "solve/race/policy/track_moves.h"

#define UNSETTLED 255
#define MOST_SETS 400

typedef struct settling {
    const sh_triples *triples;
    const sh_policy *policy;
    const sh_track_moves *moves;
    const uint8_t
        *second;         // of the ranking: who comes second when a player has arrived (runner_up.h)
    size_t cube, states; // sets^3 and three times that
    uint8_t *outcome;    // settled or UNSETTLED
    uint8_t *best;       // the best settled outcome that the mover can have so far
    uint8_t *left;       // moves to positions that are not settled
    size_t *queue;       // settled positions whose predecessors have not been told
    size_t head, tail;
} settling;

size_t sh_policy_state(const sh_triples *triples, int turn, const uint32_t set[3]) {
    size_t sets = triples->sets;
    return (((size_t)turn * sets + set[0]) * sets + set[1]) * sets + set[2];
}

static int split(const settling *s, size_t state, uint32_t set[3]) {
    for (int player = 2; player >= 0; player--, state /= s->triples->sets)
        set[player] = (uint32_t)(state % s->triples->sets);
    return (int)state;
}

static sh_triple triple_of(const uint32_t set[3], int turn) {
    return (sh_triple){set[turn], set[(turn + 1) % 3], set[(turn + 2) % 3]};
}

// The states that a player's moves lead to or come from, with `turn` to move in them.
static int neighbours(const settling *s, const uint32_t set[3], int player, int turn,
                      size_t to[SH_TRACK_MAX_MOVES]) {
    uint32_t number[SH_TRACK_MAX_MOVES], other[3] = {set[0], set[1], set[2]};
    uint32_t taken = s->triples->seen[SH_NEXT][set[(player + 1) % 3]] |
                     s->triples->seen[SH_PREVIOUS][set[(player + 2) % 3]];
    int count = sh_track_moves_list(s->moves, set[player], taken, number);
    for (int i = 0; i < count; i++) {
        other[player] = number[i];
        to[i] = sh_policy_state(s->triples, turn, other);
    }
    return count;
}

static int winner_of(const settling *s, const uint32_t set[3]) {
    for (int player = 0; player < 3; player++)
        if (set[player] == s->triples->goal) return player;
    return -1;
}

static void settle(settling *s, size_t state, uint8_t outcome) {
    s->outcome[state] = outcome;
    s->queue[s->tail++] = state;
}

// What an arrival means: the winner, or with the race for second place the ranking.
static uint8_t arrival(const settling *s, const uint32_t set[3], int winner) {
    if (!s->policy->ranking) return (uint8_t)winner;
    assert(s->second);
    int x = (winner + 1) % 3, y = (winner + 2) % 3;
    switch (s->second[(size_t)set[x] * s->triples->sets + set[y]]) {
    case SH_RUNNER_NEXT:
        return (uint8_t)(winner * 4 + x);
    case SH_RUNNER_PREVIOUS:
        return (uint8_t)(winner * 4 + y);
    default:
        return (uint8_t)(winner * 4 + 3);
    }
}

// Arrivals are settled, ongoing states get the number of their moves. The player who has arrived
// has just moved; terminal states with another turn do not occur in play.
static void begin(settling *s) {
    memset(s->outcome, UNSETTLED, s->states);
    memset(s->best, UNSETTLED, s->states);
    for (size_t state = 0; state < s->states; state++) {
        uint32_t set[3];
        int turn = split(s, state, set);
        sh_triple triple = triple_of(set, turn);
        if (!sh_triples_disjoint(s->triples, triple)) continue;
        int filled = sh_triples_filled(s->triples, triple), winner = winner_of(s, set);
        size_t to[SH_TRACK_MAX_MOVES];
        if (filled == 1 && turn == (winner + 1) % 3) settle(s, state, arrival(s, set, winner));
        if (!filled) s->left[state] = (uint8_t)neighbours(s, set, turn, (turn + 1) % 3, to);
    }
}

// (a): tells the predecessors of settled positions.
static void tell(settling *s) {
    while (s->head < s->tail) {
        size_t state = s->queue[s->head++], from[SH_TRACK_MAX_MOVES];
        uint32_t set[3];
        uint8_t outcome = s->outcome[state];
        int mover = (split(s, state, set) + 2) % 3;
        const uint8_t *order = s->policy->order[mover];
        int count = neighbours(s, set, mover, mover, from);
        for (int i = 0; i < count; i++) {
            size_t before = from[i];
            if (s->outcome[before] != UNSETTLED || !s->left[before]) continue;
            uint8_t *best = &s->best[before];
            if (*best == UNSETTLED || order[outcome] < order[*best]) *best = outcome;
            if (!--s->left[before] || !order[outcome]) settle(s, before, *best);
        }
    }
}

// (b): movers that like an exit better than a game without end take it.
static bool leave_cycles(settling *s) {
    uint8_t endless = s->policy->ranking ? SH_RANKING_NONE : SH_OUTCOME_DRAW;
    size_t before = s->tail;
    for (size_t state = 0; state < s->states; state++) {
        if (s->outcome[state] != UNSETTLED || !s->left[state] || s->best[state] == UNSETTLED)
            continue;
        const uint8_t *order = s->policy->order[state / s->cube];
        if (order[s->best[state]] < order[endless]) settle(s, state, s->best[state]);
    }
    return s->tail > before;
}

// (c), and the counts over ongoing states.
static void finish(settling *s, sh_policy_result *result) {
    uint8_t endless = s->policy->ranking ? SH_RANKING_NONE : SH_OUTCOME_DRAW;
    for (size_t state = 0; state < s->states; state++) {
        uint32_t set[3];
        sh_triple triple = triple_of(set, split(s, state, set));
        if (sh_triples_filled(s->triples, triple) || !sh_triples_disjoint(s->triples, triple)) {
            s->outcome[state] = UNSETTLED;
            continue;
        }
        if (s->outcome[state] == UNSETTLED) s->outcome[state] = endless;
        result->states[s->outcome[state]]++;
    }
    uint32_t camp = s->triples->camp, opening[3] = {camp, camp, camp};
    result->opening = s->outcome[sh_policy_state(s->triples, 0, opening)];
    result->outcome = s->outcome;
}

static sh_status run(settling *s, const sh_monitor *monitor, sh_policy_result *result,
                     sh_error *error) {
    begin(s);
    for (bool more = true; more; result->exits += more) {
        tell(s);
        sh_report(monitor, &(sh_progress){.phase = "policy",
                                          .round = result->exits + 1,
                                          .done = s->tail,
                                          .seconds = result->seconds});
        if (sh_stopped(monitor)) return sh_fail(error, SH_INTERRUPTED, "interrupted");
        more = leave_cycles(s);
    }
    finish(s, result);
    return SH_OK;
}

sh_status sh_policy_solve(const sh_triples *triples, const sh_policy *policy,
                          const sh_monitor *monitor, sh_policy_result *result, sh_error *error) {
    memset(result, 0, sizeof *result);
    if (triples->sets > MOST_SETS)
        return sh_fail(error, SH_USAGE,
                       "policies are for star13:3p, star37/1:3p and star37/2:3p: three pieces on "
                       "37 cells have too many states");
    double began = sh_clock();
    size_t cube = (size_t)triples->sets * triples->sets * triples->sets;
    sh_track_moves moves;
    sh_track_moves_make(&moves, triples);
    settling s = {.triples = triples,
                  .policy = policy,
                  .moves = &moves,
                  .cube = cube,
                  .states = 3 * cube,
                  .outcome = malloc(3 * cube),
                  .best = malloc(3 * cube),
                  .left = calloc(3 * cube, 1),
                  .queue = malloc(3 * cube * sizeof(size_t))};
    uint8_t *second = policy->ranking ? sh_runner_up_solve(&moves) : NULL;
    s.second = second;
    sh_status status = SH_OK;
    if (!s.outcome || !s.best || !s.left || !s.queue || (policy->ranking && !second))
        status = sh_fail(error, SH_RESOURCES, "no memory for a policy");
    if (!status) status = run(&s, monitor, result, error);
    result->seconds = sh_clock() - began;
    free(second);
    free(s.best);
    free(s.left);
    free(s.queue);
    if (status) free(s.outcome);
    return status;
}
