// SPDX-License-Identifier: MIT
// Text that grows as it is added to. Out of memory it stops growing and says so.
#pragma once

#include <stdbool.h> // bool
#include <stddef.h>  // size_t

// Zeros are an empty one.
typedef struct sh_text {
    char *at; // ended by 0; NULL: empty
    size_t length, room;
    bool failed; // out of memory
} sh_text;

void sh_text_add(sh_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void sh_text_free(sh_text *text);
