// SPDX-License-Identifier: MIT
// Any lines as commands to the engine, over both protocols: it answers, and can be closed. Searches
// are kept short by the lines themselves: `go` alone is closed at once.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "arena/dialog.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void say(void *user, const char *line) {
    size_t *said = user;
    assert(!strpbrk(line, "\r\n"));
    (*said)++;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t said = 0;
    sh_dialog *dialog;
    if (size == 0) return 0;
    sh_dialog_options options = {.game = "4x4/1", .ccp = data[0] & 1, .say = say, .user = &said};
    if (sh_dialog_open(&dialog, &options, NULL)) abort();
    char *text = malloc(size), *rest = text, *line;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    // Options that make large tables, or files, are no news here.
    while ((line = strsep(&rest, "\n")))
        if (!strstr(line, "Hash") && !strstr(line, "hash") && !strstr(line, "Game") &&
            !strstr(line, "game") && !strstr(line, "isready") && !strstr(line, "go") &&
            !sh_dialog_hear(dialog, line))
            break;
    free(text);
    sh_dialog_close(dialog);
    return 0;
}
