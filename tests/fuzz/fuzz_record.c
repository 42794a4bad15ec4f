// SPDX-License-Identifier: MIT
// Any text as games: refused with a sentence, or read, and then printed and read again the same.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "arena/game_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static sh_played played, again;
    char *text = malloc(size + 1);
    const char *at = text;
    int line = 1;
    sh_error error = {.text = ""};
    memcpy(text, data, size);
    text[size] = 0;
    sh_status status = sh_game_text_parse(&played, &at, &line, &error);
    if (status == SH_OK) {
        sh_text printed = {0};
        sh_game_text_print(&printed, &played, NULL);
        const char *from = printed.at;
        assert(sh_game_text_parse(&again, &from, &line, &error) == SH_OK);
        assert(again.summed && again.winner == played.winner);
        assert(sh_record_count(again.record) == sh_record_count(played.record));
        sh_played_close(&again);
        sh_played_close(&played);
        sh_text_free(&printed);
    } else {
        assert(status == SH_NO || error.text[0]);
    }
    free(text);
    return 0;
}
