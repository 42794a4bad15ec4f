// SPDX-License-Identifier: MIT
// What the page shows first: the games there are, which of them each view begins with, and what it
// takes to draw those. It is decided here and nowhere else.
#include "server/api.h"
#include "sternhalma/notation.h"
#include "json/encode.h"

#define STAR "star121:2p" // where Chinese Checkers is played

static uint64_t states(const sh_table *table) {
    return sh_table_about(table)->rows * sh_table_about(table)->columns;
}

// The largest table of a strict game for two, or of a race; NULL if there is none.
static const sh_table *largest(const sh_api *api, bool race) {
    const sh_table *best = NULL;
    for (size_t i = 0; i < SH_MAX_TABLES; i++) {
        if (!sh_catalog_has(api->catalog, i)) continue;
        const sh_table *table = sh_catalog_get(api->catalog, i);
        const sh_table_info *about = sh_table_about(table);
        if ((about->metric == SH_CONTROL) != race || about->profile != SH_STRICT) continue;
        if (!best || states(table) > states(best)) best = table;
    }
    return best;
}

// A game with its board and its start, null where those are not asked for or cannot be read.
static json_t *encode_view(const char *name, const sh_game *game, const sh_table *table) {
    json_t *board = NULL, *scene = NULL;
    sh_error error;
    if (game) {
        sh_position start;
        sh_position_start(game, &start);
        board = sh_encode_board(game);
        if (!table)
            scene = sh_api_scene(game, &start);
        else if (sh_encode_probe(&scene, table, &start, &error) != SH_OK)
            scene = NULL; // who asks for it is told why
    }
    return json_pack("{s:s,s:o,s:o}", "game", name, "board", board ? board : json_null(), "scene",
                     scene ? scene : json_null());
}

static json_t *encode_star(const sh_api *api) {
    sh_game storage;
    const sh_game *star;
    if (sh_catalog_game(api->catalog, STAR, SH_STRICT, &storage, &star, NULL) != SH_OK) return NULL;
    return encode_view(STAR, star, sh_catalog_find(api->catalog, STAR, SH_STRICT));
}

void sh_api_first(const sh_api *api, const sh_request *request, const char *rest, sh_reply *reply) {
    json_t *games = sh_api_game_list(api);
    const sh_table *duel = largest(api, false), *race = largest(api, true);
    const char *explored = duel ? sh_table_about(duel)->game : "7x7/3";
    json_t *explore = encode_view(explored, duel ? sh_table_game(duel) : NULL, duel);
    json_t *three = encode_view(race ? sh_table_about(race)->game : "star13:3p", NULL, NULL);
    sh_reply_json(reply, 200, SH_NEVER,
                  json_pack("{s:o,s:o,s:o,s:o}", "games", games, "explore", explore, "play",
                            encode_star(api), "three", three));
}
