// SPDX-License-Identifier: MIT
// Many positions in one request: POST /probe with {"game", "rules", "positions": […]}.
#include "base/progress.h"
#include "server/api.h"
#include "json/batch.h"
#include "json/whole.h"

#define POSITIONS_A_UNIT 20 // about as many as a single probe looks up: the position and its moves

// The table that the body asks, or NULL with an error.
static const sh_table *find_table(const sh_api *api, const json_t *body, sh_error *error) {
    const char *name = json_string_value(json_object_get(body, "game"));
    const char *rules = json_string_value(json_object_get(body, "rules"));
    sh_profile profile = SH_STRICT;
    sh_game storage;
    const sh_game *game;
    sh_status status = rules ? sh_profile_parse(&profile, rules, error) : SH_OK;
    if (!status && !name)
        status = sh_fail(error, SH_USAGE,
                         "the body must be {\"game\": \"7x7/3\", \"positions\": [\"…\"]}");
    if (!status) status = sh_catalog_game(api->catalog, name, profile, &storage, &game, error);
    if (status) return NULL;
    const sh_table *table = sh_catalog_find(api->catalog, game->name, profile);
    if (!table && sh_fail(error, SH_NO, "there is no table of %s here", game->name)) return NULL;
    return table;
}

// The positions of the body as strings. They point into it.
static sh_status read_positions(const json_t *body, const char *positions[SH_MAX_BATCH], int *count,
                                sh_error *error) {
    const json_t *list = json_object_get(body, "positions");
    size_t size = json_array_size(list);
    if (size == 0 || size > SH_MAX_BATCH)
        return sh_fail(error, SH_USAGE, "\"positions\" must be a list of 1 to %d positions",
                       SH_MAX_BATCH);
    for (size_t i = 0; i < size; i++) {
        positions[i] = json_string_value(json_array_get(list, i));
        if (!positions[i]) return sh_fail(error, SH_USAGE, "position %zu is not a string", i + 1);
    }
    *count = (int)size;
    return SH_OK;
}

void sh_api_batch(const sh_api *api, const sh_request *request, const char *rest, sh_reply *reply) {
    const char *positions[SH_MAX_BATCH];
    json_t *body = json_loadb(request->body, request->body_size, 0, NULL);
    char *text = NULL;
    size_t size = 0;
    int count = 0;
    sh_error error = {0};
    const sh_table *table = find_table(api, body, &error);
    sh_status status = table ? read_positions(body, positions, &count, &error) : error.status;
    if (!body && sh_json_lost())
        status = sh_fail(&error, SH_RESOURCES, "out of memory for the request");
    bool asked = !status;
    if (asked) {
        sh_limiter_owe(api->limiter, request->client, (double)count / POSITIONS_A_UNIT, sh_clock());
        status = sh_batch_probe(table, positions, count, &text, &size, &error);
    }
    if (status && asked)
        sh_reply_table_failure(reply, status, table, &error);
    else if (status)
        sh_reply_failure(reply, status, &error);
    else
        sh_reply_text(reply, 200, SH_NEVER, text, size);
    json_decref(body);
}
