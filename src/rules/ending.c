// SPDX-License-Identifier: MIT
// See ending.h. The order matters: who fills the goal with the last move allowed in its camp, or
// with a position that was there before, has won.
#include "rules/ending.h"

const char *sh_ending_name(sh_ending ending) {
    switch (ending) { // without a default: the compiler reports an ending that has no name
    case SH_GOES_ON:
        return "ongoing";
    case SH_ENDED_WON:
        return "won";
    case SH_ENDED_STUCK:
        return "stuck";
    case SH_ENDED_REPETITION:
        return "repetition";
    case SH_ENDED_CAMP:
        return "camp";
    }
    return "";
}

// Has the player who moved last not left its camp in time?
static bool too_late(const sh_game *game, const sh_position *position, int plies) {
    if (!game->leave || !plies) return false;
    int last = (position->turn + game->players - 1) % game->players;
    int moves = (plies - 1) / game->players + 1;
    return moves >= game->leave &&
           !sh_set_is_empty(sh_set_and(position->army[last], game->camp[last]));
}

sh_result sh_ending_find(const sh_game *game, const sh_position *position, sh_past past,
                         sh_move *moves, int *count) {
    sh_result result = {SH_GOES_ON, -1};
    *count = 0;
    if (sh_position_verdict(game, position, &result.winner) == SH_WON) {
        result.ending = SH_ENDED_WON;
        return result;
    }
    if (too_late(game, position, past.plies)) {
        result.ending = SH_ENDED_CAMP;
        if (game->players == 2) result.winner = position->turn;
    } else if (past.repeated) {
        result.ending = SH_ENDED_REPETITION;
    } else if ((*count = sh_moves_list(game, position, moves)) == 0) {
        result.ending = SH_ENDED_STUCK;
        if (game->players == 2) result.winner = !position->turn;
    }
    return result;
}
