// SPDX-License-Identifier: MIT
// Searches of the server: a few threads think, a few questions wait, more are refused.
//
// Every search has one thread and at most SH_MAX_THINKING milliseconds, from the moment at which it
// leaves the queue (server/seats.h says who plays). Thread-safe.
#pragma once

#include "server/thought.h"

typedef struct sh_thinkers sh_thinkers;
typedef struct sh_ticket sh_ticket; // a question on its way

sh_status sh_thinkers_open(sh_thinkers **thinkers, int threads, sh_error *error) SH_NODISCARD;
// Ends all searches, also those that are about to begin; whoever waits is woken. Questions are
// refused from then on.
void sh_thinkers_stop(sh_thinkers *thinkers);
void sh_thinkers_close(sh_thinkers *thinkers);

// Takes over a thought. NULL: too many are waiting, and the thought is still the caller's.
sh_ticket *sh_thinkers_ask(sh_thinkers *thinkers, sh_thought *thought);
// `wake` is called once, from a thread of the thinkers or at once, when the thought is over.
void sh_ticket_await(sh_ticket *ticket, void (*wake)(void *user), void *user);
// Answers, once it is over.
void sh_ticket_reply(sh_ticket *ticket, sh_reply *reply);
// Every ticket is dropped once, over or not; after that nobody is woken.
void sh_ticket_drop(sh_ticket *ticket);
