// SPDX-License-Identifier: MIT
// Positions and cells as text. Text is read once from left to right; every message says at
// which row or cell the text went wrong and what could stand there.
#include "sternhalma/notation.h"

#include <stdio.h>  // snprintf
#include <string.h> // memset

// The cell numbers of one board row from left to right; returns how many there are.
static int row_cells(const sh_board *board, int y, int *cells) {
    int count = 0;
    for (int x = 0; x < board->columns; x++) {
        int cell = sh_board_cell(board, x, y);
        if (cell >= 0) cells[count++] = cell;
    }
    return count;
}

static int owner(const sh_game *game, const sh_position *position, int cell) {
    for (int p = 0; p < game->players; p++)
        if (sh_set_has(&position->army[p], cell)) return p;
    return -1;
}

static int player_of(const sh_game *game, char letter) {
    for (int p = 0; p < game->players; p++)
        if (sh_game_letter(game, p) == letter) return p;
    return -1;
}

static char *print_run(char *out, int empty) {
    return empty ? out + sprintf(out, "%d", empty) : out;
}

void sh_position_print(const sh_game *game, const sh_position *position, char *text) {
    int cells[SH_MAX_CELLS];
    char *out = text;
    for (int y = 0; y < game->board.rows; y++) {
        int count = row_cells(&game->board, y, cells), empty = 0;
        if (y > 0) *out++ = '/';
        for (int i = 0; i < count; i++) {
            int player = owner(game, position, cells[i]);
            if (player < 0) {
                empty++;
                continue;
            }
            out = print_run(out, empty);
            empty = 0;
            *out++ = sh_game_letter(game, player);
        }
        out = print_run(out, empty);
    }
    sprintf(out, " %c", sh_game_letter(game, position->turn));
}

// The letters of a game's players as "x and o" or "a, b and c".
static void letters(const sh_game *game, char *text) {
    char *out = text;
    for (int p = 0; p < game->players; p++)
        out += sprintf(out, "%s%c",
                       p == 0                   ? ""
                       : p == game->players - 1 ? " and "
                                                : ", ",
                       sh_game_letter(game, p));
}

static sh_status bad_character(const sh_game *game, char character, int row, sh_error *error) {
    char players[32];
    letters(game, players);
    return sh_fail(
        error, SH_DATA,
        "'%c' in row %d of the position: pieces of %s are %s, numbers from 1 up are runs "
        "of empty cells",
        character >= ' ' && character <= '~' ? character : '?', row, game->name, players);
}

// Reads a number from 1 up; what is larger than `most` stays so. 0 where there is none.
static int read_run(const char **at, int most) {
    int run = 0;
    if (**at == '0') return 0;
    for (; **at >= '0' && **at <= '9'; (*at)++) run = run > most ? run : run * 10 + (**at - '0');
    return run;
}

static bool row_ends(char character) {
    return character == '/' || character == ' ' || character == '\0';
}

static sh_status parse_row(const sh_game *game, const char **at, int y, sh_position *position,
                           sh_error *error) {
    int cells[SH_MAX_CELLS], done = 0;
    int count = row_cells(&game->board, y, cells);
    while (done < count && !row_ends(**at)) {
        int player = player_of(game, **at);
        if (player >= 0) {
            sh_set_add(&position->army[player], cells[done++]);
            (*at)++;
            continue;
        }
        int run = read_run(at, count);
        if (run == 0) return bad_character(game, **at, y + 1, error);
        done += run;
    }
    if (done < count)
        return sh_fail(error, SH_DATA, "row %d of the position has %d cells; in %s it has %d",
                       y + 1, done, game->name, count);
    if (done > count || !row_ends(**at))
        return sh_fail(error, SH_DATA, "row %d of the position has more than the %d cells of %s",
                       y + 1, count, game->name);
    return SH_OK;
}

static sh_status parse_turn(const sh_game *game, const char *at, sh_position *position,
                            sh_error *error) {
    char players[32];
    letters(game, players);
    int player = *at == ' ' ? player_of(game, at[1]) : -1;
    if (player < 0 || at[2])
        return sh_fail(error, SH_DATA,
                       "the position must end with a space and the side to move, one of %s",
                       players);
    position->turn = (uint8_t)player;
    return SH_OK;
}

sh_status sh_position_parse(const sh_game *game, const char *text, sh_position *position,
                            sh_error *error) {
    if (strcmp(text, "startpos") == 0) {
        sh_position_start(game, position);
        return SH_OK;
    }
    sh_position read;
    memset(&read, 0, sizeof read);
    const char *at = text;
    for (int y = 0; y < game->board.rows; y++) {
        if (y > 0 && *at++ != '/')
            return sh_fail(error, SH_DATA, "the position has %d rows; %s has %d, separated by '/'",
                           y, game->name, game->board.rows);
        sh_status status = parse_row(game, &at, y, &read, error);
        if (status) return status;
    }
    if (*at == '/')
        return sh_fail(error, SH_DATA, "the position has more than the %d rows of %s",
                       game->board.rows, game->name);
    sh_status status = parse_turn(game, at, &read, error);
    if (!status) status = sh_position_check(game, &read, error);
    if (!status) *position = read;
    return status;
}

void sh_cell_print(const sh_game *game, int cell, char *text) {
    if (cell < 0 || cell >= SH_MAX_CELLS || !sh_set_has(&game->board.mask, cell)) {
        strcpy(text, "?");
        return;
    }
    int row = game->board.y[cell] + 1;
    *text++ = (char)('a' + game->board.x[cell]);
    if (row >= 10) *text++ = (char)('0' + row / 10);
    *text++ = (char)('0' + row % 10);
    *text = '\0';
}

sh_status sh_cell_parse(const sh_game *game, const char *text, int *cell, sh_error *error) {
    const sh_board *board = &game->board;
    int x = *text - 'a', y = 0;
    const char *at = text + (*text != '\0');
    bool number = *at >= '1' && *at <= '9';
    for (; *at >= '0' && *at <= '9'; at++) y = y > board->rows ? y : y * 10 + (*at - '0');
    if (!number || *at || x < 0 || x >= 26)
        return sh_fail(error, SH_DATA,
                       "'%.20s' is not a cell; write a column letter and a row number: a1", text);
    *cell = sh_board_cell(board, x, y - 1);
    if (*cell >= 0) return SH_OK;
    bool ragged = board->cells < board->columns * board->rows;
    return sh_fail(error, SH_DATA, "%s has no cell '%.20s'; columns are a to %c, rows 1 to %d%s",
                   game->name, text, 'a' + board->columns - 1, board->rows,
                   ragged ? ", and not every column of a row is on the board" : "");
}
