// SPDX-License-Identifier: MIT
// See sternhalma/key.h. All words come from one seed, in the order of players and cells.
#include "sternhalma/key.h"

#include <string.h> // memset

#include "base/random.h"

void sh_keys_make(sh_keys *keys, const sh_game *game, const sh_symmetry *symmetry) {
    sh_keys plain;
    sh_random random = {0x5374656e68616c6dULL};
    for (int p = 0; p < SH_MAX_PLAYERS; p++) {
        plain.turn[p] = p ? sh_random_next(&random) : 0;
        for (int cell = 0; cell < SH_MAX_CELLS; cell++)
            plain.piece[p][cell] = sh_random_next(&random);
    }
    memset(keys, 0, sizeof *keys);
    if (!symmetry) symmetry = &game->symmetry[0]; // the identity
    for (int p = 0; p < game->players; p++) {
        int next = (p + 1) % game->players, image = symmetry->player[p];
        keys->turn[p] = plain.turn[image];
        keys->turn_over[p] = plain.turn[image] ^ plain.turn[symmetry->player[next]];
        for (int cell = 0; cell < SH_MAX_CELLS; cell++)
            keys->piece[p][cell] = plain.piece[image][symmetry->cell[cell]];
    }
}

uint64_t sh_position_key(const sh_keys *keys, const sh_position *position) {
    uint64_t key = position->turn < SH_MAX_PLAYERS ? keys->turn[position->turn] : 0;
    for (int p = 0; p < SH_MAX_PLAYERS; p++)
        for (int cell = sh_set_next(&position->army[p], 0); cell >= 0;
             cell = sh_set_next(&position->army[p], cell + 1))
            key ^= keys->piece[p][cell];
    return key;
}
