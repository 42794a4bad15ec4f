// SPDX-License-Identifier: MIT
// Any text as a position of some game: it is refused with a sentence, or it prints and parses back
// to the same position.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/games.h"
#include "sternhalma/notation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    const sh_game *game = fuzz_game(data[0]);
    sh_error error = {.text = ""};
    char *text = malloc(size);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    sh_position position, again;
    if (sh_position_parse(game, text, &position, &error) == SH_OK) {
        char printed[SH_MAX_POSITION_TEXT];
        sh_position_print(game, &position, printed);
        assert(strlen(printed) < sizeof printed);
        assert(sh_position_parse(game, printed, &again, &error) == SH_OK);
        assert(sh_position_equal(&position, &again));
    } else {
        assert(error.status == SH_DATA && error.text[0]);
    }
    free(text);
    return 0;
}
