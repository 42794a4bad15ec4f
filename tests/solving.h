// SPDX-License-Identifier: MIT
// Solving in tests: a game by name, all its values, and the comparison with the oracle.
#pragma once

#include "test.h"

#include <stdatomic.h> // atomic_bool

#include "altered.h"
#include "oracle/oracle_duel.h"
#include "solve/duel/solution.h"

// The options of a plain solve on this machine.
static inline sh_solve_options solving_here(sh_metric metric) {
    return (sh_solve_options){.metric = metric, .level = sh_cpu_level_get(), .threads = 2};
}

static inline sh_solution *solving_on(const sh_backend *const *backends, const sh_game *game,
                                      sh_solve_options options) {
    sh_error error;
    sh_plan plan;
    sh_solution *solution = NULL;
    if (sh_plan_make(backends, game, &options, &plan, &error) ||
        sh_solve(&solution, game, &options, &plan, NULL, &error))
        fail_msg("%s: %s", game->name, error.text);
    return solution;
}

static inline sh_solution *solving(const char *name, sh_profile profile, sh_solve_options options) {
    sh_game game;
    test_game(&game, name, profile);
    return solving_on(sh_cpu_backends, &game, options);
}

// A monitor's user that stops after some rounds.
typedef struct solving_stopper {
    atomic_bool stop;
    int after;
} solving_stopper;

static inline void solving_count_down(void *user, const sh_progress *progress) {
    solving_stopper *stopper = user;
    if (progress->round >= stopper->after) atomic_store(&stopper->stop, true);
}

// Solves until `rounds` are done, so that options.checkpoint is left.
static inline void solving_interrupted(const sh_backend *backend, const sh_game *game,
                                       sh_solve_options options, int rounds) {
    sh_error error;
    sh_plan plan;
    sh_solution *solution;
    solving_stopper stopper = {.after = rounds};
    sh_monitor monitor = {.report = solving_count_down, .user = &stopper, .stop = &stopper.stop};
    assert_int_equal(backend->plan(game, &options, &plan, &error), SH_OK);
    assert_int_equal(sh_solve(&solution, game, &options, &plan, &monitor, &error), SH_INTERRUPTED);
}

static inline uint16_t *solving_values(sh_solution *solution, size_t *count) {
    altered *a = altered_open(sh_solution_source(solution));
    uint16_t *values = a->values;
    *count = a->count;
    free(a);
    return values;
}

// The best lines from the start are the same.
static inline void solving_compare_lines(sh_solution *a, sh_solution *b) {
    sh_position start;
    sh_move one[SH_MAX_PLIES], two[SH_MAX_PLIES];
    int first, second;
    sh_position_start(&a->game, &start);
    assert_int_equal(sh_solution_line(a, &start, one, SH_MAX_PLIES, &first, NULL), SH_OK);
    assert_int_equal(sh_solution_line(b, &start, two, SH_MAX_PLIES, &second, NULL), SH_OK);
    assert_true(first > 0 && first < SH_MAX_PLIES);
    assert_int_equal(first, second);
    assert_memory_equal(one, two, (size_t)first * sizeof *one);
}

// Mutual zugzwang by definition: with v the result for the player to move (1, 0, -1), the two turns
// of a placement add up to less than nothing.
static inline void solving_compare_zugzwang(sh_solution *solution, const oracle_duel *oracle) {
    sh_zugzwang want = {0, 0}, count;
    for (int i = 0; i < oracle->sets; i++)
        for (int j = 0; j < oracle->sets; j++) {
            uint16_t first = oracle_duel_value(oracle, oracle->set[i], oracle->set[j], 0);
            uint16_t second = oracle_duel_value(oracle, oracle->set[i], oracle->set[j], 1);
            if (first == ORACLE_ILLEGAL || second == ORACLE_ILLEGAL) continue;
            int sum = first == ORACLE_DRAW ? 0 : first & 1 ? 1 : -1;
            sum += second == ORACLE_DRAW ? 0 : second & 1 ? 1 : -1;
            want.both_lose += sum == -2;
            want.one_draws += sum == -1;
        }
    sh_error error;
    assert_int_equal(sh_solution_zugzwang(solution, &count, &error), SH_OK);
    assert_int_equal(count.both_lose, want.both_lose);
    assert_int_equal(count.one_draws, want.one_draws);
}

// Every value of a game, by rows and one by one, is the oracle's.
static inline void solving_compare(const char *name, int m, int pieces, sh_profile profile) {
    oracle_duel oracle;
    oracle_duel_solve(&oracle, m, pieces, profile == SH_PUBLISHED);
    sh_solution *solution = solving(name, profile, solving_here(SH_DTW));
    assert_true(solution->game.camp[0].w[0] == oracle.camp[0]);
    size_t count;
    uint16_t *values = solving_values(solution, &count);
    uint64_t columns = sh_pairs_columns(solution->pairs);
    for (size_t i = 0; i < count; i++) {
        sh_position position;
        sh_pairs_position(solution->pairs, (sh_pair){i / columns, i % columns}, &position);
        uint16_t want = oracle_duel_value(&oracle, position.army[0].w[0], position.army[1].w[0], 0);
        if (values[i] != want) fail_msg("%s state %zu: %d, not %d", name, i, values[i], want);
        uint16_t single;
        assert_int_equal(sh_solution_value(solution, &position, &single), SH_OK);
        assert_int_equal(single, want);
    }
    solving_compare_zugzwang(solution, &oracle);
    free(values);
    sh_solution_close(solution);
    oracle_duel_free(&oracle);
}
