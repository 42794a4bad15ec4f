// SPDX-License-Identifier: MIT
// See thought.h. The moves of the question are played with the rules of a record, which ends a game
// where a position comes back.
#include "server/thought.h"

#include <stdio.h>  // snprintf
#include <stdlib.h> // calloc
#include <string.h> // strcspn

#include "play/scopes.h"
#include "sternhalma/notation.h"
#include "json/encode.h"

static sh_status play_moves(sh_record *record, const char *moves, sh_error *error) {
    const sh_game *game = sh_record_game(record);
    char name[SH_MAX_MOVE_TEXT];
    int count = 0;
    sh_status status = SH_OK;
    while (!status && moves && *moves) {
        size_t size = strcspn(moves, ",");
        sh_move move;
        if (size >= sizeof name) return sh_fail(error, SH_DATA, "a move longer than any move");
        if (++count > SH_MAX_REPLAY)
            return sh_fail(error, SH_USAGE, "more than %d moves", SH_MAX_REPLAY);
        memcpy(name, moves, size);
        name[size] = 0;
        status = sh_move_parse(game, sh_record_position(record), name, &move, error);
        if (!status) status = sh_record_play(record, move, error);
        moves += size + (moves[size] == ',');
    }
    return status;
}

static sh_status read_limits(const sh_request *request, sh_thought *thought, sh_error *error) {
    const char *level = sh_request_param(request, "level");
    const char *time = sh_request_param(request, "milliseconds");
    const char *seed = sh_request_param(request, "seed");
    uint64_t limit = 1000;
    thought->seed = 1;
    if (!level || strlen(level) >= sizeof thought->level)
        return sh_fail(error, SH_USAGE, "name a level: level=club");
    snprintf(thought->level, sizeof thought->level, "%s", level);
    if (time && (!sh_request_number(time, SH_MAX_THINKING, &limit) || limit < 1))
        return sh_fail(error, SH_USAGE, "milliseconds is a whole number from 1 to %d, not '%.40s'",
                       SH_MAX_THINKING, time);
    thought->seconds = (double)limit / 1000;
    if (seed && !sh_request_number(seed, UINT64_MAX, &thought->seed))
        return sh_fail(error, SH_USAGE, "seed is a whole number from 0 to 2^64 - 1, not '%.40s'",
                       seed);
    return SH_OK;
}

// No level plays this game: a no, with the rule in the way.
static sh_status refuse_game(const sh_game *game, sh_error *error) {
    sh_error reason = {.text = ""};
    sh_status status = sh_scope_check(&sh_engine_scope, game, &reason);
    return status ? sh_fail(error, SH_NO, "%s", reason.text) : SH_OK;
}

static sh_status read_question(const sh_question *question, const sh_request *request,
                               sh_thought *thought, sh_error *error) {
    thought->game = *question->game;
    sh_status status = read_limits(request, thought, error);
    if (!status && !sh_seat_able(&thought->game, question->table))
        status = refuse_game(&thought->game, error);
    if (!status)
        status = sh_record_open(&thought->record, &thought->game, &question->position, error);
    if (!status) status = play_moves(thought->record, sh_request_param(request, "moves"), error);
    if (!status) status = sh_record_check_ongoing(thought->record, error);
    return status;
}

sh_thought *sh_thought_open(const sh_api *api, const sh_request *request, sh_reply *reply) {
    sh_question question;
    sh_error error;
    if (!sh_question_take(api, request, false, &question, reply)) return NULL;
    sh_thought *thought = calloc(1, sizeof *thought);
    sh_status status = thought ? read_question(&question, request, thought, &error)
                               : sh_fail(&error, SH_RESOURCES, "out of memory for a search");
    if (!status) {
        thought->catalog = api->catalog;
        thought->table = question.table;
        sh_catalog_keep(api->catalog, question.table);
        return thought;
    }
    sh_reply_failure(reply, status, &error);
    sh_thought_close(thought);
    return NULL;
}

void sh_thought_close(sh_thought *thought) {
    if (!thought) return;
    if (thought->table) sh_catalog_let_go(thought->catalog, thought->table);
    sh_record_close(thought->record);
    free(thought);
}

void sh_thought_think(sh_thought *thought, sh_seat *seat) {
    thought->status = sh_seat_choose(seat, thought->record, thought->table, thought->seconds,
                                     thought->seed, &thought->finding, &thought->error);
}

// The line that the computer expects, beginning with its move.
static json_t *encode_expected(const sh_thought *thought) {
    const sh_finding *finding = &thought->finding;
    return sh_encode_line(&thought->game, finding->line, finding->length);
}

// The move with the worth of the position it leads to, as a step of a replay.
static sh_status encode_made(const sh_thought *thought, json_t **made, sh_error *error) {
    sh_position after = *sh_record_position(thought->record);
    *made = sh_encode_move(&thought->game, &after, thought->finding.line[0]);
    sh_move_apply(&thought->game, &after, thought->finding.line[0]);
    sh_status status =
        thought->table ? sh_encode_worth(*made, thought->table, &after, error) : SH_OK;
    if (status) json_decref(*made);
    return status;
}

// The question was right: bad data is the table's.
static void fail(const sh_thought *thought, sh_reply *reply, sh_status status,
                 const sh_error *error) {
    if (thought->table)
        sh_reply_table_failure(reply, status, thought->table, error);
    else
        sh_reply_failure(reply, status, error);
}

void sh_thought_reply(const sh_thought *thought, sh_reply *reply) {
    const sh_finding *finding = &thought->finding;
    const sh_position *position = sh_record_position(thought->record);
    if (thought->status) {
        fail(thought, reply, thought->status, &thought->error);
        return;
    }
    sh_error error;
    json_t *made = NULL;
    sh_status status = encode_made(thought, &made, &error);
    if (status) {
        fail(thought, reply, status, &error);
        return;
    }
    sh_reply_json(reply, 200, SH_NEVER,
                  json_pack("{s:s,s:o,s:s,s:s,s:o,s:o,s:o,s:i,s:I,s:f}", "game", thought->game.name,
                            "position", sh_encode_notation(&thought->game, position), "level",
                            thought->level, "by", finding->from_table ? "table" : "engine", "move",
                            made, "score", sh_encode_score(finding->score), "line",
                            encode_expected(thought), "depth", finding->depth, "nodes",
                            (json_int_t)finding->nodes, "seconds", finding->seconds));
}
