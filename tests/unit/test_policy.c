// SPDX-License-Identifier: MIT
// Policies: one outcome a position, against sweeps over brute-force states.
#include "test.h"

#include "oracle/oracle_race.h"
#include "solve/race/policy/policy.h"

enum { UNSETTLED = 255, NOBODY = 3 };

typedef struct naive {
    race_oracle oracle;
    const sh_policy *policy;
    uint8_t *outcome; // by state; arrivals too
    uint8_t *second;  // by state in which one player has arrived: who is second, or NOBODY
    uint8_t *look;    // by state: a move leads to one that was settled since it was looked at
} naive;

// Who is left to move after a move in the race for second place: not the one who has arrived.
static size_t skip_winner(const race_oracle *oracle, size_t state, int winner) {
    int turn, set[3];
    race_oracle_split(oracle, state, &turn, set);
    if (turn == winner) turn = (turn + 1) % 3;
    return race_oracle_state(oracle, turn, set[0], set[1], set[2]);
}

static int goals(const race_oracle *oracle, size_t state) {
    int turn, set[3], filled = 0;
    race_oracle_split(oracle, state, &turn, set);
    for (int player = 0; player < 3; player++) filled += set[player] == oracle->goal[player];
    return filled;
}

// One state of the race for second place: the mover's if it can be, the other's if all moves let
// it.
static uint8_t second_of(const naive *n, size_t state, int winner) {
    size_t to[RACE_ORACLE_MAX_MOVES];
    int turn, set[3], count = race_oracle_successors(&n->oracle, state, to), lost = 0;
    race_oracle_split(&n->oracle, state, &turn, set);
    for (int i = 0; i < count; i++) {
        size_t next = skip_winner(&n->oracle, to[i], winner);
        uint8_t second = goals(&n->oracle, next) == 2 ? (uint8_t)turn : n->second[next];
        if (second == turn) return (uint8_t)turn;
        lost += second != NOBODY;
    }
    return lost == count ? (uint8_t)(3 - winner - turn) : NOBODY;
}

static void race_for_second(naive *n) {
    memset(n->second, NOBODY, n->oracle.states);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t s = 0; s < n->oracle.states; s++) {
            int turn, set[3], winner = race_oracle_winner(&n->oracle, s);
            race_oracle_split(&n->oracle, s, &turn, set);
            if (winner < 0 || winner == 3 || winner == turn || n->second[s] != NOBODY ||
                !race_oracle_exists(&n->oracle, s))
                continue;
            n->second[s] = second_of(n, s, winner);
            changed = changed || n->second[s] != NOBODY;
        }
    }
}

static bool is_open(const naive *n, size_t state) {
    return race_oracle_exists(&n->oracle, state) && race_oracle_winner(&n->oracle, state) < 0;
}

// The best settled outcome among the moves; *all says whether every move leads to a settled state.
static uint8_t best_of(const naive *n, size_t state, bool *all) {
    size_t to[RACE_ORACLE_MAX_MOVES];
    int turn, set[3], count = race_oracle_successors(&n->oracle, state, to);
    race_oracle_split(&n->oracle, state, &turn, set);
    const uint8_t *order = n->policy->order[turn];
    uint8_t best = UNSETTLED;
    *all = true;
    for (int i = 0; i < count; i++) {
        uint8_t outcome = n->outcome[to[i]];
        if (outcome == UNSETTLED)
            *all = false;
        else if (best == UNSETTLED || order[outcome] < order[best])
            best = outcome;
    }
    return best;
}

static void settle(naive *n, size_t state, uint8_t outcome) {
    size_t from[RACE_ORACLE_MAX_MOVES];
    n->outcome[state] = outcome;
    int count = race_oracle_predecessors(&n->oracle, state, from);
    for (int i = 0; i < count; i++) n->look[from[i]] = true;
}

static void settle_by_sweeps(naive *n) {
    const race_oracle *oracle = &n->oracle;
    uint8_t endless = n->policy->ranking ? SH_RANKING_NONE : SH_OUTCOME_DRAW;
    uint8_t *leave = malloc(oracle->states);
    for (bool more = true; more;) {
        for (bool changed = true; changed;) {
            changed = false;
            for (size_t s = 0; s < oracle->states; s++) {
                if (!n->look[s]) continue;
                n->look[s] = false;
                if (!is_open(n, s) || n->outcome[s] != UNSETTLED) continue;
                int turn = (int)(s / (oracle->states / 3));
                bool all;
                uint8_t best = best_of(n, s, &all);
                if (!all && n->policy->order[turn][best] > 0) continue;
                settle(n, s, best);
                changed = true;
            }
        }
        more = false;
        for (size_t s = 0; s < oracle->states; s++) {
            leave[s] = UNSETTLED;
            if (!is_open(n, s) || n->outcome[s] != UNSETTLED) continue;
            const uint8_t *order = n->policy->order[s / (oracle->states / 3)];
            bool all;
            uint8_t best = best_of(n, s, &all);
            if (best != UNSETTLED && order[best] < order[endless]) leave[s] = best;
        }
        for (size_t s = 0; s < oracle->states; s++)
            if (leave[s] != UNSETTLED) {
                settle(n, s, leave[s]);
                more = true;
            }
    }
    free(leave);
    for (size_t s = 0; s < oracle->states; s++)
        if (is_open(n, s) && n->outcome[s] == UNSETTLED) n->outcome[s] = endless;
}

