// SPDX-License-Identifier: MIT
// Every open connection with a deadline, and a thread that ends those that pass it.
//
// The HTTP library ends connections that are silent. That does not stop a client that sends or
// reads one byte a second: here the whole of each phase has a deadline, sending the request's
// header, and taking the answer. When most connections are taken, idle ones get a second only, so
// that thousands of them cannot keep others out. Thread-safe.
#pragma once

#include <stddef.h> // size_t

#include "sternhalma/status.h"

typedef struct sh_connections sh_connections; // all of them
typedef struct sh_connection sh_connection;   // one

// `most` is how many the server accepts in all.
sh_status sh_connections_open(sh_connections **all, size_t most, sh_error *error) SH_NODISCARD;
void sh_connections_close(sh_connections *all); // after the last connection has ended

// A connection begins and ends. NULL when there is no memory: it then has no deadline.
sh_connection *sh_connection_begin(sh_connections *all, int socket);
void sh_connection_end(sh_connections *all, sh_connection *connection);

// It waits for a request, or begins to take an answer (again: each part of a stream renews it).
void sh_connection_idle(sh_connections *all, sh_connection *connection);
void sh_connection_busy(sh_connections *all, sh_connection *connection);
// It waits for us, which has no deadline.
void sh_connection_wait(sh_connections *all, sh_connection *connection);
