// SPDX-License-Identifier: MIT
// One table of routes: path, methods, cost, handler. Everything outside the API's root is a file of
// the page.
#include "server/api.h"

#include <string.h> // strcmp

#include "base/progress.h"
#include "json/whole.h"

#define READ "GET, HEAD, OPTIONS"

const sh_api_route sh_api_routes[] = {
    {"/games", READ, 1, sh_api_games},
    {"/first", READ, 1, sh_api_first},
    {"/tables", READ, 1, sh_api_tables},
    {"/tables/{file}", READ, 2, sh_api_table_file},
    {"/board", READ, 1, sh_api_board},
    {"/position", READ, 1, sh_api_position},
    {"/probe", "GET, HEAD, POST, OPTIONS", 1, sh_api_probe},
    {"/replay", READ, 5, sh_api_replay},
    {"/line", READ, 20, sh_api_line},
    {"/stats", READ, 1, sh_api_stats},
    {"/puzzles", READ, 2, sh_api_puzzles},
    {"/play", "POST", 50, sh_api_play},
    {"/jobs", "GET, HEAD, POST", 1, sh_api_jobs},
    {"/jobs/{id}", "GET, HEAD, DELETE", 1, sh_api_job},
    {"/jobs/{id}/events", "GET, HEAD", 1, sh_api_job_events},
    {0},
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

// An unknown path returns the page, which says so, to people, and an error to programs.
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

// Does the path have the form of a route? A name in braces stands for anything without a slash.
// *rest is what stands in the place of the first name, and all after it; "" if there is none.
static bool matches(const char *form, const char *path, const char **rest) {
    *rest = "";
    while (*form && *path) {
        if (*form == '{') {
            size_t size = strcspn(path, "/");
            if (!size) return false;
            if (!**rest) *rest = path;
            path += size;
            form += strcspn(form, "}") + 1;
        } else if (*form++ != *path++) {
            return false;
        }
    }
    return !*form && !*path;
}

// Answers with a route. Pages of other sites may read what it says if they may ask at all.
static void answer_route(const sh_api *api, const sh_request *request, const sh_api_route *route,
                         const char *rest, sh_reply *reply) {
    bool options = !strcmp(request->method, "OPTIONS");
    if (admit(api, request, route->methods, route->cost, reply)) {
        if (options) {
            reply->status = 204;
            reply->allow = route->methods;
        } else {
            sh_catalog_enter(api->catalog);
            route->handler(api, request, rest, reply);
            sh_catalog_leave(api->catalog);
        }
    }
    reply->shared = allowed(route->methods, "OPTIONS");
}

void sh_api_answer(const sh_api *api, const sh_request *request, sh_reply *reply) {
    size_t root = strlen(SH_API_ROOT);
    sh_json_forget(); // what this thread lost in others' answers
    if (strncmp(request->path, SH_API_ROOT "/", root + 1)) {
        answer_file(api, request, reply);
        return;
    }
    const sh_asset *asset = sh_asset_find(request->path); // the contract itself
    if (asset) {
        answer_asset(api, request, asset, 200, reply);
        reply->shared = true;
        return;
    }
    const char *rest;
    for (const sh_api_route *route = sh_api_routes; route->path; route++) {
        if (!matches(route->path, request->path + root, &rest)) continue;
        answer_route(api, request, route, rest, reply);
        return;
    }
    sh_reply_error(reply, 404, "there is no %.64s in the API: see " SH_API_ROOT "/openapi.json",
                   request->path);
    reply->shared = true;
}
