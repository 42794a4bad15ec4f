// SPDX-License-Identifier: MIT
// The table of commands, and the search in it by name.
#include "cli/commands.h"

#include <string.h> // strcmp

#define SH_COMMAND_ENTRY(name, summary) {#name, summary, sh_cmd_##name},
const sh_command sh_commands[] = {SH_COMMANDS(SH_COMMAND_ENTRY){0}};
#undef SH_COMMAND_ENTRY

// Number of single-letter edits between two words (Levenshtein), for "did you mean".
static int edits(const char *a, const char *b) {
    enum { LONGEST = 32 };
    int row[LONGEST + 1];
    int width = (int)strnlen(b, LONGEST);
    for (int j = 0; j <= width; j++) row[j] = j;
    for (int i = 0; i < LONGEST && a[i]; i++) {
        int diagonal = row[0];
        row[0] = i + 1;
        for (int j = 0; j < width; j++) {
            int best = diagonal + (a[i] != b[j]);
            if (row[j] + 1 < best) best = row[j] + 1;
            if (row[j + 1] + 1 < best) best = row[j + 1] + 1;
            diagonal = row[j + 1];
            row[j + 1] = best;
        }
    }
    return row[width];
}

sh_status sh_command_find(const sh_command **command, const char *name, sh_error *error) {
    const char *nearest = NULL;
    int least = 3; // further away is no likely slip of the fingers
    for (const sh_command *c = sh_commands; c->name; c++) {
        if (strcmp(c->name, name) == 0) {
            *command = c;
            return SH_OK;
        }
        int distance = edits(name, c->name);
        if (distance < least) {
            least = distance;
            nearest = c->name;
        }
    }
    if (nearest)
        return sh_fail(error, SH_USAGE, "there is no command '%.40s'; did you mean '%.40s'?", name,
                       nearest);
    return sh_fail(error, SH_USAGE, "there is no command '%.40s'; 'sternhalma help' lists them",
                   name);
}
