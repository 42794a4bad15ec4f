// SPDX-License-Identifier: MIT
// See recheck_board.h. Moves and the simple bounds.
#include "puzzle/recheck_board.h"

#include "puzzle/recheck_ladder.h"

static const sh_board *board_of(const sh_game_case *one) { return &one->puzzle->game.board; }

static bool in_goal(const sh_game_case *one, int cell) {
    return sh_set_has(&one->goal[SH_GAME_WINNER], cell);
}

int sh_recheck_targets(const sh_game_case *one, const sh_recheck_board *board, int from,
                       uint8_t *targets) {
    const sh_board *shape = board_of(one);
    int role = board->at[from] == SH_RECHECK_WINNER ? SH_GAME_WINNER : SH_GAME_LOSER;
    bool seen[SH_MAX_CELLS] = {false};
    uint8_t stack[SH_MAX_CELLS];
    int depth = 0, count = 0;
    seen[from] = true;
    for (int d = 0; d < shape->directions; d++) {
        int to = shape->neighbour[from][d];
        if (to < 0 || sh_puzzle_jumps_only(one->puzzle) || board->at[to] != SH_RECHECK_EMPTY)
            continue;
        if (sh_set_has(&one->stand[role], to)) targets[count++] = (uint8_t)to;
    }
    stack[depth++] = (uint8_t)from;
    while (depth > 0) {
        int cell = stack[--depth];
        for (int d = 0; d < shape->directions; d++) {
            int over = shape->neighbour[cell][d];
            int to = over < 0 ? -1 : shape->neighbour[over][d];
            if (to < 0 || over == from || board->at[over] == SH_RECHECK_EMPTY || seen[to] ||
                board->at[to] != SH_RECHECK_EMPTY || !sh_set_has(&one->pass[role], to))
                continue;
            seen[to] = true;
            stack[depth++] = (uint8_t)to;
            if (sh_set_has(&one->stand[role], to)) targets[count++] = (uint8_t)to;
        }
    }
    return count;
}

int sh_recheck_outside(const sh_game_case *one, const sh_recheck_board *board) {
    int count = 0;
    for (int cell = 0; cell < board_of(one)->span; cell++)
        count += board->at[cell] == SH_RECHECK_WINNER && !in_goal(one, cell);
    return count;
}

int sh_recheck_inside(const sh_game_case *one, const sh_recheck_board *board) {
    int count = 0;
    for (int cell = 0; cell < board_of(one)->span; cell++)
        count += board->at[cell] == SH_RECHECK_LOSER && in_goal(one, cell);
    return count;
}

bool sh_recheck_filled(const sh_game_case *one, const sh_recheck_board *board, int role) {
    int man = role == SH_GAME_WINNER ? SH_RECHECK_WINNER : SH_RECHECK_LOSER;
    for (int cell = 0; cell < board_of(one)->span; cell++)
        if (sh_set_has(&one->goal[role], cell) && board->at[cell] != man) return false;
    return true;
}

// Steps from the winner's men to the nearest cell of the goal or man of the loser.
static int distance(const sh_game_case *one, const sh_recheck_board *board) {
    const sh_board *shape = board_of(one);
    int far[SH_MAX_CELLS], head = 0, tail = 0;
    uint8_t queue[SH_MAX_CELLS];
    for (int cell = 0; cell < shape->span; cell++) {
        far[cell] = board->at[cell] == SH_RECHECK_WINNER ? 0 : -1;
        if (far[cell] == 0) queue[tail++] = (uint8_t)cell;
    }
    while (head < tail) {
        int cell = queue[head++];
        if (board->at[cell] == SH_RECHECK_LOSER || in_goal(one, cell)) return far[cell];
        for (int d = 0; d < shape->directions; d++) {
            int to = shape->neighbour[cell][d];
            if (to < 0 || far[to] >= 0) continue;
            far[to] = far[cell] + 1;
            queue[tail++] = (uint8_t)to;
        }
    }
    return SH_MAX_CELLS;
}

bool sh_recheck_near(const sh_game_case *one, const sh_recheck_board *board, int steps) {
    return sh_recheck_outside(one, board) < one->men || distance(one, board) <= steps;
}

// Can a man beside the goal step onto a cell of it that no man of the winner holds (of a type, or
// any if -1)?
static bool steps_in(const sh_game_case *one, const sh_recheck_board *board, int cell, int type) {
    const sh_board *shape = board_of(one);
    for (int d = 0; d < shape->directions && !sh_puzzle_jumps_only(one->puzzle); d++) {
        int to = shape->neighbour[cell][d];
        if (to >= 0 && in_goal(one, to) && board->at[to] != SH_RECHECK_WINNER &&
            (type < 0 || sh_puzzle_type(shape, to) == type))
            return true;
    }
    return false;
}

static bool beside_outsider(const sh_game_case *one, const sh_recheck_board *board, int cell) {
    const sh_board *shape = board_of(one);
    for (int d = 0; d < shape->directions && !sh_puzzle_jumps_only(one->puzzle); d++) {
        int to = shape->neighbour[cell][d];
        if (to >= 0 && board->at[to] == SH_RECHECK_WINNER && !in_goal(one, to)) return true;
    }
    return false;
}

typedef struct type_count {
    int men, room;           // men outside, cells of the goal not held by the winner
    int may_leave, may_join; // men of the type that can step in; men that can step onto the type
    int reachable;           // cells of the type that a man could step onto
} type_count;

static type_count count_type(const sh_game_case *one, const sh_recheck_board *board, int type) {
    type_count count = {0};
    for (int cell = 0; cell < board_of(one)->span; cell++) {
        if (!sh_set_has(&board_of(one)->mask, cell)) continue;
        bool own = sh_puzzle_type(board_of(one), cell) == type;
        bool man = board->at[cell] == SH_RECHECK_WINNER;
        if (in_goal(one, cell)) {
            count.room += own && !man;
            count.reachable += own && !man && beside_outsider(one, board, cell);
        } else if (man) {
            count.men += own;
            count.may_leave += own && steps_in(one, board, cell, -1);
            count.may_join += steps_in(one, board, cell, type);
        }
    }
    return count;
}

static int less(int a, int b) { return a < b ? a : b; }

static bool types_match(const sh_game_case *one, const sh_recheck_board *board, int spare) {
    int excess = 0, leave = 0, join = 0;
    for (int type = 0; type < SH_PUZZLE_TYPES; type++) {
        type_count count = count_type(one, board, type);
        int over = count.men - count.room;
        if (over > 0) {
            excess += over;
            leave += less(over, count.may_leave);
        } else {
            join += less(-over, less(count.may_join, count.reachable));
        }
    }
    return excess <= spare + less(leave, join);
}

bool sh_recheck_stands(const sh_game_case *one, const sh_recheck_board *board, int left) {
    int outside = sh_recheck_outside(one, board), spare = left - outside;
    if (outside == 0) return true;
    if (spare < 0) return false;
    if (!sh_recheck_near(one, board, 2 * spare + 3)) return false;
    if (!types_match(one, board, spare)) return false;
    if (spare == 0 && !sh_recheck_open(one, board)) return false;
    return sh_recheck_ladder(one, board, outside, spare);
}
