// SPDX-License-Identifier: MIT
// Ranks are drawn until enough of them are positions with a move. At least one in a few is.
#include "arena/uniform.h"

#include "base/random.h"
#include "sternhalma/moves.h"

enum { PATIENCE = 1000000 }; // ranks in a row without such a position

static sh_index draw_index(sh_random *random, sh_index bound) {
    sh_index high = sh_random_next(random);
    return (high << 64 | sh_random_next(random)) % bound;
}

static bool can_move(const sh_game *game, const sh_position *position) {
    sh_move moves[SH_MAX_MOVES];
    return sh_position_check_legal(game, position, NULL) == SH_OK &&
           sh_moves_list(game, position, moves) > 0;
}

sh_status sh_uniform_draw(const sh_game *game, uint64_t seed, sh_position *positions, size_t count,
                          sh_error *error) {
    sh_ranker *ranker;
    sh_random random = {seed};
    sh_status status = sh_ranker_open(&ranker, game, error);
    if (status) return status;
    sh_index all = sh_ranker_positions(ranker);
    int tried = 0;
    for (size_t i = 0; i < count && !status; tried++) {
        status = tried == PATIENCE
                     ? sh_fail(error, SH_NO, "%s has hardly a position with a move", game->name)
                     : sh_position_unrank(ranker, draw_index(&random, all), &positions[i], error);
        if (status || !can_move(game, &positions[i])) continue;
        i++;
        tried = 0;
    }
    sh_ranker_close(ranker);
    return status;
}
