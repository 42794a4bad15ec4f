// SPDX-License-Identifier: MIT
// What the API answers: a status, a body, and how long it may be kept.
//
// A reply owns its body until sh_reply_clear. Embedded files are not copied: the reply points at
// them. A reply may instead name a job whose events are to be streamed, a search to wait for, or a
// table whose bytes are to be sent.
#pragma once

#include <jansson.h>
#include <stdbool.h> // bool
#include <stddef.h>  // size_t

#include "server/assets.h"
#include "server/catalog.h"
#include "sternhalma/status.h"

typedef enum sh_caching {
    SH_NEVER,   // errors and what changes from moment to moment
    SH_ASK,     // keep, but ask each time whether it is still the same (the page itself)
    SH_FOREVER, // a year: geometry, values of positions, files named by their contents
} sh_caching;

typedef struct sh_reply {
    int status; // of HTTP
    sh_caching caching;
    char *json;               // owned; NULL when `asset` or `job` says what to send
    size_t size;              // of json
    const sh_asset *asset;    // an embedded file
    int job;                  // stream the events of this job, if not 0
    sh_catalog_file file;     // send bytes of this table, if its size is not 0
    struct sh_ticket *ticket; // answer when this search is over, if not NULL
    int retry_after;          // seconds, with 429
    const char *allow;        // the methods that would be right, with 405 and 204
    bool shared;              // pages of other sites may read it
    bool last;                // the connection is closed after it
} sh_reply;

// Answers with a JSON value, which it consumes (NULL means out of memory: 503).
void sh_reply_json(sh_reply *reply, int status, sh_caching caching, json_t *value);

// Answers with JSON as text, which it takes over (NULL means out of memory: 503).
void sh_reply_text(sh_reply *reply, int status, sh_caching caching, char *text, size_t size);

// Answers {"error": {"status": word, "message": sentence}}.
void sh_reply_error(sh_reply *reply, int status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Answers a failure of the library: bad input is 400, no answer 404, exhaustion 503.
void sh_reply_failure(sh_reply *reply, sh_status status, const sh_error *error);
// The same where it was not the request that failed: a table that is damaged on disk is 500.
void sh_reply_table_failure(sh_reply *reply, sh_status status, const sh_table *table,
                            const sh_error *error);

void sh_reply_clear(sh_reply *reply);
