// SPDX-License-Identifier: MIT
// What most requests name: a game, a position, moves; and what the tables say of them.
#include "server/api.h"
#include "sternhalma/notation.h"
#include <stdio.h>  // snprintf
#include <string.h> // strcmp
#include <xxhash.h> // XXH3_64bits

#include "json/encode.h"

static uint64_t add(uint64_t hash, const char *text) {
    return XXH3_64bits_withSeed(text, strlen(text), hash);
}

// The schema changes with the shape of the answers, the page with what is asked.
void sh_question_version(const sh_table *table, char text[SH_VERSION_TEXT]) {
    static const char *const files[] = {"/", "/api/v1/schema.json"};
    uint64_t hash = add(table ? sh_table_about(table)->checksum : 0, SH_VERSION);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const sh_asset *asset = sh_asset_find(files[i]);
        if (asset) hash = add(hash, asset->etag);
    }
    snprintf(text, SH_VERSION_TEXT, "%016llx", (unsigned long long)hash);
}

// A question that names a version wants answers of that one and no other.
static sh_status read_version(const sh_request *request, sh_question *question, sh_error *error) {
    const char *asked = sh_request_param(request, "v");
    char right[SH_VERSION_TEXT];
    question->caching = asked ? SH_FOREVER : SH_ASK;
    if (!asked) return SH_OK;
    sh_question_version(question->table, right);
    return strcmp(asked, right) == 0
               ? SH_OK
               : sh_fail(error, SH_NO, "the version of %s is now %s, not v=%.32s",
                         question->game->name, right, asked);
}

sh_status sh_question_read(const sh_api *api, const sh_request *request, sh_question *question,
                           sh_error *error) {
    const char *name = sh_request_param(request, "game");
    const char *rules = sh_request_param(request, "rules");
    const char *position = sh_request_param(request, "position");
    question->blames_table = false;
    if (!name) return sh_fail(error, SH_USAGE, "name a game: game=7x7/3");
    sh_profile profile = SH_STRICT;
    sh_status status = rules ? sh_profile_parse(&profile, rules, error) : SH_OK;
    if (status == SH_OK)
        status = sh_catalog_game(api->catalog, name, profile, &question->storage, &question->game,
                                 error);
    if (status != SH_OK) return status;
    question->table = sh_catalog_find(api->catalog, question->game->name, profile);
    status = read_version(request, question, error);
    if (status != SH_OK) return status;
    return sh_position_parse(question->game, position ? position : "startpos", &question->position,
                             error);
}

sh_status sh_question_read_solved(const sh_api *api, const sh_request *request,
                                  sh_question *question, sh_error *error) {
    sh_status status = sh_question_read(api, request, question, error);
    if (status == SH_OK && !question->table)
        status = sh_fail(error, SH_NO, "there is no table of %s here", question->game->name);
    return status;
}

bool sh_question_take(const sh_api *api, const sh_request *request, bool solved,
                      sh_question *question, sh_reply *reply) {
    sh_error error;
    sh_status status = solved ? sh_question_read_solved(api, request, question, &error)
                              : sh_question_read(api, request, question, &error);
    if (status != SH_OK) sh_reply_failure(reply, status, &error);
    return status == SH_OK;
}

sh_status sh_question_worth(sh_question *question, json_t *object, sh_error *error) {
    if (!question->table) return SH_OK;
    sh_status status = sh_encode_worth(object, question->table, &question->position, error);
    question->blames_table = status != SH_OK;
    return status;
}

void sh_question_fail(const sh_question *question, sh_reply *reply, sh_status status,
                      const sh_error *error) {
    if (question->blames_table)
        sh_reply_table_failure(reply, status, question->table, error);
    else
        sh_reply_failure(reply, status, error);
}

sh_status sh_question_step(sh_question *question, sh_move move, json_t *steps, sh_error *error) {
    json_t *step = sh_encode_move(question->game, &question->position, move);
    sh_move_apply(question->game, &question->position, move);
    sh_status status = sh_question_worth(question, step, error);
    json_array_append_new(steps, step);
    return status;
}
