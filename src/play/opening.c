// SPDX-License-Identifier: MIT
// A walk from the start; one that ends the game is taken back and drawn again, but not for ever:
// small games have no long walks.
#include "play/opening.h"

#include "base/random.h"

enum { MOST_WALKS = 2000 };

sh_status sh_opening_draw(sh_record **record, const sh_game *game, int plies, uint64_t seed,
                          sh_error *error) {
    sh_random random = {seed};
    sh_status status = sh_record_open(record, game, NULL, error);
    int walks = 0;
    for (int ply = 0; !status && ply < plies;) {
        sh_move moves[SH_MAX_MOVES];
        int count = sh_moves_list(game, sh_record_position(*record), moves);
        sh_move move = moves[sh_random_below(&random, (uint64_t)count)];
        status = sh_record_play(*record, move, error);
        ply++;
        if (status || !sh_record_over(*record)) continue;
        while (sh_record_undo(*record)) ply--; // it ended the game: draw again
        if (++walks == MOST_WALKS)
            status = sh_fail(error, SH_USAGE,
                             "%d walks of %d plies all ended the game of %s: ask for fewer plies",
                             walks, plies, game->name);
    }
    return status;
}
