// SPDX-License-Identifier: MIT
// Random placements of any game.
#pragma once

#include <string.h> // memset

#include "base/random.h"
#include "sternhalma/position.h"

// Scatters the armies over the cells they may stand on; anyone may be to move. The position need
// not be legal.
static inline void test_scatter(const sh_game *game, sh_random *random, sh_position *position) {
    memset(position, 0, sizeof *position);
    sh_set taken = sh_set_empty();
    for (int p = 0; p < game->players; p++)
        for (int left = game->pieces; left > 0;) {
            int cell = (int)sh_random_below(random, (uint64_t)game->board.span);
            if (!sh_set_has(&game->stand[p], cell) || sh_set_has(&taken, cell)) continue;
            sh_set_add(&taken, cell);
            sh_set_add(&position->army[p], cell);
            left--;
        }
    position->turn = (uint8_t)sh_random_below(random, (uint64_t)game->players);
}
