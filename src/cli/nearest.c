// SPDX-License-Identifier: MIT
// How far two words are apart, for "did you mean".
#include <ctype.h>  // tolower
#include <string.h> // strnlen

#include "cli/cli.h"

static bool differ(char a, char b) {
    return tolower((unsigned char)a) != tolower((unsigned char)b);
}

// Levenshtein's distance, of the beginnings of words that are longer than any name.
int sh_cli_edits(const char *a, const char *b) {
    enum { LONGEST = 32 };
    int row[LONGEST + 1];
    int width = (int)strnlen(b, LONGEST);
    for (int j = 0; j <= width; j++) row[j] = j;
    for (int i = 0; i < LONGEST && a[i]; i++) {
        int diagonal = row[0];
        row[0] = i + 1;
        for (int j = 0; j < width; j++) {
            int best = diagonal + differ(a[i], b[j]);
            if (row[j] + 1 < best) best = row[j] + 1;
            if (row[j + 1] + 1 < best) best = row[j + 1] + 1;
            diagonal = row[j + 1];
            row[j + 1] = best;
        }
    }
    return row[width];
}
