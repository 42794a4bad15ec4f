// SPDX-License-Identifier: MIT
// What there is: games, tables, what the tables count, and the puzzles mined from them.
#include <string.h> // strcmp

#include "server/api.h"
#include "server/encode.h"
#include "sternhalma/notation.h"

// A game by name, with its table or null.
static json_t *encode_game(const sh_api *api, const char *name, bool job) {
    sh_game storage;
    const sh_game *game;
    if (sh_catalog_game(api->catalog, name, SH_STRICT, &storage, &game, NULL) != SH_OK) return NULL;
    const sh_table *table = sh_catalog_find(api->catalog, name, SH_STRICT);
    return json_pack("{s:s,s:i,s:i,s:i,s:b,s:o}", "game", name, "players", game->players, "pieces",
                     game->pieces, "cells", game->board.cells, "job", job && api->jobs, "table",
                     table ? sh_encode_table(sh_table_about(table)) : json_null());
}

static bool known(const char *name) {
    for (const sh_known_game *game = sh_known_games; game->name; game++)
        if (!strcmp(game->name, name)) return true;
    return false;
}

void sh_api_games(const sh_api *api, const sh_request *request, const char *rest, sh_reply *reply) {
    json_t *games = json_array();
    for (const sh_known_game *game = sh_known_games; game->name; game++)
        json_array_append_new(games, encode_game(api, game->name, game->job));
    for (size_t i = 0; i < sh_catalog_count(api->catalog); i++) {
        const char *name = sh_table_about(sh_catalog_get(api->catalog, i))->game;
        if (!known(name)) json_array_append_new(games, encode_game(api, name, false));
    }
    sh_reply_json(reply, 200, SH_NEVER,
                  json_pack("{s:s,s:b,s:o}", "version", SH_VERSION, "jobs", api->jobs != NULL,
                            "games", games));
}

void sh_api_tables(const sh_api *api, const sh_request *request, const char *rest,
                   sh_reply *reply) {
    json_t *tables = json_array();
    for (size_t i = 0; i < sh_catalog_count(api->catalog); i++)
        json_array_append_new(tables,
                              sh_encode_table(sh_table_about(sh_catalog_get(api->catalog, i))));
    char reason[SH_MAX_REASON];
    size_t skipped = sh_catalog_skipped(api->catalog, reason);
    sh_reply_json(reply, 200, SH_NEVER,
                  json_pack("{s:o,s:I,s:s?}", "tables", tables, "skipped", (json_int_t)skipped,
                            "reason", skipped ? reason : NULL));
}

static json_t *encode_census(const sh_census *census) {
    json_t *kinds = json_object();
    for (int k = 0; k < SH_RACE_KINDS; k++)
        json_object_set_new(kinds, sh_race_kind_name((sh_race_kind)k),
                            json_integer((json_int_t)census->kind[k]));
    return json_pack("{s:I,s:o,s:{s:I,s:I,s:I}}", "reachable", (json_int_t)census->reachable,
                     "types", kinds, "solo", "win", (json_int_t)census->wins, "loss",
                     (json_int_t)census->losses, "draw", (json_int_t)census->draws);
}

static json_t *encode_distances(const sh_stats *stats) {
    json_t *counts = json_array();
    int last = SH_STATS_PLIES - 1;
    while (last >= 0 && !stats->plies[last]) last--;
    for (int d = 0; d <= last; d++)
        json_array_append_new(counts, json_integer((json_int_t)stats->plies[d]));
    return counts;
}

static json_t *encode_longest(const sh_game *game, const sh_stats *stats) {
    char text[SH_MAX_POSITION_TEXT];
    if (!stats->examples) return json_null();
    sh_position_print(game, &stats->example[0], text);
    return json_string(text);
}

void sh_api_stats(const sh_api *api, const sh_request *request, const char *rest, sh_reply *reply) {
    sh_question question;
    if (!sh_question_take(api, request, true, &question, reply)) return;
    const sh_census *census = sh_survey_census(api->survey, question.table);
    const sh_stats *stats = sh_survey_stats(api->survey, question.table);
    json_t *answer = sh_encode_table(sh_table_about(question.table));
    json_object_set_new(answer, "census", census ? encode_census(census) : json_null());
    json_object_set_new(answer, "distances", stats ? encode_distances(stats) : json_null());
    json_object_set_new(answer, "longest_win",
                        stats ? encode_longest(question.game, stats) : json_null());
    sh_reply_json(reply, 200, SH_NEVER, answer);
}

static json_t *encode_puzzle(const sh_game *game, sh_quiz_kind kind, const sh_puzzle *puzzle) {
    char position[SH_MAX_POSITION_TEXT];
    sh_position_print(game, &puzzle->position, position);
    bool solved = kind != SH_KINGMAKER && kind != SH_SPOILER;
    char move[SH_MAX_MOVE_TEXT];
    if (solved) sh_move_print(game, puzzle->solution, move);
    return json_pack("{s:s,s:s,s:s?,s:o,s:o}", "kind", sh_quiz_kind_name(kind), "position",
                     position, "solution", solved ? move : NULL, "plies",
                     puzzle->plies < 0 ? json_null() : json_integer(puzzle->plies), "player",
                     json_sprintf("%c", sh_game_letter(game, puzzle->player)));
}

void sh_api_puzzles(const sh_api *api, const sh_request *request, const char *rest,
                    sh_reply *reply) {
    sh_question question;
    if (!sh_question_take(api, request, true, &question, reply)) return;
    json_t *puzzles = json_array();
    bool ready = true;
    for (int kind = 0; kind < SH_QUIZ_KINDS; kind++) {
        const sh_puzzle *puzzle;
        int count = sh_survey_puzzles(api->survey, question.table, (sh_quiz_kind)kind, &puzzle);
        ready &= count >= 0;
        for (int i = 0; i < count; i++)
            json_array_append_new(puzzles,
                                  encode_puzzle(question.game, (sh_quiz_kind)kind, &puzzle[i]));
    }
    sh_reply_json(reply, 200, SH_NEVER,
                  json_pack("{s:s,s:b,s:o}", "game", question.game->name, "ready", ready, "puzzles",
                            puzzles));
}
