// SPDX-License-Identifier: MIT
// Any text as a move of a position reached by any moves: it is refused with a sentence, or it is
// one of the generated moves and can be played and taken back.
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/games.h"
#include "sternhalma/notation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool listed(const sh_game *game, const sh_position *position, sh_move move) {
    sh_move moves[SH_MAX_MOVES];
    int count = sh_moves_list(game, position, moves);
    for (int i = 0; i < count; i++)
        if (moves[i].from == move.from && moves[i].to == move.to) return true;
    return false;
}

// Plays the moves that `bytes` choose.
static void play(const sh_game *game, sh_position *position, const uint8_t *bytes, int plies) {
    sh_move moves[SH_MAX_MOVES];
    for (int i = 0; i < plies; i++) {
        int count = sh_moves_list(game, position, moves);
        if (count == 0) return;
        sh_move_apply(game, position, moves[bytes[i] % count]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { PLIES = 8 };
    if (size < 1 + PLIES) return 0;
    const sh_game *game = fuzz_game(data[0]);
    sh_error error = {.text = ""};
    sh_position position;
    sh_position_start(game, &position);
    play(game, &position, data + 1, PLIES);
    size_t length = size - 1 - PLIES;
    char *text = malloc(length + 1);
    memcpy(text, data + 1 + PLIES, length);
    text[length] = '\0';
    sh_move move;
    if (sh_move_parse(game, &position, text, &move, &error) == SH_OK) {
        assert(listed(game, &position, move));
        sh_position after = position;
        sh_move_apply(game, &after, move);
        assert(sh_position_check(game, &after, &error) == SH_OK);
        sh_move_undo(game, &after, move);
        assert(sh_position_equal(&after, &position));
    } else {
        assert(error.status == SH_DATA && error.text[0]);
    }
    free(text);
    return 0;
}
