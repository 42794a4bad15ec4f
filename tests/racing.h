// SPDX-License-Identifier: MIT
// Three players in tests: everything that brute force says of a small star, and what the solver
// says.
#pragma once

#include "test.h"

#include "oracle/oracle_race.h"
#include "rank/control.h"
#include "solve/race/race.h"

enum { A = 1, B = 2, C = 4 };

// The depth arrays of every question about player A, and of reachability.
typedef struct racing_answers {
    race_oracle oracle;
    uint8_t *solo[3], *out[3]; // by player
    uint8_t *enable[3][3];     // [i][j]
    uint8_t *reach;
} racing_answers;

static inline uint8_t *racing_force(const race_oracle *oracle, int coalition, int winners) {
    uint8_t *depth = malloc(oracle->states);
    race_oracle_force(oracle, coalition, winners, depth);
    return depth;
}

static inline void racing_open(racing_answers *all, int n, int k) {
    memset(all, 0, sizeof *all);
    race_oracle_open(&all->oracle, n, k, false);
    for (int i = 0; i < 3; i++) {
        all->solo[i] = racing_force(&all->oracle, 1 << i, 1 << i);
        all->out[i] = racing_force(&all->oracle, 7 & ~(1 << i), 7 & ~(1 << i));
        for (int j = 0; j < 3; j++)
            if (i != j) all->enable[i][j] = racing_force(&all->oracle, 1 << i | 1 << j, 1 << j);
    }
    all->reach = malloc(all->oracle.states);
    race_oracle_reach(&all->oracle, all->reach);
}

static inline void racing_close(racing_answers *all) {
    for (int i = 0; i < 3; i++) {
        free(all->solo[i]);
        free(all->out[i]);
        for (int j = 0; j < 3; j++) free(all->enable[i][j]);
    }
    free(all->reach);
    race_oracle_close(&all->oracle);
}

// The control code of a state by the definition in words.
static inline sh_control_code racing_control(const racing_answers *all, size_t state) {
    int turn, set[3], winner = race_oracle_winner(&all->oracle, state);
    race_oracle_split(&all->oracle, state, &turn, set);
    if (winner == 3) return SH_CONTROL_ILLEGAL;
    if (winner >= 0) return sh_control_won((winner - turn + 3) % 3);
    sh_control_code control = 0;
    for (int i = 0; i < 3; i++) {
        int player = (turn + i) % 3, next = (player + 1) % 3, previous = (player + 2) % 3;
        bool wins = all->solo[player][state] != RACE_ORACLE_NEVER;
        bool out = all->out[player][state] != RACE_ORACLE_NEVER;
        assert_false(wins && out);
        if (wins) control |= sh_control_solo(i);
        if (!wins && !out) control |= sh_control_draw(i);
        if (all->enable[player][next][state] != RACE_ORACLE_NEVER) control |= sh_control_next(i);
        if (all->enable[player][previous][state] != RACE_ORACLE_NEVER)
            control |= sh_control_previous(i);
    }
    return control;
}

// A game solved by the program.
typedef struct racing {
    sh_game game;
    sh_solved solved;
    sh_race_counts counts;
} racing;

static inline racing *racing_solve(const char *name, int threads) {
    racing *run = calloc(1, sizeof *run);
    sh_error error;
    test_game(&run->game, name, SH_STRICT);
    sh_race_options options = {.threads = threads};
    if (sh_solved_open(&run->solved, &run->game, &error) ||
        sh_race_solve(&run->solved, &options, NULL, &run->counts, &error))
        fail_msg("%s", error.text);
    return run;
}

static inline void racing_free(racing *run) {
    sh_solved_close(&run->solved);
    free(run);
}
