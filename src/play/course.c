// SPDX-License-Identifier: MIT
// From a game to its course: which rhombus a track is, rows, keys, and the values by hand.
//
// A row is where the drawing's axis from tip to tip is cut at right angles. The value by hand of a
// piece falls with its rows to go, the more the further it is (one straggler costs as much as many
// who nearly arrived), and with the square of its way to the axis.
#include "play/course.h"

#include <assert.h> // assert
#include <stdlib.h> // abs
#include <string.h> // memset

#include "board/terms.h"

// Walks `steps` times in a direction; -1 where the board ends.
static int walk(const sh_board *board, int cell, int direction, int steps) {
    while (cell >= 0 && steps-- > 0) cell = board->neighbour[cell][direction];
    return cell;
}

// Lays the rhombus on the outer board from its topmost cell along two directions.
static bool lay(sh_course *course, const sh_game *outer, int down, int across) {
    const sh_board *rhombus = &course->game.board;
    int top = sh_set_next(&outer->board.mask, 0);
    for (int cell = sh_set_next(&rhombus->mask, 0); cell >= 0;
         cell = sh_set_next(&rhombus->mask, cell + 1)) {
        int to = walk(&outer->board, top, down, rhombus->y[cell]);
        to = walk(&outer->board, to, across, rhombus->x[cell]);
        if (to < 0 || !sh_set_has(&outer->stand[0], to)) return false;
        course->outside[cell] = (uint8_t)to;
        course->inside[to] = (uint8_t)cell;
    }
    return true;
}

static bool same_set(const sh_course *course, const sh_set *inner, const sh_set *outer) {
    if (sh_set_count(*inner) != sh_set_count(*outer)) return false;
    for (int cell = sh_set_next(inner, 0); cell >= 0; cell = sh_set_next(inner, cell + 1))
        if (!sh_set_has(outer, course->outside[cell])) return false;
    return true;
}

static bool same_camps(const sh_course *course, const sh_game *outer) {
    return same_set(course, &course->game.camp[0], &outer->camp[0]) &&
           same_set(course, &course->game.camp[1], &outer->camp[1]);
}

// Is the outer game a rhombus in disguise? Then course->game is that rhombus.
static bool find_rhombus(sh_course *course, const sh_game *outer) {
    int cells = sh_set_count(outer->stand[0]), side = 1;
    if (outer->board.shape != SH_STAR || !sh_set_equal(outer->stand[0], outer->pass[0]) ||
        !sh_set_equal(outer->stand[0], outer->stand[1]))
        return false;
    while (side * side < cells) side++;
    sh_terms terms = sh_terms_of(outer);
    terms.shape = SH_RHOMBUS;
    terms.size = side;
    if (side * side != cells || sh_game_make(&course->game, &terms, NULL)) return false;
    for (int down = 0; down < outer->board.directions; down++)
        for (int across = 0; across < outer->board.directions; across++)
            if (lay(course, outer, down, across) && same_camps(course, outer)) return true;
    return false;
}

static void keep_board(sh_course *course, const sh_game *game) {
    course->game = *game;
    for (int cell = 0; cell < SH_MAX_CELLS; cell++)
        course->inside[cell] = course->outside[cell] = (uint8_t)cell;
}

// The drawing has the camps above each other, player 0's at the top: y counts rows, x half cells.
static void find_rows(sh_course *course) {
    const sh_board *board = &course->game.board;
    int top, bottom, middle, last = 0;
    for (int cell = 0; cell < board->span; cell++)
        if (sh_set_has(&board->mask, cell)) last = cell;
    sh_board_drawing(board, sh_set_next(&board->mask, 0), &middle, &top);
    sh_board_drawing(board, last, &middle, &bottom);
    course->rows = bottom - top + 1;
    for (int cell = sh_set_next(&board->mask, 0); cell >= 0;
         cell = sh_set_next(&board->mask, cell + 1)) {
        int x, y;
        sh_board_drawing(board, cell, &x, &y);
        course->row[0][cell] = (int8_t)(y - top);
        course->row[1][cell] = (int8_t)(bottom - y);
        course->aside[cell] = (int8_t)abs(x - middle);
        for (int p = 0; p < 2; p++)
            for (int row = course->row[p][cell] + 1; row < 64; row++)
                sh_set_add(&course->behind[p][row], cell);
    }
}

static void find_near(sh_course *course) {
    const sh_board *board = &course->game.board;
    for (int cell = sh_set_next(&board->mask, 0); cell >= 0;
         cell = sh_set_next(&board->mask, cell + 1))
        for (int d = 0; d < board->directions; d++)
            for (int steps = 1; steps <= 2; steps++) {
                int to = walk(board, cell, d, steps);
                if (to >= 0 && sh_set_has(&course->game.stand[0], to))
                    sh_set_add(&course->near[cell], to);
            }
}

void sh_course_value(sh_course *course, const sh_tuning *tuning) {
    for (int p = 0; p < 2; p++)
        for (int cell = 0; cell < SH_MAX_CELLS; cell++) {
            int left = course->rows - 1 - course->row[p][cell], aside = course->aside[cell];
            course->place[p][cell] =
                sh_place_of(-left * tuning->linear - tuning->convex * left * left / 10 -
                            tuning->aside * aside * aside / 40);
        }
}

// How a game of several armies ends, and when their camps must be empty, does not change how far
// one of them has to go.
static sh_status name_lone(sh_course *course, sh_error *error) {
    sh_terms terms = sh_terms_of(&course->game);
    sh_game *lone = malloc(sizeof *lone);
    if (!lone) return sh_fail(error, SH_RESOURCES, "out of memory for the engine");
    terms.players = 1;
    terms.added &= ~(uint32_t)(SH_RULE_SWAP | SH_RULE_HALMA | SH_RULE_LEAVE);
    sh_status status = sh_game_make(lone, &terms, error);
    if (!status) strcpy(course->lone, lone->name);
    free(lone);
    return status;
}

sh_status sh_course_make(sh_course *course, const sh_game *game, sh_error *error) {
    assert(game->players == 2);
    memset(course, 0, sizeof *course);
    if (!find_rhombus(course, game)) keep_board(course, game);
    sh_status status = name_lone(course, error);
    if (status) return status;
    find_rows(course);
    sh_keys_make(&course->keys, &course->game, NULL);
    find_near(course);
    return SH_OK;
}

static void translate(const uint8_t *map, const sh_position *from, sh_position *to) {
    memset(to, 0, sizeof *to);
    to->turn = from->turn;
    for (int p = 0; p < 2; p++)
        for (int cell = sh_set_next(&from->army[p], 0); cell >= 0;
             cell = sh_set_next(&from->army[p], cell + 1))
            sh_set_add(&to->army[p], map[cell]);
}

void sh_course_enter(const sh_course *course, const sh_position *outer, sh_position *inner) {
    translate(course->inside, outer, inner);
}

void sh_course_leave(const sh_course *course, const sh_position *inner, sh_position *outer) {
    translate(course->outside, inner, outer);
}

sh_move sh_course_move_in(const sh_course *course, sh_move move) {
    return (sh_move){course->inside[move.from], course->inside[move.to]};
}

sh_move sh_course_move_out(const sh_course *course, sh_move move) {
    return (sh_move){course->outside[move.from], course->outside[move.to]};
}
