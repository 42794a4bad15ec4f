// SPDX-License-Identifier: MIT
// Any text as a position of some game: it is refused with a sentence, or it prints and parses back
// to the same position.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "sternhalma/notation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const names[] = {
        "3x3/1",     "7x7/3",      "11x11/15",         "star13:3p",
        "star37:3p", "star121:6p", "checkers32/12:4m", "sq16/19:8m"};
    if (size == 0) return 0;
    sh_game game;
    sh_error error = {.text = ""};
    if (sh_game_parse(&game, names[data[0] % 8], SH_STRICT, &error) != SH_OK) abort();
    char *text = malloc(size);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    sh_position position, again;
    if (sh_position_parse(&game, text, &position, &error) == SH_OK) {
        char printed[SH_MAX_POSITION_TEXT];
        sh_position_print(&game, &position, printed);
        assert(strlen(printed) < sizeof printed);
        assert(sh_position_parse(&game, printed, &again, &error) == SH_OK);
        assert(sh_position_equal(&position, &again));
    } else {
        assert(error.status == SH_DATA && error.text[0]);
    }
    free(text);
    return 0;
}
