// SPDX-License-Identifier: MIT
// Chains are flooded breadth first from a piece's cell. A cell of the goal leads only to cells of
// the goal, which is all that locking says: who stands in it is locked, who stands elsewhere has
// not been there.
#include "arena/ccerl.h"

#include <stdio.h>  // snprintf
#include <string.h> // strlen

// Where a piece can go, and from where it gets there.
typedef struct reach {
    int16_t before[SH_MAX_CELLS]; // -1: not reached
    int count;
    uint8_t cell[SH_MAX_CELLS]; // in the order in which they were reached, its own first
} reach;

sh_status sh_ccerl_parse(const sh_game *game, const char *cells, int player, sh_position *position,
                         sh_error *error) {
    const sh_set *mask = &game->board.mask;
    if (strlen(cells) != SH_CCERL_CELLS)
        return sh_fail(error, SH_DATA, "a position has %d cells, not %zu", SH_CCERL_CELLS,
                       strlen(cells));
    *position = (sh_position){.turn = (uint8_t)player};
    for (int cell = sh_set_next(mask, 0); cell >= 0; cell = sh_set_next(mask, cell + 1)) {
        char at = *cells++;
        if (at == '0' || at == '1')
            sh_set_add(&position->army[at - '0'], cell);
        else if (at != '.')
            return sh_fail(error, SH_DATA, "a cell is '.', '0' or '1', not '%c'",
                           at >= ' ' && at <= '~' ? at : '?');
    }
    return sh_position_check(game, position, error);
}

int sh_ccerl_number(const sh_game *game, int cell) {
    int number = 0;
    for (int i = sh_set_next(&game->board.mask, 0); i >= 0 && i < cell;
         i = sh_set_next(&game->board.mask, i + 1))
        number++;
    return number;
}

static void arrive(reach *r, int from, int to) {
    if (r->before[to] >= 0) return;
    r->before[to] = (int16_t)from;
    r->cell[r->count++] = (uint8_t)to;
}

// May a piece of the goal's owner go from one cell to another?
static bool unlocked(const sh_set *goal, int from, int to) {
    return !sh_set_has(goal, from) || sh_set_has(goal, to);
}

static void flood(const sh_game *game, const sh_position *position, int start, reach *r) {
    const sh_board *board = &game->board;
    const sh_set *goal = &game->goal[position->turn];
    sh_set occupied = sh_position_occupied(game, position);
    for (int i = 0; i < SH_MAX_CELLS; i++) r->before[i] = -1;
    r->count = 0;
    arrive(r, start, start);
    for (int i = 0; i < r->count; i++) {
        int from = r->cell[i];
        for (int d = 0; d < board->directions; d++) {
            int over = board->neighbour[from][d];
            if (over < 0 || !sh_set_has(&occupied, over) || over == start) continue;
            int to = board->neighbour[over][d];
            if (to >= 0 && !sh_set_has(&occupied, to) && unlocked(goal, from, to))
                arrive(r, from, to);
        }
    }
    for (int d = 0; d < board->directions; d++) {
        int to = board->neighbour[start][d];
        if (to >= 0 && !sh_set_has(&occupied, to) && unlocked(goal, start, to))
            arrive(r, start, to);
    }
}

bool sh_ccerl_over(const sh_game *game, const sh_position *position) {
    sh_set occupied = sh_position_occupied(game, position);
    for (int player = 0; player < 2; player++) {
        const sh_set *goal = &game->goal[player];
        bool full = true, own = false;
        for (int cell = sh_set_next(goal, 0); cell >= 0; cell = sh_set_next(goal, cell + 1)) {
            full = full && sh_set_has(&occupied, cell);
            own = own || sh_set_has(&position->army[player], cell);
        }
        if (full && own) return true;
    }
    return false;
}

int sh_ccerl_moves(const sh_game *game, const sh_position *position, sh_move *moves) {
    const sh_set *army = &position->army[position->turn];
    int count = 0;
    reach r;
    if (sh_ccerl_over(game, position)) return 0;
    for (int from = sh_set_next(army, 0); from >= 0; from = sh_set_next(army, from + 1)) {
        flood(game, position, from, &r);
        for (int to = 0; to < game->board.span; to++)
            if (to != from && r.before[to] >= 0)
                moves[count++] = (sh_move){(uint8_t)from, (uint8_t)to};
    }
    return count;
}

void sh_ccerl_print(const sh_game *game, const sh_position *position, sh_move move, char *text) {
    reach r;
    uint8_t path[SH_MAX_CELLS];
    int length = 0, used = 0;
    flood(game, position, move.from, &r);
    if (r.before[move.to] < 0) r.before[move.to] = move.from; // not by these rules: both ends
    for (int cell = move.to; cell != move.from && r.before[cell] >= 0; cell = r.before[cell])
        path[length++] = (uint8_t)cell;
    used = snprintf(text, SH_CCERL_MOVE_TEXT, "%d", sh_ccerl_number(game, move.from));
    while (length > 0 && used < SH_CCERL_MOVE_TEXT - 8)
        used += snprintf(text + used, (size_t)(SH_CCERL_MOVE_TEXT - used), "-%d",
                         sh_ccerl_number(game, path[--length]));
}
