// SPDX-License-Identifier: MIT
// Bodies are built once: JSON is dumped to a string, embedded files are pointed at.
#include "server/reply.h"

#include <assert.h> // assert
#include <stdarg.h> // va_list
#include <stdio.h>  // vsnprintf
#include <stdlib.h> // free
#include <string.h> // strlen

#include "json/encode.h"
#include "json/whole.h"

// What is said where there is no memory to say anything.
#define NO_MEMORY                                                                                  \
    "{\"error\":{\"status\":\"resources\",\"message\":\"the server is out of memory\"}}"
static const sh_asset no_memory = {
    .path = "",
    .type = "application/json",
    .etag = "\"no-memory\"",
    .plain = (const unsigned char *)NO_MEMORY,
    .plain_end = (const unsigned char *)NO_MEMORY + sizeof NO_MEMORY - 1,
};

void sh_reply_text(sh_reply *reply, int status, sh_caching caching, char *text, size_t size) {
    assert(!reply->json);
    reply->json = text;
    reply->status = text ? status : 503;
    reply->caching = text ? caching : SH_NEVER;
    reply->size = text ? size : 0;
    if (!text) reply->asset = &no_memory;
}

void sh_reply_json(sh_reply *reply, int status, sh_caching caching, json_t *value) {
    char *text = sh_json_text(value);
    sh_reply_text(reply, status, caching, text, text ? strlen(text) : 0);
}

static void refuse(sh_reply *reply, int status, const char *word, const char *message) {
    sh_reply_clear(reply);
    sh_reply_json(reply, status, SH_NEVER, sh_encode_error(word, message));
}

// The library's word that comes nearest to a status of HTTP.
static sh_status meaning_of(int status) {
    return status == 404 ? SH_NO : status == 429 || status == 503 ? SH_RESOURCES : SH_USAGE;
}

void sh_reply_error(sh_reply *reply, int status, const char *format, ...) {
    char text[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    refuse(reply, status, sh_status_name(meaning_of(status)), text);
}

void sh_reply_failure(sh_reply *reply, sh_status status, const sh_error *error) {
    assert(status != SH_OK);
    int code = status == SH_NO ? 404 : status == SH_USAGE || status == SH_DATA ? 400 : 503;
    refuse(reply, code, sh_status_name(status), error->text);
}

void sh_reply_table_failure(sh_reply *reply, sh_status status, const sh_table *table,
                            const sh_error *error) {
    sh_error damage;
    if (status != SH_DATA) {
        sh_reply_failure(reply, status, error);
        return;
    }
    sh_error_set(&damage, SH_DATA, "the table of %s is damaged on the server: %.300s",
                 sh_table_about(table)->game, error->text);
    refuse(reply, 500, sh_status_name(SH_DATA), damage.text);
}

void sh_reply_clear(sh_reply *reply) {
    free(reply->json);
    *reply = (sh_reply){0};
}
