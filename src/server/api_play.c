// SPDX-License-Identifier: MIT
// The computer's move. It is a POST, so that pages of other sites cannot ask for searches. Its
// arguments are those of the address, or the members of a JSON object in the body.
#include <stdio.h>  // snprintf
#include <string.h> // strcmp

#include "base/text.h"
#include "server/api.h"
#include "server/thinkers.h"
#include "json/whole.h"

// A body taken apart: a request whose parameters point into what follows it.
typedef struct play_body {
    json_t *object;
    sh_text moves;                   // joined by commas
    char milliseconds[24], seed[24]; // as text
    sh_request request;
} play_body;

static void close_body(play_body *body) {
    json_decref(body->object);
    sh_text_free(&body->moves);
}

// "moves" as a list, joined; NULL where it is not a list of strings.
static const char *join_moves(play_body *body, const json_t *list) {
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *move = json_string_value(json_array_get(list, i));
        if (!move || strchr(move, ',')) return NULL;
        sh_text_add(&body->moves, "%s%s", i ? "," : "", move);
    }
    return body->moves.at ? body->moves.at : "";
}

// A member's value as the text that the address would have; NULL: it is of another type.
static const char *text_of(play_body *body, const char *name, const json_t *value) {
    bool milliseconds = !strcmp(name, "milliseconds"), seed = !strcmp(name, "seed");
    if (milliseconds || seed) {
        char *text = seed ? body->seed : body->milliseconds;
        if (!json_is_integer(value)) return NULL;
        snprintf(text, sizeof body->seed, "%lld", (long long)json_integer_value(value));
        return text;
    }
    if (!strcmp(name, "moves") && json_is_array(value)) return join_moves(body, value);
    return json_string_value(value);
}

static bool is_known(const char *name) {
    static const char *const NAMES[] = {"game",  "rules",        "position", "moves",
                                        "level", "milliseconds", "seed"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (!strcmp(name, NAMES[i])) return true;
    return false;
}

static sh_status read_members(play_body *body, sh_error *error) {
    const char *name;
    json_t *value;
    json_object_foreach(body->object, name, value) {
        if (!is_known(name))
            return sh_fail(error, SH_USAGE,
                           "unknown member '%.32s' (known: game, rules, position, moves, level, "
                           "milliseconds, seed)",
                           name);
        const char *text = text_of(body, name, value);
        if (!text)
            return sh_fail(error, SH_USAGE,
                           "\"%s\" is of the wrong type: milliseconds and seed are whole numbers, "
                           "moves a list of strings, the rest strings",
                           name);
        body->request.param[body->request.params++] = (sh_param){name, text};
    }
    return body->moves.failed ? sh_fail(error, SH_RESOURCES, "out of memory for the moves") : SH_OK;
}

static sh_status read_body(play_body *body, const sh_request *request, sh_error *error) {
    json_error_t where;
    if (request->params)
        return sh_fail(error, SH_USAGE,
                       "arguments in the address and a body: put all of them into one of the two");
    body->object = json_loadb(request->body, request->body_size, JSON_REJECT_DUPLICATES, &where);
    if (!body->object && sh_json_lost())
        return sh_fail(error, SH_RESOURCES, "out of memory for the request");
    if (!json_is_object(body->object))
        return sh_fail(error, SH_USAGE,
                       "the body must be JSON: {\"game\": \"7x7/3\", \"level\": \"club\"}");
    body->request.method = request->method;
    body->request.client = request->client;
    return read_members(body, error);
}

static void ask(const sh_api *api, const sh_request *request, sh_reply *reply) {
    sh_thought *thought = sh_thought_open(api, request, reply);
    if (!thought) return;
    reply->ticket = sh_thinkers_ask(api->thinkers, thought);
    if (reply->ticket) return;
    sh_thought_close(thought);
    sh_reply_error(reply, 429, "too many searches are waiting: come again in 2 s");
    reply->retry_after = 2;
}

void sh_api_play(const sh_api *api, const sh_request *request, const char *rest, sh_reply *reply) {
    (void)rest;
    if (!api->thinkers) {
        sh_reply_error(reply, 403,
                       "the computer does not play here: start the server with --searches 1");
        return;
    }
    if (!request->body_size) {
        ask(api, request, reply);
        return;
    }
    play_body body = {0};
    sh_error error;
    sh_status status = read_body(&body, request, &error);
    if (status)
        sh_reply_failure(reply, status, &error);
    else
        ask(api, &body.request, reply);
    close_body(&body);
}
