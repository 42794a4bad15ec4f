// SPDX-License-Identifier: MIT
// Games for fuzz targets, parsed once: finding the symmetries of a game costs more than a run.
#pragma once

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

#include "sternhalma/game.h"

#define FUZZ_GAMES 9

// A game of some board, chosen by a byte.
static inline const sh_game *fuzz_game(unsigned choice) {
    static const char *const names[FUZZ_GAMES] = {
        "3x3/1",      "4x4/6",     "7x7/3",      "9x9/10",
        "11x11/15",   "star37:3p", "star121:6p", "checkers32/12:4m",
        "sq16/19:8m",
    };
    static sh_game *games[FUZZ_GAMES];
    sh_game **game = &games[choice % FUZZ_GAMES];
    if (!*game) {
        *game = malloc(sizeof **game);
        assert(*game);
        sh_status status = sh_game_parse(*game, names[choice % FUZZ_GAMES], SH_STRICT, NULL);
        assert(status == SH_OK);
    }
    return *game;
}
