// SPDX-License-Identifier: MIT
// JSON that is whole or not there.
//
// jansson takes a part that could not be made for nothing: an object of which a value failed loses
// that key, and nobody is told. So its allocations are watched. Where one fails, this thread
// remembers it, and nothing that the thread has built since is printed or sent. A value is built
// and written by one thread.
#pragma once

#include <jansson.h>
#include <stdbool.h> // bool

// Once, before the first value and the first thread.
void sh_json_watch(void);

// Has an allocation failed in this thread since it last forgot?
bool sh_json_lost(void);
void sh_json_forget(void);

// The value as compact text for the caller to free; consumes the value. NULL where memory ran out,
// for the text or for a part of the value.
char *sh_json_text(json_t *value);
