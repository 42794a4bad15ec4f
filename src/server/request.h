// SPDX-License-Identifier: MIT
// An HTTP request as the API sees it: method, path, decoded parameters, body.
//
// The request target comes from strangers. sh_request_parse is the one place that takes it apart:
// it decodes %XX, splits path and query, and refuses what is too long, malformed, contains control
// characters or names a parameter twice. Outside the API the query is the page's own and is not
// looked at. Everything behind it sees clean strings. The strings point into the request itself, so
// a request must not be copied.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t
#include <stdint.h>  // uint64_t

#include "sternhalma/status.h"

#define SH_API_ROOT "/api/v1"
#define SH_MAX_TARGET 8192 // bytes of a request target: a game of some 900 moves
#define SH_MAX_PARAMS 8
#define SH_MAX_BODY (256 * 1024) // 1,000 positions of any board

typedef struct sh_param {
    const char *name, *value;
} sh_param;

typedef struct sh_request {
    const char *method; // "GET", "HEAD", "POST", "DELETE", …
    const char *path;   // decoded, begins with '/'
    const char *body;   // not terminated
    size_t body_size;
    const char *client; // who asks: an address as text, "" if not known
    bool person;        // takes web pages, so that a page must say what is wrong
    int params;
    sh_param param[SH_MAX_PARAMS];
    char text[SH_MAX_TARGET + 1]; // what path and params point into
} sh_request;

// Takes a request target ("/api/v1/probe?game=7x7%2F3") apart. SH_DATA where it is malformed,
// SH_USAGE where it is too long.
sh_status sh_request_parse(sh_request *request, const char *method, const char *target,
                           sh_error *error) SH_NODISCARD;

// The value of a parameter, or NULL.
const char *sh_request_param(const sh_request *request, const char *name);

// Reads a whole number: digits and nothing else, at most `most`. False otherwise.
bool sh_request_number(const char *text, uint64_t most, uint64_t *number);
