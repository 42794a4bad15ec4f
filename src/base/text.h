// SPDX-License-Identifier: MIT
// Text that grows as it is added to, and what text may be shown. Out of memory it stops growing and
// says so.
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

// Is this text that a terminal and a JSON reader can be given as it is: valid UTF-8 without control
// characters (U+0000 to U+001F, U+007F to U+009F)? For text out of files that others wrote.
bool sh_text_is_plain(const char *text);
