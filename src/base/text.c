// SPDX-License-Identifier: MIT
// A buffer that doubles; UTF-8 as RFC 3629 defines it.
#include "base/text.h"

#include <stdarg.h> // va_list
#include <stdint.h> // uint32_t
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

// The character that begins at *at, which is moved past it. UINT32_MAX: it is not UTF-8.
static uint32_t next_character(const char **at) {
    static const uint32_t least[4] = {0, 0x80, 0x800, 0x10000}; // a longer form is not allowed
    uint8_t first = (uint8_t) * (*at)++;
    int more = first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    if (more < 0 || first > 0xf4) return UINT32_MAX;
    uint32_t character = more ? first & (0x3fu >> more) : first;
    for (int i = 0; i < more; i++, (*at)++) {
        if (((uint8_t) * *at & 0xc0) != 0x80) return UINT32_MAX; // the 0 at the end among them
        character = character << 6 | ((uint8_t) * *at & 0x3f);
    }
    bool surrogate = character >= 0xd800 && character < 0xe000;
    return character < least[more] || character > 0x10ffff || surrogate ? UINT32_MAX : character;
}

bool sh_text_is_plain(const char *text) {
    while (*text) {
        uint32_t character = next_character(&text);
        if (character == UINT32_MAX || character < ' ') return false;
        if (character >= 0x7f && character < 0xa0) return false;
    }
    return true;
}
