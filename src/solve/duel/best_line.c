// SPDX-License-Identifier: MIT
// Single values of a solution, and perfect play with the solution as its judge.
#include <string.h> // memset

#include "perfect/perfect.h"
#include "solve/duel/solution.h"

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

static sh_status judge_value(void *context, const sh_position *position, uint16_t *value,
                             sh_error *error) {
    sh_status status = sh_solution_value(context, position, value);
    return status ? sh_fail(error, status, "the value of a position cannot be read") : SH_OK;
}

sh_status sh_solution_line(sh_solution *solution, const sh_position *position, sh_move *line,
                           int room, int *length, sh_error *error) {
    sh_perfect perfect = {.judge = {.game = &solution->game,
                                    .pairs = solution->pairs,
                                    .distances = solution->options.metric == SH_DTW,
                                    .context = solution,
                                    .value = judge_value}};
    sh_status status = sh_perfect_line(&perfect, position, line, room, length, error);
    sh_perfect_close(&perfect);
    return status;
}

void sh_solution_longest(const sh_solution *solution, sh_position *position) {
    const sh_solve_state *done = &solution->done;
    memset(position, 0, sizeof *position);
    sh_set waiter = sh_pairs_waiter(solution->pairs, done->example_row[1]);
    for (int cell = sh_set_next(&waiter, 0); cell >= 0; cell = sh_set_next(&waiter, cell + 1))
        sh_set_add(&position->army[1], solution->game.board.cells - 1 - cell);
    position->army[0].w[0] = done->example_set[1];
}
