// SPDX-License-Identifier: MIT
// See blockade.h.
#include "rules/blockade.h"

#define BLOCKED(w)                                                                                 \
    static bool blocked##w(const sh_game *game, const sh_position *position, int player) {         \
        b##w army = b##w##_from(&position->army[player]), others = b##w##_zero();                  \
        for (int p = 0; p < game->players; p++)                                                    \
            if (p != player) others |= b##w##_from(&position->army[p]);                            \
        b##w wanted = b##w##_from(&game->goal[player]) & ~(army | others);                         \
        return b##w##_any(wanted & ~sh_blockade##w##_reach(game, player, army, others, wanted));   \
    }
BLOCKED(64)
BLOCKED(128)
BLOCKED(256)
#undef BLOCKED

bool sh_position_blocked(const sh_game *game, const sh_position *position, int player) {
    if (player < 0 || player >= game->players) return false;
    return game->board.width == 64    ? blocked64(game, position, player)
           : game->board.width == 128 ? blocked128(game, position, player)
                                      : blocked256(game, position, player);
}

// The published profile does not look at the goal of the player to move while that player has no
// piece in its own camp and none in its goal.
static bool exempt(const sh_game *game, const sh_position *position, int player) {
    sh_set ends = sh_set_or(game->camp[player], game->goal[player]);
    return game->profile == SH_PUBLISHED && player == position->turn &&
           sh_set_is_empty(sh_set_and(position->army[player], ends));
}

bool sh_blockade_illegal(const sh_game *game, const sh_position *position, int player) {
    if (game->pieces < 6 || exempt(game, position, player)) return false;
    if (game->pieces > 6) return sh_position_blocked(game, position, player);
    return sh_set_within(game->entry[player], position->army[1 - player]) &&
           !sh_set_has(&position->army[player], game->tip[player]) &&
           !sh_set_has(&position->army[1 - player], game->tip[player]);
}
