// SPDX-License-Identifier: MIT
// See whole.h. jansson's functions for memory have no context, so the mark is a thread's.
#include "json/whole.h"

#include <stdlib.h> // malloc

static _Thread_local bool lost;

static void *allocate(size_t size) {
    void *memory = malloc(size);
    lost |= !memory;
    return memory;
}

void sh_json_watch(void) { json_set_alloc_funcs(allocate, free); }

bool sh_json_lost(void) { return lost; }
void sh_json_forget(void) { lost = false; }

char *sh_json_text(json_t *value) {
    char *text = value && !lost ? json_dumps(value, JSON_COMPACT) : NULL;
    json_decref(value);
    if (!lost) return text;
    free(text);
    return NULL;
}
