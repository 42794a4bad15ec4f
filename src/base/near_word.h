// SPDX-License-Identifier: MIT
// The word of a list that is likely meant by one that is not in it, for "did you mean".
//
//     sh_near_word near = {.wanted = word};
//     for (…) sh_near_word_offer(&near, names[i]);
//     if (near.found) …
#pragma once

#include "sternhalma/status.h"

typedef struct sh_near_word {
    const char *wanted;
    const char *found; // the nearest that was offered; NULL: none is near
    int edits;         // how many letters of `found` differ
} sh_near_word;

// Takes the name if at most two letters differ, less than half of them, and less than in the names
// before it. Two neighbours that are swapped count as one; case does not count.
void sh_near_word_offer(sh_near_word *near, const char *name);

// "there is no KIND 'WANTED'; did you mean 'FOUND'?", or "; REST" where nothing is near. SH_USAGE.
sh_status sh_near_word_fail(const sh_near_word *near, const char *kind, const char *rest,
                            sh_error *error) SH_NODISCARD;
