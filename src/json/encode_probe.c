// SPDX-License-Identifier: MIT
// What a table says of a position and of each move, and quizzes.
#include <stdlib.h> // malloc

#include "sternhalma/notation.h"
#include "table/reader.h"
#include "json/encode.h"

const char *sh_outcome_name(sh_outcome outcome) {
    return outcome == SH_WIN ? "win" : outcome == SH_DRAW ? "draw" : "loss";
}

void sh_encode_value(json_t *object, sh_value value) {
    json_object_set_new(object, "value", json_string(sh_outcome_name(value.outcome)));
    json_object_set_new(object, "plies",
                        value.distance < 0 ? json_null() : json_integer(value.distance));
}

json_t *sh_encode_score(sh_score score) {
    return json_pack("{s:s,s:i,s:o}", "kind", sh_score_kind_name(score.kind), "amount",
                     score.amount, "plies", score.plies ? json_integer(score.plies) : json_null());
}

static bool is_race(const sh_table *table) { return sh_table_about(table)->metric == SH_CONTROL; }

sh_status sh_encode_worth(json_t *object, const sh_table *table, const sh_position *position,
                          sh_error *error) {
    sh_control_code control;
    sh_value value;
    bool race = is_race(table);
    sh_status status = race ? sh_table_control(table, position, &control, error)
                            : sh_probe(table, position, &value, error);
    if (status) return status;
    if (race)
        json_object_set_new(object, "control",
                            sh_encode_control(sh_table_game(table), position->turn, control));
    else
        sh_encode_value(object, value);
    return SH_OK;
}

static sh_status add_duel(json_t *moves, const sh_table *table, const sh_position *position,
                          sh_error *error) {
    sh_probed_move *list = malloc(SH_MAX_MOVES * sizeof *list);
    if (!list) return sh_fail(error, SH_RESOURCES, "out of memory for a list of moves");
    int count = 0;
    sh_status status = sh_probe_moves(table, position, list, &count, error);
    for (int i = 0; !status && i < count; i++) {
        json_t *move = sh_encode_move(sh_table_game(table), position, list[i].move);
        sh_encode_value(move, list[i].value);
        json_array_append_new(moves, move);
    }
    free(list);
    return status;
}

static sh_status add_race(json_t *moves, const sh_table *table, const sh_position *position,
                          sh_error *error) {
    sh_choice *list = malloc(SH_MAX_MOVES * sizeof *list);
    if (!list) return sh_fail(error, SH_RESOURCES, "out of memory for a list of moves");
    int count;
    sh_control_code control;
    sh_status status = sh_choices_list(table, position, &control, list, &count, error);
    for (int i = 0; !status && i < count; i++) {
        json_t *move = sh_encode_move(sh_table_game(table), position, list[i].move);
        json_object_set_new(
            move, "control",
            sh_encode_control(sh_table_game(table), position->turn, list[i].control));
        json_array_append_new(moves, move);
    }
    free(list);
    return status;
}

sh_status sh_encode_probe(json_t **answer, const sh_table *table, const sh_position *position,
                          sh_error *error) {
    json_t *object = sh_encode_position(sh_table_game(table), position), *moves = json_array();
    json_object_set_new(object, "metric",
                        json_string(sh_metric_name(sh_table_about(table)->metric)));
    sh_status status = sh_encode_worth(object, table, position, error);
    if (!status) status = (is_race(table) ? add_race : add_duel)(moves, table, position, error);
    json_object_set_new(object, "moves", moves);
    if (status) json_decref(object);
    *answer = status ? NULL : object;
    return status;
}

sh_status sh_encode_quiz(json_t **answer, const sh_table *table, const sh_quiz *quiz,
                         sh_error *error) {
    const sh_game *game = sh_table_game(table);
    char move[SH_MAX_MOVE_TEXT];
    if (quiz->solved) sh_move_print(game, quiz->solution, move);
    json_t *object =
        json_pack("{s:s,s:s,s:s,s:o,s:o,s:o,s:s?}", "game", game->name, "rules",
                  sh_profile_name(game->profile), "kind", sh_quiz_kind_name(quiz->kind), "position",
                  sh_encode_notation(game, &quiz->position), "turn",
                  sh_encode_letter(game, quiz->position.turn), "player",
                  sh_encode_letter(game, quiz->player), "solution", quiz->solved ? move : NULL);
    sh_status status = sh_encode_worth(object, table, &quiz->position, error);
    if (status) json_decref(object);
    *answer = status ? NULL : object;
    return status;
}
