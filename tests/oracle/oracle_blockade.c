// SPDX-License-Identifier: MIT
// Which cells can a player ever reach while all others stand still? Slowly, from neighbour lists.
//
// Flood from its pieces: a step goes to any cell the others leave free; a hop needs something to
// hop over, which is another's piece, or one of its own brought there first, so any cell it can
// stand on. The empty goal cells outside the flood are walled off.
#include "oracle/oracle_blockade.h"

static sh_set step_from(const sh_board *board, sh_set from) {
    sh_set to = sh_set_empty();
    for (int cell = sh_set_next(&from, 0); cell >= 0; cell = sh_set_next(&from, cell + 1))
        to = sh_set_or(to, board->steps[cell]);
    return to;
}

static sh_set hop_from(const sh_board *board, sh_set from, sh_set over) {
    sh_set to = sh_set_empty();
    for (int cell = sh_set_next(&from, 0); cell >= 0; cell = sh_set_next(&from, cell + 1))
        for (int d = 0; d < board->directions; d++) {
            int middle = board->neighbour[cell][d];
            if (middle < 0 || !sh_set_has(&over, middle)) continue;
            int landing = board->neighbour[middle][d];
            if (landing >= 0) sh_set_add(&to, landing);
        }
    return to;
}

bool oracle_blocked(const sh_game *game, const sh_position *position, int player) {
    sh_set others = sh_set_empty();
    for (int p = 0; p < game->players; p++)
        if (p != player) others = sh_set_or(others, position->army[p]);
    sh_set wanted = sh_set_minus(game->goal[player], sh_set_or(others, position->army[player]));
    sh_set reached = position->army[player], before;
    do {
        if (sh_set_within(wanted, reached)) return false;
        before = reached;
        sh_set standing = sh_set_and(reached, game->stand[player]);
        sh_set steps = sh_set_and(step_from(&game->board, standing), game->stand[player]);
        sh_set hops = sh_set_and(hop_from(&game->board, reached, sh_set_or(others, standing)),
                                 game->pass[player]);
        reached = sh_set_or(reached, sh_set_minus(sh_set_or(steps, hops), others));
    } while (!sh_set_equal(before, reached));
    return true;
}
