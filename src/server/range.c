// SPDX-License-Identifier: MIT
// See range.h.
#include "server/range.h"

#include <stdbool.h> // bool
#include <string.h>  // strncmp

// A number; the text is left behind it. Too large a one is the largest there is.
static bool read_number(const char **text, uint64_t *number) {
    const char *from = *text;
    for (*number = 0; **text >= '0' && **text <= '9'; ++*text) {
        uint64_t digit = (uint64_t)(**text - '0');
        *number = *number > (UINT64_MAX - digit) / 10 ? UINT64_MAX : 10 * *number + digit;
    }
    return *text != from;
}

sh_range sh_range_read(const char *header, uint64_t size, uint64_t most) {
    const sh_range all = {SH_RANGE_ALL, 0, size}, none = {SH_RANGE_NONE, 0, 0};
    uint64_t first, last;
    if (strncmp(header, "bytes=", 6) != 0) return all;
    const char *at = header + 6;
    bool from = read_number(&at, &first);
    if (*at++ != '-') return all;
    bool to = read_number(&at, &last);
    if (*at || (!from && !to) || (from && to && last < first)) return all;
    if (!from) { // the last so many
        if (last == 0 || size == 0) return none;
        first = last < size ? size - last : 0;
        last = size - 1;
    } else if (first >= size) {
        return none;
    } else if (!to || last >= size) {
        last = size - 1;
    }
    uint64_t count = last - first + 1;
    return (sh_range){SH_RANGE_PART, first, count < most ? count : most};
}
