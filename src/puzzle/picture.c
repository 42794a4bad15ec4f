// SPDX-License-Identifier: MIT
// Puzzles drawn in text: see puzzle.h. Lines are read once; every message names its line.
#include <ctype.h>  // isspace
#include <stdio.h>  // snprintf
#include <stdlib.h> // strtol
#include <string.h> // strncmp

#include "board/camps.h"
#include "puzzle/posing.h"
#include "puzzle/puzzle.h"
#include "rules/generator.h"

#define LINE_TEXT 160

typedef struct reader {
    const char *at;
    int line;
    char text[LINE_TEXT]; // the current line without comment and blanks at its ends
} reader;

// Moves to the next line that says something; false at the end.
static bool next_line(reader *r) {
    while (*r->at) {
        size_t length = strcspn(r->at, "\n"), said = strcspn(r->at, "#\n");
        const char *from = r->at;
        r->at += length + (r->at[length] == '\n');
        r->line++;
        while (said && isspace((unsigned char)from[said - 1])) said--;
        while (said && isspace((unsigned char)*from)) from++, said--;
        if (!said) continue;
        snprintf(r->text, sizeof r->text, "%.*s", (int)said, from);
        return true;
    }
    return false;
}

static sh_status bad_board(const reader *r, sh_error *error) {
    return sh_fail(error, SH_DATA,
                   "line %d: '%.40s' is not a board; write sq9:6m, checkers32:4m, 9x9 or star121",
                   r->line, r->text);
}

// "sq9:6m", "checkers32:4m", "9x9", "star121".
static sh_status read_board(const reader *r, const char *name, sh_board *board, sh_error *error) {
    int size, other, directions, used = 0;
    sh_shape shape;
    if (sscanf(name, "sq%2d:%1dm%n", &size, &directions, &used) == 2 && used)
        shape = SH_SQUARE;
    else if (sscanf(name, "checkers32:%1dm%n", &directions, &used) == 1 && used)
        shape = SH_CHECKERS, size = 8;
    else if (sscanf(name, "%2dx%2d%n", &size, &other, &used) == 2 && used && size == other)
        shape = SH_RHOMBUS, directions = 6;
    else if (sscanf(name, "star%3d%n", &other, &used) == 1 && used) {
        shape = SH_STAR, directions = 6;
        for (size = 1; size <= 4 && 6 * size * (size + 1) + 1 != other;) size++;
    } else
        return bad_board(r, error);
    if (name[used]) return bad_board(r, error);
    sh_status status = sh_board_make(board, shape, size, directions, error);
    return status ? SH_DATA : SH_OK;
}

// One row of a picture; the cells of the row from left to right.
static sh_status read_row(const reader *r, const sh_board *board, int y, sh_set armies[2],
                          sh_error *error) {
    int x = 0;
    for (const char *at = r->text; *at; at++) {
        if (isspace((unsigned char)*at)) continue;
        if (!strchr(".xo", *at))
            return sh_fail(error, SH_DATA,
                           "line %d: '%c' in a picture; x and o are men, . is empty", r->line,
                           *at >= ' ' && *at <= '~' ? *at : '?');
        while (x < board->columns && sh_board_cell(board, x, y) < 0) x++;
        if (x >= board->columns)
            return sh_fail(error, SH_DATA, "line %d: row %d has more cells than the board", r->line,
                           y + 1);
        if (*at != '.') sh_set_add(&armies[*at == 'o'], sh_board_cell(board, x, y));
        x++;
    }
    for (; x < board->columns; x++)
        if (sh_board_cell(board, x, y) >= 0)
            return sh_fail(error, SH_DATA, "line %d: row %d has fewer cells than the board",
                           r->line, y + 1);
    return SH_OK;
}

static sh_status read_picture(reader *r, const sh_board *board, sh_set armies[2], sh_error *error) {
    armies[0] = armies[1] = sh_set_empty();
    for (int y = 0; y < board->rows; y++) {
        if (!next_line(r))
            return sh_fail(error, SH_DATA, "the picture ends after %d of its %d rows", y,
                           board->rows);
        sh_status status = read_row(r, board, y, armies, error);
        if (status) return status;
    }
    return SH_OK;
}