static void arrivals(naive *n) {
    memset(n->outcome, UNSETTLED, n->oracle.states);
    memset(n->look, false, n->oracle.states);
    for (size_t s = 0; s < n->oracle.states; s++) {
        int winner = race_oracle_winner(&n->oracle, s);
        if (!race_oracle_exists(&n->oracle, s) || winner < 0 || winner > 2) continue;
        settle(n, s, (uint8_t)(n->policy->ranking ? winner * 4 + n->second[s] : winner));
    }
}

static void compare(const char *name, int size, int pieces, const char *text) {
    sh_game game;
    sh_triples triples;
    sh_policy policy;
    sh_policy_result result;
    test_game(&game, name, SH_STRICT);
    assert_int_equal(sh_policy_parse(&policy, text, NULL), SH_OK);
    assert_int_equal(sh_triples_open(&triples, &game, NULL), SH_OK);
    assert_int_equal(sh_policy_solve(&triples, &policy, NULL, &result, NULL), SH_OK);
    naive n = {.policy = &policy};
    race_oracle_open(&n.oracle, size, pieces, false);
    n.outcome = malloc(n.oracle.states);
    n.second = malloc(n.oracle.states);
    n.look = malloc(n.oracle.states);
    if (policy.ranking) race_for_second(&n);
    arrivals(&n);
    settle_by_sweeps(&n);
    uint64_t states[SH_POLICY_OUTCOMES] = {0};
    for (size_t s = 0; s < n.oracle.states; s++) {
        if (!is_open(&n, s)) continue;
        int turn, set[3];
        race_oracle_split(&n.oracle, s, &turn, set);
        uint32_t number[3];
        for (int player = 0; player < 3; player++) {
            uint32_t lane = 0;
            for (int cell = 0; cell < n.oracle.cells; cell++)
                if (n.oracle.set[player][set[player]] >> cell & 1)
                    lane |=
                        1u << triples.track_cell[player][sh_board_cell(
                            &game.board, n.oracle.q[cell] + 2 * size, n.oracle.r[cell] + 2 * size)];
            number[player] = sh_triples_number(&triples, lane);
        }
        uint8_t outcome = result.outcome[sh_policy_state(&triples, turn, number)];
        assert_int_equal(outcome, n.outcome[s]);
        states[outcome]++;
    }
    assert_memory_equal(states, result.states, sizeof states);
    free(result.outcome);
    free(n.outcome);
    free(n.second);
    free(n.look);
    race_oracle_close(&n.oracle);
    sh_triples_close(&triples);
}

static const char *const POLICIES[] = {"draw",   "next",    "previous",
                                       "cyclic", "ranking", "sdnp,snpd,spnd"};

static void policies_equal_sweeps(void **state) {
    for (size_t i = 0; i < sizeof POLICIES / sizeof *POLICIES; i++) {
        compare("star13:3p", 1, 1, POLICIES[i]);
        compare("star37/1:3p", 2, 1, POLICIES[i]);
    }
}

// Minutes and 2 GB each: only with the argument "long" and the name of the policy.
static void policy_of_two_marbles_equals_sweeps(void **state) {
    compare("star37/2:3p", 2, 2, *state);
}

// What each player must like, said outright.
static void orders_are_as_stated(void **state) {
    sh_policy policy;
    assert_int_equal(sh_policy_parse(&policy, "cyclic", NULL), SH_OK);
    assert_int_equal(policy.order[1][1], 0);
    assert_int_equal(policy.order[1][2], 1); // B likes C second best
    assert_int_equal(policy.order[1][0], 2);
    assert_int_equal(policy.order[1][SH_OUTCOME_DRAW], 3);
    assert_int_equal(sh_policy_parse(&policy, "ranking", NULL), SH_OK);
    const uint8_t *a = policy.order[0];
    assert_true(a[0 * 4 + 1] < a[0 * 4 + 2]); // first, with B second rather than C
    assert_true(a[0 * 4 + 2] < a[1 * 4 + 0]); // first before second
    assert_true(a[1 * 4 + 0] < a[SH_RANKING_NONE]);
    assert_true(a[1 * 4 + 3] < a[1 * 4 + 2]); // undecided before last
    const char *const bad[] = {"", "nsdp,snpd,spnd", "sdnp,snpd", "sssd,snpd,spnd", "best"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(sh_policy_parse(&policy, bad[i], NULL), SH_USAGE);
}

int main(int argc, char **argv) {
    if (argc > 2 && !strcmp(argv[1], "long")) {
        const struct CMUnitTest long_tests[] = {
            cmocka_unit_test_prestate(policy_of_two_marbles_equals_sweeps, argv[2]),
        };
        return cmocka_run_group_tests(long_tests, NULL, NULL);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_are_as_stated),
        cmocka_unit_test(policies_equal_sweeps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
