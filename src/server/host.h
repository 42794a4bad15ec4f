// SPDX-License-Identifier: MIT
// By which name a client asks for us, and for whom it asks.
//
// A server that only this machine can reach must not answer to a foreign name: a page of another
// site could let its own name point here and then read and start what it likes (DNS rebinding). The
// header Host comes from strangers and is taken apart as a whole, never by how it begins.
#pragma once

#include <stdbool.h> // bool

// Is this a well-formed value of Host: a name or an address, and perhaps a port?
bool sh_host_valid(const char *host);

// Does it name this machine: localhost, 127.0.0.0/8 or [::1], with any port?
bool sh_host_local(const char *host);

// Does it name the server `name`, with any port? Letters of either case.
bool sh_host_is(const char *host, const char *name);

// May a page of this origin ask the server that it calls `host` to change something? An empty
// origin is a program's.
bool sh_host_own_origin(const char *host, const char *origin);
