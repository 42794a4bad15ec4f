// SPDX-License-Identifier: MIT
// The Range header of a request (RFC 9110, section 14): one range of bytes of something.
#pragma once

#include <stdint.h> // uint64_t

typedef enum sh_range_kind {
    SH_RANGE_ALL,  // none was asked for, or such a one that is to be passed over: send it all
    SH_RANGE_PART, // 206
    SH_RANGE_NONE, // 416: there are no such bytes
} sh_range_kind;

typedef struct sh_range {
    sh_range_kind kind;
    uint64_t first, count; // what to send
} sh_range;

// "bytes=0-499", "bytes=500-", "bytes=-500" of `size` bytes. Several ranges at once, other units
// and what is no range at all are passed over. A part has at most `most` bytes: who asked for more
// sees it and asks again.
sh_range sh_range_read(const char *header, uint64_t size, uint64_t most);
