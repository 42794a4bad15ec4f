// SPDX-License-Identifier: MIT
// See sternhalma/distance.h. Two floods by steps a player: one from its camp finds the end of its
// way, one from the end finds the distances.
#include "sternhalma/distance.h"

#include <string.h> // memset

// By cell: steps from the nearest cell of `from` over cells of `room`. Returns the greatest number.
static int flood(const sh_board *board, sh_set from, const sh_set *room, uint8_t *steps) {
    sh_set newest = sh_set_and(from, *room), done = newest;
    memset(steps, SH_AWAY_NEVER, SH_MAX_CELLS);
    for (int count = 0;; count++) {
        sh_set next = sh_set_empty();
        for (int cell = sh_set_next(&newest, 0); cell >= 0; cell = sh_set_next(&newest, cell + 1)) {
            steps[cell] = (uint8_t)count;
            next = sh_set_or(next, board->steps[cell]);
        }
        newest = sh_set_minus(sh_set_and(next, *room), done);
        if (sh_set_is_empty(newest)) return count;
        done = sh_set_or(done, newest);
    }
}

static sh_set find_end(const sh_game *game, int player) {
    uint8_t steps[SH_MAX_CELLS];
    int most = flood(&game->board, game->camp[player], &game->stand[player], steps);
    sh_set end = sh_set_empty();
    for (int cell = 0; cell < SH_MAX_CELLS; cell++)
        if (steps[cell] == most) sh_set_add(&end, cell);
    sh_set inside = sh_set_and(end, game->goal[player]);
    return sh_set_is_empty(inside) ? end : inside;
}

void sh_distance_find(sh_game *game) {
    memset(game->away, SH_AWAY_NEVER, sizeof game->away);
    for (int p = 0; p < game->players; p++)
        game->furthest[p] =
            (uint8_t)flood(&game->board, find_end(game, p), &game->stand[p], game->away[p]);
}

int sh_army_away(const sh_game *game, int player, const sh_set *set) {
    int sum = 0;
    if (player < 0 || player >= SH_MAX_PLAYERS) return 0;
    for (int cell = sh_set_next(set, 0); cell >= 0; cell = sh_set_next(set, cell + 1)) {
        int steps = game->away[player][cell];
        sum += steps == SH_AWAY_NEVER ? 0 : steps;
    }
    return sum;
}

int sh_army_distance(const sh_game *game, int player, const sh_set *set) {
    if (player < 0 || player >= SH_MAX_PLAYERS) return 0;
    return sh_army_away(game, player, set) - sh_army_away(game, player, &game->goal[player]);
}

int sh_army_progress(const sh_game *game, int player, const sh_set *set) {
    if (player < 0 || player >= SH_MAX_PLAYERS) return 0;
    return game->furthest[player] * sh_set_count(*set) - sh_army_away(game, player, set);
}
