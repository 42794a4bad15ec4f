// SPDX-License-Identifier: MIT
#include "server/reply.h"

#include <assert.h> // assert
#include <stdarg.h> // va_list
#include <stdio.h>  // vsnprintf
#include <stdlib.h> // free
#include <string.h> // strlen

void sh_reply_json(sh_reply *reply, int status, sh_caching caching, json_t *value) {
    assert(!reply->json);
    reply->json = value ? json_dumps(value, JSON_COMPACT) : NULL;
    json_decref(value);
    reply->status = reply->json ? status : 503;
    reply->caching = reply->json ? caching : SH_NEVER;
    reply->size = reply->json ? strlen(reply->json) : 0;
}

void sh_reply_error(sh_reply *reply, int status, const char *format, ...) {
    char text[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (char *c = text; *c;
         c++) // it may quote a stranger, cut anywhere: JSON wants whole characters
        if (*c < ' ' || *c > '~') *c = '?';
    sh_reply_clear(reply);
    sh_reply_json(reply, status, SH_NEVER,
                  json_pack("{s:{s:i,s:s}}", "error", "status", status, "message", text));
}

void sh_reply_failure(sh_reply *reply, sh_status status, const sh_error *error) {
    assert(status != SH_OK);
    int code = status == SH_NO ? 404 : status == SH_USAGE || status == SH_DATA ? 400 : 503;
    sh_reply_error(reply, code, "%s", error->text);
}

void sh_reply_clear(sh_reply *reply) {
    free(reply->json);
    *reply = (sh_reply){0};
}
