// SPDX-License-Identifier: MIT
// The bytes of a table over HTTP: all of them, or a range (range.h).
//
// They come out of the open table, so that a file that is replaced meanwhile is never mixed with
// the new one: the answer ends early instead, and the new table has another ETag. A part has at
// most SH_MOST_PART bytes; a client that takes a whole table must take a megabyte in the time for
// an answer (connections.h).
#pragma once

#include <microhttpd.h>

#include "server/catalog.h"
#include "server/connections.h"
#include "server/reply.h"

#define SH_MOST_PART ((uint64_t)1 << 20)

// Who sends to whom.
typedef struct sh_sending {
    sh_catalog *catalog;
    sh_connections *connections;
    sh_connection *watched;
} sh_sending;

// The answer of reply->file as the request's headers want it; reply->status becomes 206, 304, 412
// or 416 where that is so. NULL: no memory.
struct MHD_Response *sh_table_bytes_answer(struct MHD_Connection *connection,
                                           const sh_sending *sending, sh_reply *reply);
