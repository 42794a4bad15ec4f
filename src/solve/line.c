// SPDX-License-Identifier: MIT
// Single values of a solution and the lines of best moves that follow from them.
#include <string.h> // memset

#include "solve/solution.h"

sh_status sh_solution_value(sh_solution *solution, const sh_position *position, uint16_t *value) {
    sh_verdict verdict = sh_position_verdict(&solution->game, position, NULL);
    if (verdict == SH_ILLEGAL_FILLED || verdict == SH_ILLEGAL_BLOCKED) {
        *value = SH_VALUE_ILLEGAL;
        return SH_OK;
    }
    sh_pair pair = sh_pairs_find(solution->pairs, position);
    sh_position stored;
    sh_pairs_position(solution->pairs, pair, &stored);
    sh_status status = sh_solution_finish(solution, NULL);
    if (status) return status;
    return solution->backend->value(solution->state, pair.row, stored.army[0].w[0], value);
}

// Which of two successors the mover prefers; values are the opponent's. Losses of the opponent
// first, the shortest of them; then draws; then its wins, the longest.
static int preference(uint16_t value) {
    if (sh_value_is_loss(value)) return 2 * SH_VALUE_MAX_DISTANCE - value;
    if (sh_value_is_win(value)) return value - SH_VALUE_MAX_DISTANCE;
    return SH_VALUE_MAX_DISTANCE / 2;
}

static sh_status best_move(sh_solution *solution, const sh_position *position, sh_move *best,
                           uint16_t *after, bool *any) {
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(&solution->game, position, moves);
    *any = count > 0;
    for (int i = 0; i < count; i++) {
        sh_position next = *position;
        uint16_t value;
        sh_move_apply(&solution->game, &next, moves[i]);
        sh_status status = sh_solution_value(solution, &next, &value);
        if (status) return status;
        if (i > 0 && preference(value) <= preference(*after)) continue;
        *after = value;
        *best = moves[i];
    }
    return SH_OK;
}

sh_status sh_solution_line(sh_solution *solution, const sh_position *position, sh_move *line,
                           int room, int *length) {
    *length = 0;
    sh_position at = *position;
    uint16_t value;
    sh_status status = sh_solution_value(solution, &at, &value);
    if (status || value >= SH_VALUE_DRAW || solution->options.metric != SH_DTW) return status;
    while (*length < room) {
        bool any;
        status = best_move(solution, &at, &line[*length], &value, &any);
        if (status || !any) return status;
        sh_move_apply(&solution->game, &at, line[*length]);
        (*length)++;
    }
    return SH_OK;
}

void sh_solution_longest(const sh_solution *solution, sh_position *position) {
    const sh_solve_state *done = &solution->done;
    memset(position, 0, sizeof *position);
    sh_set waiter = sh_pairs_waiter(solution->pairs, done->example_row[1]);
    for (int cell = sh_set_next(&waiter, 0); cell >= 0; cell = sh_set_next(&waiter, cell + 1))
        sh_set_add(&position->army[1], solution->game.board.cells - 1 - cell);
    position->army[0].w[0] = done->example_set[1];
}
