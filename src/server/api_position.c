// SPDX-License-Identifier: MIT
// What the rules say: geometry, a position and its moves, a game replayed. No table is needed.
#include <string.h> // strcspn

#include "server/api.h"
#include "sternhalma/notation.h"
#include "sternhalma/record.h"
#include "json/encode.h"

void sh_api_board(const sh_api *api, const sh_request *request, const char *rest, sh_reply *reply) {
    sh_question question;
    if (sh_question_take(api, request, false, &question, reply))
        sh_reply_json(reply, 200, question.caching, sh_encode_board(question.game));
}

json_t *sh_api_scene(const sh_game *game, const sh_position *position) {
    sh_error error;
    json_t *answer = sh_encode_position(game, position);
    bool legal = sh_position_check_legal(game, position, &error) == SH_OK;
    json_object_set_new(answer, "reason", legal ? json_null() : json_string(error.text));
    json_object_set_new(answer, "moves", legal ? sh_encode_moves(game, position) : json_array());
    return answer;
}

void sh_api_position(const sh_api *api, const sh_request *request, const char *rest,
                     sh_reply *reply) {
    sh_question question;
    if (sh_question_take(api, request, false, &question, reply))
        sh_reply_json(reply, 200, question.caching,
                      sh_api_scene(question.game, &question.position));
}

// A game being replayed. Moves may follow its end, where a position comes back, say; the
// record stays at the end.
typedef struct replaying {
    sh_question question;
    sh_record *record;
    json_t *start, *steps;
} replaying;

// Plays one move of the list and describes where it leads.
static sh_status replay_move(replaying *r, const char *text, size_t size, sh_error *error) {
    char name[SH_MAX_MOVE_TEXT];
    sh_move move;
    if (size >= sizeof name) return sh_fail(error, SH_DATA, "a move longer than any move");
    memcpy(name, text, size);
    name[size] = 0;
    sh_status status = sh_move_parse(r->question.game, &r->question.position, name, &move, error);
    if (!status && !sh_record_over(r->record)) status = sh_record_play(r->record, move, error);
    return status ? status : sh_question_step(&r->question, move, r->steps, error);
}

static sh_status replay_all(replaying *r, const char *moves, sh_error *error) {
    sh_status status = SH_OK;
    for (int count = 0; !status && moves && *moves; count++) {
        size_t size = strcspn(moves, ",");
        status = count == SH_MAX_REPLAY
                     ? sh_fail(error, SH_USAGE, "more than %d moves", SH_MAX_REPLAY)
                     : replay_move(r, moves, size, error);
        moves += size + (moves[size] == ',');
    }
    return status;
}

static sh_status begin_replay(replaying *r, sh_error *error) {
    sh_question *question = &r->question;
    sh_status status = sh_position_check_legal(question->game, &question->position, error);
    if (!status) status = sh_record_open(&r->record, question->game, &question->position, error);
    if (status) return status;
    json_object_set_new(r->start, "position",
                        sh_encode_notation(question->game, &question->position));
    return sh_question_worth(question, r->start, error);
}

// How the game has ended, who has won and after how many moves; null while it goes on.
static json_t *encode_ending(const sh_record *record) {
    sh_result result = sh_record_result(record);
    if (result.ending == SH_GOES_ON) return json_null();
    return json_pack("{s:s,s:o,s:i}", "how", sh_ending_name(result.ending), "winner",
                     sh_encode_letter(sh_record_game(record), result.winner), "moves",
                     sh_record_count(record));
}

void sh_api_replay(const sh_api *api, const sh_request *request, const char *rest,
                   sh_reply *reply) {
    replaying r = {.start = json_object(), .steps = json_array()};
    sh_error error;
    sh_status status = sh_question_read(api, request, &r.question, &error);
    if (!status) status = begin_replay(&r, &error);
    if (!status) status = replay_all(&r, sh_request_param(request, "moves"), &error);
    if (status) {
        json_decref(r.steps);
        json_decref(r.start);
        sh_question_fail(&r.question, reply, status, &error);
    } else {
        sh_reply_json(reply, 200, r.question.caching,
                      json_pack("{s:s,s:o,s:o,s:o}", "game", r.question.game->name, "start",
                                r.start, "steps", r.steps, "ending", encode_ending(r.record)));
    }
    sh_record_close(r.record);
}