typedef struct drawing {
    bool board, start, goal;
    sh_set army[2], target[2];
} drawing;

static sh_status read_line(reader *r, sh_puzzle *puzzle, drawing *d, sh_error *error) {
    sh_board *board = &puzzle->game.board;
    if (strncmp(r->text, "board ", 6) == 0) {
        if (d->board) return sh_fail(error, SH_DATA, "line %d: a second board", r->line);
        const char *name = r->text + 6;
        while (isspace((unsigned char)*name)) name++;
        d->board = true;
        return read_board(r, name, board, error);
    }
    bool start = strcmp(r->text, "start") == 0, goal = strcmp(r->text, "goal") == 0;
    if ((start || goal) && !d->board)
        return sh_fail(error, SH_DATA, "line %d: a picture needs its board first", r->line);
    if (start) {
        d->start = true;
        return read_picture(r, board, d->army, error);
    }
    if (goal) {
        d->goal = true;
        return read_picture(r, board, d->target, error);
    }
    if (strcmp(r->text, "jumps-only") == 0) {
        puzzle->game.movement = SH_HOPS_ONLY;
        return SH_OK;
    }
    return sh_fail(error, SH_DATA,
                   "line %d: '%.40s' where board, start, goal or jumps-only could stand", r->line,
                   r->text);
}

// The men that are there fit the kind of puzzle.
static sh_status check_drawing(const sh_puzzle *puzzle, const drawing *d, sh_error *error) {
    int men = sh_set_count(d->army[0]), others = sh_set_count(d->army[1]);
    if (!d->board || !d->start)
        return sh_fail(error, SH_DATA, "a drawn puzzle needs a board and a start");
    if (men < 1 || men > SH_MAX_PIECES)
        return sh_fail(error, SH_DATA, "an army has 1 to %d men, the picture has %d", SH_MAX_PIECES,
                       men);
    if (puzzle->kind == SH_PUZZLE_TRANSFER && others)
        return sh_fail(error, SH_DATA, "a transfer has one army, x, but the picture has %d o",
                       others);
    if (puzzle->kind == SH_PUZZLE_GAME && others != men)
        return sh_fail(error, SH_DATA, "armies are equal: the picture has %d x and %d o", men,
                       others);
    return SH_OK;
}

static void place_armies(sh_puzzle *puzzle, drawing *d) {
    sh_game *game = &puzzle->game;
    bool alone = puzzle->kind == SH_PUZZLE_TRANSFER;
    if (!d->goal) {
        d->target[0] = alone ? sh_camp_opposite(&game->board, &d->army[0]) : d->army[1];
        d->target[1] = d->army[0];
    }
    for (int p = 0; p < 2; p++) {
        game->camp[p] = d->army[p];
        game->goal[p] = d->target[p];
        game->stand[p] = game->pass[p] = game->board.mask;
    }
    game->pieces = sh_set_count(d->army[0]);
}

sh_status sh_puzzle_draw(sh_puzzle *puzzle, sh_puzzle_kind kind, const char *name, const char *text,
                         int moves, bool jumps_only, sh_error *error) {
    return sh_puzzle_draw_from(puzzle, kind, name, text, 0, moves, jumps_only, error);
}

sh_status sh_puzzle_draw_from(sh_puzzle *puzzle, sh_puzzle_kind kind, const char *name,
                              const char *text, int above, int moves, bool jumps_only,
                              sh_error *error) {
    reader r = {.at = text, .line = above};
    drawing d = {0};
    memset(puzzle, 0, sizeof *puzzle);
    puzzle->kind = kind;
    while (next_line(&r)) {
        sh_status status = read_line(&r, puzzle, &d, error);
        if (status) return status;
    }
    sh_status status = check_drawing(puzzle, &d, error);
    if (status) return status;
    snprintf(puzzle->game.name, sizeof puzzle->game.name, "%.*s", SH_MAX_NAME - 1, name);
    status = sh_puzzle_check_directions(puzzle, moves, error);
    if (status) return status;
    if (jumps_only) puzzle->game.movement = SH_HOPS_ONLY;
    place_armies(puzzle, &d);
    sh_puzzle_complete(puzzle);
    return SH_OK;
}
