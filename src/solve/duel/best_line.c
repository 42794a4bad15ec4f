// SPDX-License-Identifier: MIT
// Single values of a solution, and perfect play with the solution as its judge.
#include <stdlib.h> // realloc
#include <string.h> // memset

#include "perfect/perfect.h"
#include "solve/duel/solution.h"

// The state of a position that has a value to ask for.
static bool find_state(const sh_solution *solution, const sh_position *position,
                       sh_state_query *query) {
    sh_verdict verdict = sh_position_verdict(&solution->game, position, NULL);
    if (verdict == SH_ILLEGAL_FILLED || verdict == SH_ILLEGAL_BLOCKED) return false;
    sh_pair pair = sh_pairs_find(solution->pairs, position);
    sh_position stored;
    sh_pairs_position(solution->pairs, pair, &stored);
    *query = (sh_state_query){pair.row, stored.army[0].w[0]};
    return true;
}

sh_status sh_solution_value(sh_solution *solution, const sh_position *position, uint16_t *value) {
    sh_state_query query;
    if (!find_state(solution, position, &query)) {
        *value = SH_VALUE_ILLEGAL;
        return SH_OK;
    }
    sh_status status = sh_solution_finish(solution, NULL);
    if (status) return status;
    return solution->backend->value(solution->state, query.row, query.set, value);
}

// What is known of the values of a solution. A backend that is slow to answer one question is asked
// many at once: all that the search says it may want.
typedef struct sh_foresight {
    sh_solution *solution;
    sh_keyset known; // rows and mover's sets
    uint16_t *value; // by number
    size_t asked;    // values that are known; the rest of the keys is to be asked for
} sh_foresight;

static void collect(sh_foresight *f, sh_position *position, int plies) {
    const sh_game *game = &f->solution->game;
    sh_state_query query;
    sh_move moves[SH_MAX_MOVES];
    if (plies == 0) {
        if (find_state(f->solution, position, &query))
            (void)!sh_keyset_add(&f->known, (uint64_t[]){query.row, query.set});
        return;
    }
    int count = sh_moves_list(game, position, moves);
    for (int i = 0; i < count; i++) {
        sh_move_apply(game, position, moves[i]);
        collect(f, position, plies - 1);
        sh_move_undo(game, position, moves[i]);
    }
}

// Asks for all that was collected; what cannot be had is forgotten.
static void ask_all(sh_foresight *f) {
    size_t count = f->known.count, fresh = count - f->asked;
    sh_state_query *query = malloc((fresh + 1) * sizeof *query);
    uint16_t *value = realloc(f->value, (count + 1) * sizeof *value);
    if (value) f->value = value;
    for (size_t i = 0; query && i < fresh; i++) {
        const uint64_t *key = sh_keyset_at(&f->known, f->asked + i);
        query[i] = (sh_state_query){key[0], key[1]};
    }
    if (!query || !value ||
        (fresh &&
         f->solution->backend->probe(f->solution->state, query, fresh, f->value + f->asked)))
        sh_keyset_clear(&f->known);
    f->asked = f->known.count;
    free(query);
}

static void judge_expect(void *context, const sh_position *position, int plies) {
    sh_position at = *position;
    if (sh_solution_finish(((sh_foresight *)context)->solution, NULL)) return;
    collect(context, &at, plies);
    ask_all(context);
}

static sh_status judge_value(void *context, const sh_position *position, uint16_t *value,
                             sh_error *error) {
    const sh_foresight *f = context;
    sh_state_query query;
    size_t number;
    if (f->known.count && find_state(f->solution, position, &query) &&
        sh_keyset_find(&f->known, (uint64_t[]){query.row, query.set}, &number)) {
        *value = f->value[number];
        return SH_OK;
    }
    sh_status status = sh_solution_value(f->solution, position, value);
    return status ? sh_fail(error, status, "the value of a position cannot be read") : SH_OK;
}

sh_status sh_solution_line(sh_solution *solution, const sh_position *position, sh_move *line,
                           int room, int *length, sh_error *error) {
    sh_foresight foresight = {.solution = solution, .known = {.words = 2}};
    sh_perfect perfect = {.judge = {.game = &solution->game,
                                    .pairs = solution->pairs,
                                    .distances = solution->options.metric == SH_DTW,
                                    .context = &foresight,
                                    .value = judge_value,
                                    .expect = solution->backend->probe ? judge_expect : NULL}};
    sh_status status = sh_perfect_line(&perfect, position, line, room, length, error);
    sh_perfect_close(&perfect);
    sh_keyset_close(&foresight.known);
    free(foresight.value);
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
