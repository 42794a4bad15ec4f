// SPDX-License-Identifier: MIT
#include "base/near_word.h"

#include <stdbool.h> // bool
#include <string.h>  // strnlen

enum { LONGEST = 32, MOST = 2 }; // names are no longer; more edits are no slip of the fingers

static char small(char letter) {
    return letter >= 'A' && letter <= 'Z' ? (char)(letter + ('a' - 'A')) : letter;
}

// Letters put in, left out, changed, or swapped with their neighbour, in the beginnings of longer
// words.
static int count_edits(const char *a, const char *b) {
    int rows[3][LONGEST + 1] = {{0}}, *before = rows[0], *last = rows[1], *row = rows[2];
    int width = (int)strnlen(b, LONGEST);
    for (int j = 0; j <= width; j++) last[j] = j;
    for (int i = 0; i < LONGEST && a[i]; i++) {
        row[0] = i + 1;
        for (int j = 0; j < width; j++) {
            int best = last[j] + (small(a[i]) != small(b[j]));
            if (row[j] + 1 < best) best = row[j] + 1;
            if (last[j + 1] + 1 < best) best = last[j + 1] + 1;
            bool swapped =
                i && j && small(a[i]) == small(b[j - 1]) && small(a[i - 1]) == small(b[j]);
            if (swapped && before[j - 1] + 1 < best) best = before[j - 1] + 1;
            row[j + 1] = best;
        }
        int *oldest = before;
        before = last;
        last = row;
        row = oldest;
    }
    return last[width];
}

void sh_near_word_offer(sh_near_word *near, const char *name) {
    int edits = count_edits(near->wanted, name);
    int longest = (int)strnlen(name, LONGEST), length = (int)strnlen(near->wanted, LONGEST);
    if (length > longest) longest = length;
    if (edits > MOST || 2 * edits >= longest) return;
    if (near->found && edits >= near->edits) return;
    near->found = name;
    near->edits = edits;
}

sh_status sh_near_word_fail(const sh_near_word *near, const char *kind, const char *rest,
                            sh_error *error) {
    if (near->found)
        return sh_fail(error, SH_USAGE, "there is no %s '%.40s'; did you mean '%s'?", kind,
                       near->wanted, near->found);
    return sh_fail(error, SH_USAGE, "there is no %s '%.40s'; %s", kind, near->wanted, rest);
}
