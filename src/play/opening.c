// SPDX-License-Identifier: MIT
// A walk from the start; one that ends the game is taken back and drawn again.
#include "play/opening.h"

#include "base/random.h"

sh_status sh_opening_draw(sh_record **record, const sh_game *game, int plies, uint64_t seed,
                          sh_error *error) {
    sh_random random = {seed};
    sh_status status = sh_record_open(record, game, NULL, error);
    for (int ply = 0; !status && ply < plies;) {
        sh_move moves[SH_MAX_MOVES];
        int count = sh_moves_list(game, sh_record_position(*record), moves);
        sh_move move = moves[sh_random_below(&random, (uint64_t)count)];
        status = sh_record_play(*record, move, error);
        ply++;
        if (status || sh_record_result(*record).ending == SH_GOES_ON) continue;
        while (sh_record_undo(*record)) ply--; // it ended the game: draw again
    }
    return status;
}
