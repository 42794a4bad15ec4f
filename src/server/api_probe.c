// SPDX-License-Identifier: MIT
// What a table says: the worth of a position and of each move, and the best line.
#include <stdlib.h> // qsort

#include "server/api.h"
#include "server/encode.h"
#include "server/race.h"

static sh_status probe_duel(const sh_question *question, json_t *answer, json_t *list,
                            sh_error *error) {
    sh_value value;
    sh_probed_move moves[SH_MAX_MOVES];
    int count;
    sh_status status = sh_probe(question->table, &question->position, &value, error);
    if (status == SH_OK)
        status = sh_probe_moves(question->table, &question->position, moves, &count, error);
    if (status != SH_OK) return status;
    sh_encode_value(answer, value);
    for (int i = 0; i < count; i++) {
        json_t *move = sh_encode_move(question->game, &question->position, moves[i].move);
        sh_encode_value(move, moves[i].value);
        json_array_append_new(list, move);
    }
    return SH_OK;
}

// A move of a race with what it leaves behind.
typedef struct raced_move {
    sh_move move;
    sh_control control;
    sh_position after;
    int rank; // smaller is better for the mover
} raced_move;

// Its own win first, then a draw of its own, then what leaves the race open, then a win given to
// the next player, then to the previous one.
static int rank_move(const sh_game *game, const raced_move *move, int mover) {
    int winner = sh_race_winner(game, &move->after, &move->control);
    if (winner == mover) return 0;
    if (winner < 0) return sh_race_draws(&move->control, mover) ? 1 : 2;
    return winner == (mover + 1) % game->players ? 3 : 4;
}

static int by_rank(const void *a, const void *b) {
    const raced_move *x = a, *y = b;
    if (x->rank != y->rank) return x->rank - y->rank;
    if (x->move.from != y->move.from) return x->move.from - y->move.from;
    return x->move.to - y->move.to;
}

static sh_status probe_race(const sh_question *question, json_t *answer, json_t *list,
                            sh_error *error) {
    const sh_game *game = question->game;
    const sh_position *position = &question->position;
    sh_control control;
    sh_status status = sh_probe_control(question->table, position, &control, error);
    if (status != SH_OK) return status;
    json_object_set_new(answer, "control", sh_encode_control(game, position, &control));

    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(game, position, moves);
    raced_move *raced = calloc((size_t)count + 1, sizeof *raced);
    if (!raced) return sh_fail(error, SH_RESOURCES, "no memory for %d moves", count);
    for (int i = 0; status == SH_OK && i < count; i++) {
        raced[i].move = moves[i];
        raced[i].after = *position;
        sh_move_apply(game, &raced[i].after, moves[i]);
        status = sh_probe_control(question->table, &raced[i].after, &raced[i].control, error);
        raced[i].rank = rank_move(game, &raced[i], position->turn);
    }
    qsort(raced, (size_t)count, sizeof *raced, by_rank);
    for (int i = 0; status == SH_OK && i < count; i++) {
        json_t *move = sh_encode_move(game, position, raced[i].move);
        json_object_set_new(move, "control",
                            sh_encode_control(game, &raced[i].after, &raced[i].control));
        json_array_append_new(list, move);
    }
    free(raced);
    return status;
}

void sh_api_probe(const sh_api *api, const sh_request *request, const char *rest, sh_reply *reply) {
    sh_question question;
    sh_error error;
    sh_status status = sh_question_read_solved(api, request, &question, &error);
    if (status == SH_OK)
        status = sh_position_check_legal(question.game, &question.position, &error);
    if (status != SH_OK) {
        sh_reply_failure(reply, status, &error);
        return;
    }
    json_t *answer = sh_encode_position(question.game, &question.position);
    json_t *list = json_array();
    bool race = sh_table_about(question.table)->metric == SH_CONTROL;
    status = race ? probe_race(&question, answer, list, &error)
                  : probe_duel(&question, answer, list, &error);
    json_object_set_new(answer, "moves", list);
    if (status == SH_OK) {
        sh_reply_json(reply, 200, SH_FOREVER, answer);
    } else {
        json_decref(answer);
        sh_reply_failure(reply, status, &error);
    }
}

void sh_api_line(const sh_api *api, const sh_request *request, const char *rest, sh_reply *reply) {
    sh_question question;
    sh_error error;
    sh_move line[SH_MAX_PLIES];
    int length = 0;
    sh_status status = sh_question_read_solved(api, request, &question, &error);
    if (status == SH_OK)
        status = sh_position_check_legal(question.game, &question.position, &error);
    if (status == SH_OK && sh_table_about(question.table)->metric == SH_CONTROL)
        status = sh_fail(&error, SH_USAGE, "a race of three has no best line: ask /probe");
    if (status == SH_OK)
        status =
            sh_probe_line(question.table, &question.position, line, SH_MAX_PLIES, &length, &error);
    json_t *answer = status == SH_OK ? sh_encode_position(question.game, &question.position) : NULL;
    json_t *steps = json_array();
    for (int i = 0; status == SH_OK && i < length; i++)
        status = sh_question_step(&question, line[i], steps, &error);
    json_object_set_new(answer, "steps", steps);
    if (status == SH_OK) {
        sh_reply_json(reply, 200, SH_FOREVER, answer);
    } else {
        json_decref(answer);
        sh_reply_failure(reply, status, &error);
    }
}
