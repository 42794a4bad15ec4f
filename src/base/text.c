// SPDX-License-Identifier: MIT
// A buffer that doubles.
#include "base/text.h"

#include <stdarg.h> // va_list
#include <stdio.h>  // vsnprintf
#include <stdlib.h> // realloc

static bool make_room(sh_text *text, size_t more) {
    if (text->length + more + 1 <= text->room) return true;
    size_t room = 2 * (text->length + more + 1);
    char *at = realloc(text->at, room);
    if (!at) {
        text->failed = true;
        return false;
    }
    text->at = at;
    text->room = room;
    return true;
}

void sh_text_add(sh_text *text, const char *format, ...) {
    va_list values;
    va_start(values, format);
    int length = vsnprintf(NULL, 0, format, values);
    va_end(values);
    if (length < 0 || !make_room(text, (size_t)length)) return;
    va_start(values, format);
    vsnprintf(text->at + text->length, (size_t)length + 1, format, values);
    va_end(values);
    text->length += (size_t)length;
}

void sh_text_free(sh_text *text) {
    free(text->at);
    *text = (sh_text){0};
}
