// SPDX-License-Identifier: MIT
// One table of routes: path, methods, cost, handler. Everything outside the API's root is a file of
// the page.
#include "server/api.h"

#include <string.h> // strcmp

#include "base/progress.h"

typedef struct api_route {
    const char *path;    // below ROOT
    const char *methods; // as in the Allow header
    bool below;          // also answers for paths below it
    double cost;         // units of the limiter, about the price of a probe each
    sh_handler *handler;
} api_route;

static const api_route ROUTES[] = {
    {"/games", "GET, HEAD", false, 1, sh_api_games},
    {"/first", "GET, HEAD", false, 1, sh_api_first},
    {"/tables", "GET, HEAD", false, 1, sh_api_tables},
    {"/tables", "GET, HEAD", true, 2, sh_api_table_file},
    {"/board", "GET, HEAD", false, 1, sh_api_board},
    {"/position", "GET, HEAD", false, 1, sh_api_position},
    {"/probe", "GET, HEAD, POST", false, 1, sh_api_probe},
    {"/replay", "GET, HEAD", false, 5, sh_api_replay},
    {"/line", "GET, HEAD", false, 20, sh_api_line},
    {"/stats", "GET, HEAD", false, 1, sh_api_stats},
    {"/puzzles", "GET, HEAD", false, 2, sh_api_puzzles},
    {"/play", "POST", false, 50, sh_api_play},
    {"/jobs", "GET, HEAD, POST, DELETE", true, 1, sh_api_jobs},
};

// Is `method` one of a comma-separated list?
static bool allowed(const char *methods, const char *method) {
    size_t size = strlen(method);
    for (const char *m = methods; m; m = strchr(m, ' ')) {
        m += *m == ' ';
        if (!strncmp(m, method, size) && (m[size] == ',' || !m[size])) return true;
    }
    return false;
}

// Refuses what is not to be answered; false if it did.
static bool admit(const sh_api *api, const sh_request *request, const char *methods, double cost,
                  sh_reply *reply) {
    if (!allowed(methods, request->method)) {
        sh_reply_error(reply, 405, "%.16s is not possible here, only %s", request->method, methods);
        reply->allow = methods;
        return false;
    }
    int wait = sh_limiter_take(api->limiter, request->client, cost, sh_clock());
    if (wait) {
        sh_reply_error(reply, 429, "too many requests: come again in %d s", wait);
        reply->retry_after = wait;
    }
    return !wait;
}

static void answer_asset(const sh_api *api, const sh_request *request, const sh_asset *asset,
                         int status, sh_reply *reply) {
    if (!admit(api, request, "GET, HEAD", 1, reply)) return;
    reply->status = status;
    reply->asset = asset;
    reply->caching = status == 200 && asset->forever ? SH_FOREVER : SH_ASK;
}

// Of an address that is none, people get the page, which says so, programs a sentence.
static void answer_file(const sh_api *api, const sh_request *request, sh_reply *reply) {
    const sh_asset *asset = sh_asset_find(request->path);
    if (asset)
        answer_asset(api, request, asset, 200, reply);
    else if (request->person)
        answer_asset(api, request, sh_asset_find("/"), 404, reply);
    else
        sh_reply_error(reply, 404, "there is no page %.64s", request->path);
}

void sh_api_misread(const sh_api *api, const sh_request *request, int status, const char *reason,
                    sh_reply *reply) {
    if (request->person)
        answer_asset(api, request, sh_asset_find("/"), status == 400 ? 404 : status, reply);
    else
        sh_reply_error(reply, status, "%s", reason);
}

void sh_api_answer(const sh_api *api, const sh_request *request, sh_reply *reply) {
    size_t root = strlen(SH_API_ROOT);
    if (strncmp(request->path, SH_API_ROOT "/", root + 1)) {
        answer_file(api, request, reply);
        return;
    }
    const char *path = request->path + root;
    const sh_asset *asset = sh_asset_find(request->path); // the contract itself
    if (asset) {
        answer_asset(api, request, asset, 200, reply);
        return;
    }
    for (size_t i = 0; i < sizeof ROUTES / sizeof *ROUTES; i++) {
        const api_route *route = &ROUTES[i];
        size_t size = strlen(route->path);
        if (strncmp(path, route->path, size)) continue;
        if (path[size] && !(route->below && path[size] == '/')) continue;
        if (!admit(api, request, route->methods, route->cost, reply)) return;
        sh_catalog_enter(api->catalog);
        route->handler(api, request, path + size, reply);
        sh_catalog_leave(api->catalog);
        return;
    }
    sh_reply_error(reply, 404, "there is no %.64s in the API: see " SH_API_ROOT "/openapi.json",
                   request->path);
}
