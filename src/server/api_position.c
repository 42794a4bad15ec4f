// SPDX-License-Identifier: MIT
// What the rules say: geometry, a position and its moves, a game replayed. No table is needed.
#include <string.h> // strcspn

#include "server/api.h"
#include "sternhalma/notation.h"
#include "json/encode.h"

void sh_api_board(const sh_api *api, const sh_request *request, const char *rest, sh_reply *reply) {
    sh_question question;
    if (sh_question_take(api, request, false, &question, reply))
        sh_reply_json(reply, 200, question.caching, sh_encode_board(question.game));
}

void sh_api_position(const sh_api *api, const sh_request *request, const char *rest,
                     sh_reply *reply) {
    sh_question question;
    sh_error error;
    if (!sh_question_take(api, request, false, &question, reply)) return;
    json_t *answer = sh_encode_position(question.game, &question.position);
    bool legal = sh_position_check_legal(question.game, &question.position, &error) == SH_OK;
    json_object_set_new(answer, "reason", legal ? json_null() : json_string(error.text));
    json_object_set_new(answer, "moves",
                        legal ? sh_encode_moves(question.game, &question.position) : json_array());
    sh_reply_json(reply, 200, question.caching, answer);
}

// Plays one move of the list and describes where it leads.
static sh_status replay_move(sh_question *question, const char *text, size_t size, json_t *steps,
                             sh_error *error) {
    char name[SH_MAX_MOVE_TEXT];
    sh_move move;
    if (size >= sizeof name) return sh_fail(error, SH_DATA, "a move longer than any move");
    memcpy(name, text, size);
    name[size] = 0;
    sh_status status = sh_move_parse(question->game, &question->position, name, &move, error);
    if (status != SH_OK) return status;
    return sh_question_step(question, move, steps, error);
}

void sh_api_replay(const sh_api *api, const sh_request *request, const char *rest,
                   sh_reply *reply) {
    sh_question question;
    sh_error error;
    json_t *steps = json_array(), *start = json_object();
    sh_status status = sh_question_read(api, request, &question, &error);
    if (status == SH_OK)
        status = sh_position_check_legal(question.game, &question.position, &error);
    if (status == SH_OK) {
        json_object_set_new(start, "position",
                            sh_encode_notation(question.game, &question.position));
        status = sh_question_worth(&question, start, &error);
    }
    const char *moves = sh_request_param(request, "moves");
    int count = 0;
    while (status == SH_OK && moves && *moves) {
        size_t size = strcspn(moves, ",");
        status = ++count > SH_MAX_REPLAY
                     ? sh_fail(&error, SH_USAGE, "more than %d moves", SH_MAX_REPLAY)
                     : replay_move(&question, moves, size, steps, &error);
        moves += size + (moves[size] == ',');
    }
    if (status != SH_OK) {
        json_decref(steps);
        json_decref(start);
        sh_reply_failure(reply, status, &error);
        return;
    }
    sh_reply_json(
        reply, 200, question.caching,
        json_pack("{s:s,s:o,s:o}", "game", question.game->name, "start", start, "steps", steps));
}
