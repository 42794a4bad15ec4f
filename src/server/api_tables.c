// SPDX-License-Identifier: MIT
// What there is: games, tables, what the tables count, and the puzzles mined from them.
#include <string.h> // strcmp

#include "play/seat.h"
#include "server/api.h"
#include "json/encode.h"

// A game by name, with its table or null.
static json_t *encode_game(const sh_api *api, const char *name, bool job) {
    sh_game storage;
    const sh_game *game;
    if (sh_catalog_game(api->catalog, name, SH_STRICT, &storage, &game, NULL) != SH_OK) return NULL;
    const sh_table *table = sh_catalog_find(api->catalog, name, SH_STRICT);
    json_t *object = sh_encode_game(game);
    json_object_set_new(object, "job", json_boolean(job && api->jobs));
    json_object_set_new(object, "computer",
                        json_boolean(api->thinkers && sh_seat_able(game, table)));
    char version[SH_VERSION_TEXT];
    sh_question_version(table, version);
    json_object_set_new(object, "v", json_string(version));
    json_object_set_new(object, "table",
                        table ? sh_encode_table(sh_table_about(table)) : json_null());
    return object;
}

static bool known(const char *name) {
    for (const sh_known_game *game = sh_known_games; game->name; game++)
        if (!strcmp(game->name, name)) return true;
    return false;
}

json_t *sh_api_game_list(const sh_api *api) {
    json_t *games = json_array();
    sh_catalog_look(api->catalog);
    for (const sh_known_game *game = sh_known_games; game->name; game++)
        json_array_append_new(games, encode_game(api, game->name, game->job));
    for (size_t i = 0; i < SH_MAX_TABLES; i++) {
        if (!sh_catalog_has(api->catalog, i)) continue;
        const char *name = sh_table_about(sh_catalog_get(api->catalog, i))->game;
        if (!known(name)) json_array_append_new(games, encode_game(api, name, false));
    }
    char reason[SH_MAX_REASON];
    size_t skipped = sh_catalog_skipped(api->catalog, reason);
    return json_pack("{s:s,s:b,s:o,s:I,s:s?}", "version", SH_VERSION, "jobs", api->jobs != NULL,
                     "games", games, "skipped", (json_int_t)skipped, "reason",
                     skipped ? reason : NULL);
}

void sh_api_games(const sh_api *api, const sh_request *request, const char *rest, sh_reply *reply) {
    sh_reply_json(reply, 200, SH_NEVER, sh_api_game_list(api));
}

// The name by which the file can be asked for. Null: no address can hold it.
static json_t *encode_file(const char *name) {
    for (const char *at = name; *at; at++)
        if ((unsigned char)*at < 0x20 || (unsigned char)*at >= 0x7f) return json_null();
    return json_string(name);
}

void sh_api_tables(const sh_api *api, const sh_request *request, const char *rest,
                   sh_reply *reply) {
    json_t *tables = json_array();
    sh_catalog_look(api->catalog);
    for (size_t i = 0; i < SH_MAX_TABLES; i++) {
        if (!sh_catalog_has(api->catalog, i)) continue;
        json_t *table = sh_encode_table(sh_table_about(sh_catalog_get(api->catalog, i)));
        const char *file = sh_catalog_file_name(api->catalog, i);
        if (file) json_object_set_new(table, "file", encode_file(file));
        json_array_append_new(tables, table);
    }
    char reason[SH_MAX_REASON];
    size_t skipped = sh_catalog_skipped(api->catalog, reason);
    sh_reply_json(reply, 200, SH_NEVER,
                  json_pack("{s:o,s:I,s:s?}", "tables", tables, "skipped", (json_int_t)skipped,
                            "reason", skipped ? reason : NULL));
}

void sh_api_stats(const sh_api *api, const sh_request *request, const char *rest, sh_reply *reply) {
    sh_question question;
    if (!sh_question_take(api, request, true, &question, reply)) return;
    const sh_table *table = question.table;
    json_t *answer;
    if (sh_table_about(table)->metric == SH_CONTROL) {
        const sh_findings *findings = sh_survey_findings(api->survey, table);
        answer = sh_encode_race_stats(table, NULL);
        json_object_set_new(answer, "reachable",
                            findings && findings->reachable.positions
                                ? sh_encode_reachable(&findings->reachable)
                                : json_null());
    } else {
        answer = sh_encode_stats(table, sh_survey_stats(api->survey, table));
    }
    sh_reply_json(reply, 200, SH_NEVER, answer);
}

void sh_api_puzzles(const sh_api *api, const sh_request *request, const char *rest,
                    sh_reply *reply) {
    sh_question question;
    sh_error error;
    if (!sh_question_take(api, request, true, &question, reply)) return;
    const sh_findings *findings = sh_survey_findings(api->survey, question.table);
    json_t *puzzles = json_array();
    sh_status status = SH_OK;
    for (int kind = 0; findings && kind < SH_QUIZ_KINDS; kind++)
        for (int i = 0; !status && i < findings->quizzes[kind]; i++) {
            json_t *puzzle;
            status = sh_encode_quiz(&puzzle, question.table, &findings->quiz[kind][i], &error);
            if (!status) json_array_append_new(puzzles, puzzle);
        }
    if (status) {
        json_decref(puzzles);
        sh_reply_table_failure(reply, status, question.table, &error);
        return;
    }
    sh_reply_json(reply, 200, SH_NEVER,
                  json_pack("{s:s,s:b,s:o}", "game", question.game->name, "ready", findings != NULL,
                            "puzzles", puzzles));
}
