// SPDX-License-Identifier: MIT
// What a table says: the worth of a position and of each move, and the best line.
#include "server/api.h"
#include <string.h> // strcmp

#include "json/encode.h"

// Answers with the JSON value, or why there is none.
static void finish(sh_reply *reply, const sh_question *question, sh_status status, json_t *answer,
                   const sh_error *error) {
    if (status == SH_OK) {
        sh_reply_json(reply, 200, question->caching, answer);
    } else {
        json_decref(answer);
        sh_question_fail(question, reply, status, error);
    }
}

void sh_api_probe(const sh_api *api, const sh_request *request, const char *rest, sh_reply *reply) {
    if (!strcmp(request->method, "POST")) {
        sh_api_batch(api, request, rest, reply);
        return;
    }
    sh_question question;
    sh_error error;
    json_t *answer = NULL;
    sh_status status = sh_question_read_solved(api, request, &question, &error);
    if (status == SH_OK)
        status = sh_position_check_legal(question.game, &question.position, &error);
    if (status == SH_OK) {
        status = sh_encode_probe(&answer, question.table, &question.position, &error);
        question.blames_table = status != SH_OK;
    }
    finish(reply, &question, status, answer, &error);
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
    if (status == SH_OK) {
        status =
            sh_probe_line(question.table, &question.position, line, SH_MAX_PLIES, &length, &error);
        question.blames_table = status != SH_OK;
    }
    json_t *answer = status == SH_OK ? sh_encode_position(question.game, &question.position) : NULL;
    json_t *steps = json_array();
    for (int i = 0; status == SH_OK && i < length; i++)
        status = sh_question_step(&question, line[i], steps, &error);
    json_object_set_new(answer, "steps", steps);
    finish(reply, &question, status, answer, &error);
}
