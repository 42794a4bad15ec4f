// SPDX-License-Identifier: MIT
// Any text as a game name: it is refused with a sentence, or its canonical name names the same
// game.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "sternhalma/game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *name = malloc(size + 1);
    memcpy(name, data, size);
    name[size] = '\0';
    sh_game game, again;
    sh_error error = {.text = ""};
    if (sh_game_parse(&game, name, SH_STRICT, &error) == SH_OK) {
        assert(sh_game_parse(&again, game.name, SH_STRICT, &error) == SH_OK);
        assert(strcmp(game.name, again.name) == 0 && game.pieces == again.pieces);
    } else {
        assert(error.status == SH_USAGE && error.text[0]);
    }
    free(name);
    return 0;
}
