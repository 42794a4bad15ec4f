// SPDX-License-Identifier: MIT
// How much work one client may ask for: a token bucket a client, in a table of fixed size.
//
// Each client address earns `rate` units a second and may save up one second's worth. A request
// costs units (1 for a probe, more for long lines). Addresses share buckets when their hashes
// collide, so memory is bounded whoever asks. Thread-safe.
#pragma once

#include "sternhalma/status.h"

typedef struct sh_limiter sh_limiter;

// rate 0 means no limit.
sh_status sh_limiter_open(sh_limiter **limiter, double rate, sh_error *error) SH_NODISCARD;
void sh_limiter_close(sh_limiter *limiter);

// Takes `cost` units from a client's bucket at a time in seconds. Returns 0, or the whole seconds
// after which the client should come again (nothing is taken then).
int sh_limiter_take(sh_limiter *limiter, const char *client, double cost, double now);

// Takes `cost` units more for a request that was let in, even if the bucket has less: the client
// owes the rest and waits for it before its next request.
void sh_limiter_owe(sh_limiter *limiter, const char *client, double cost, double now);
