// SPDX-License-Identifier: MIT
// How a move gets from its first cell to its last: shortest paths, and paths checked hop by hop.
#include <string.h> // memset

#include "sternhalma/moves.h"
#include "sternhalma/notation.h"

void sh_move_path(const sh_game *game, const sh_position *position, sh_move move, sh_path *path) {
    const sh_board *board = &game->board;
    *path = (sh_path){.length = 2, .cell = {move.from, move.to}};
    if (sh_set_has(&board->steps[move.from], move.to)) return;
    path->length = 0; // until a way is found
    if (position->turn >= game->players) return;

    // Breadth first over single hops, backwards so that the parents lead forwards.
    sh_set occupied = sh_position_occupied(game, position);
    int16_t onward[SH_MAX_CELLS];
    memset(onward, -1, sizeof onward);
    uint8_t queue[SH_MAX_CELLS];
    int head = 0, tail = 0;
    queue[tail++] = move.to;
    onward[move.to] = move.to;
    while (head < tail && onward[move.from] < 0) {
        int cell = queue[head++];
        for (int d = 0; d < board->directions; d++) {
            int middle = board->neighbour[cell][d];
            int origin = middle < 0 ? -1 : board->neighbour[middle][d];
            if (origin < 0 || onward[origin] >= 0 || !sh_set_has(&occupied, middle)) continue;
            bool fits =
                !sh_set_has(&occupied, origin) && sh_set_has(&game->pass[position->turn], origin);
            if (!fits && origin != move.from) continue;
            onward[origin] = (int16_t)cell;
            queue[tail++] = (uint8_t)origin;
        }
    }
    if (onward[move.from] < 0) return; // the move is not legal
    path->length = 1;
    for (int cell = move.from; cell != move.to; path->length++) {
        cell = onward[cell];
        path->cell[path->length] = (uint8_t)cell;
    }
}

// One hop of a chain that began on `origin`, which the moving piece has left empty.
static sh_status check_hop(const sh_game *game, const sh_position *position, int origin, int from,
                           int to, sh_error *error) {
    char start[SH_MAX_CELL_TEXT], end[SH_MAX_CELL_TEXT];
    sh_cell_print(game, from, start);
    sh_cell_print(game, to, end);
    int d = sh_board_direction(&game->board, from, to, 2);
    if (d < 0)
        return sh_fail(error, SH_DATA,
                       "%s-%s is not a hop: it must go two cells along one of the %d directions",
                       start, end, game->board.directions);
    int over = game->board.neighbour[from][d];
    sh_set occupied = sh_position_occupied(game, position);
    if (over < 0 || over == origin || !sh_set_has(&occupied, over))
        return sh_fail(error, SH_DATA, "%s-%s hops over no piece", start, end);
    if (to != origin && sh_set_has(&occupied, to))
        return sh_fail(error, SH_DATA, "%s-%s lands on a piece", start, end);
    if (!sh_set_has(&game->pass[position->turn], to))
        return sh_fail(error, SH_DATA, "%s-%s lands in a corner that is closed to %c", start, end,
                       sh_game_letter(game, position->turn));
    return SH_OK;
}

sh_status sh_path_check(const sh_game *game, const sh_position *position, const sh_path *path,
                        sh_move *move, sh_error *error) {
    sh_status checked = sh_position_check(game, position, error);
    if (checked) return checked;
    if (path->length < 2 || path->length > SH_MAX_CELLS)
        return sh_fail(error, SH_DATA, "a move has at least two cells and at most %d, not %d",
                       SH_MAX_CELLS, path->length);
    for (int i = 0; i < path->length; i++)
        if (!sh_set_has(&game->board.mask, path->cell[i]))
            return sh_fail(error, SH_DATA, "the move leaves the board of %s", game->name);
    int origin = path->cell[0];
    *move = (sh_move){(uint8_t)origin, path->cell[path->length - 1]};
    bool step = game->movement == SH_STEPS_AND_HOPS && path->length == 2 &&
                sh_set_has(&game->board.steps[origin], move->to);
    if (sh_set_has(&position->army[position->turn], origin))
        for (int i = 1; i < path->length && !step; i++) {
            sh_status status =
                check_hop(game, position, origin, path->cell[i - 1], path->cell[i], error);
            if (status) return status;
        }
    return sh_move_check(game, position, *move, error);
}
