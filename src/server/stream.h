// SPDX-License-Identifier: MIT
// Event streams: the progress of a job, sent to the page as it happens (server-sent events).
//
// A stream sleeps (its connection is suspended) until its job changes; sh_streams_wake wakes them
// all. The number of streams is limited. Thread-safe.
#pragma once

#include <microhttpd.h>

#include "server/connections.h"
#include "server/jobs.h"

typedef struct sh_streams sh_streams;

sh_status sh_streams_open(sh_streams **streams, sh_connections *connections,
                          sh_error *error) SH_NODISCARD;
// Before the HTTP library stops: wakes every stream for the last time, so that it ends.
void sh_streams_stop(sh_streams *streams);
void sh_streams_close(sh_streams *streams); // after it has stopped

// The body that streams a job's events to a connection, or NULL: too many streams.
struct MHD_Response *sh_stream_make(sh_streams *streams, sh_jobs *jobs, int job,
                                    struct MHD_Connection *connection, sh_connection *watched);

// A job has changed: every sleeping stream looks again. Fits sh_jobs_open's `changed`.
void sh_streams_wake(void *streams);
