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

// Whether a request that changes something comes from our own page or from a program, not from a
// page of another site. With `loopback`, the name it used for us must be this machine's too, so
// that a foreign name that resolves here does not help.
bool sh_headers_trusted(struct MHD_Connection *connection, bool loopback);
