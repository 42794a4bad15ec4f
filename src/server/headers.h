// SPDX-License-Identifier: MIT
// HTTP headers: those we send with every reply, and those of a request that decide anything.
#pragma once

#include <microhttpd.h>
#include <stdbool.h> // bool

#include "server/reply.h"

// The body of a reply that is not a stream, compressed where the client takes it so, or none (304)
// where the client has it already: that changes reply->status. Takes over the reply's text.
struct MHD_Response *sh_headers_body(struct MHD_Connection *connection, sh_reply *reply);

// Type, caching, security policy.
void sh_headers_add(struct MHD_Response *response, const sh_reply *reply);

// What decides whether a request is answered at all.
typedef struct sh_asking {
    const char *version; // "HTTP/1.1"
    bool loopback;       // only this machine can reach the server: foreign names are refused
    const char *name;    // a name that is not foreign, or NULL
    bool changes;        // the request changes something: pages of other sites may not ask
} sh_asking;

// Checks by which name the client asks for us, and from whose page. Returns 0, or the status with
// which to refuse it and the reason.
int sh_headers_refuse(struct MHD_Connection *connection, const sh_asking *asking,
                      const char **reason);

// Does the client take web pages? A person then reads the answer.
bool sh_headers_person(struct MHD_Connection *connection);
