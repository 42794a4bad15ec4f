// SPDX-License-Identifier: MIT
// Where a request ends, when a proxy in front of us has to see the same end.
//
// A header that says it twice (Content-Length and Transfer-Encoding, or two lengths) lets a client
// send a second request inside the body of the first, past whatever the proxy checks. A NUL hides
// the rest of its line from us, but not from others. Such requests are refused, and their
// connection is closed.
#pragma once

#include <microhttpd.h>

// A request as the library gives it to the first call of its handler.
typedef struct sh_framing {
    const char *method, *url, *version;
    const char *target; // as the client sent it, before the library took the query apart
} sh_framing;

// NULL: it is clear where the request ends; otherwise why not.
const char *sh_framing_refuse(struct MHD_Connection *connection, const sh_framing *framing);
