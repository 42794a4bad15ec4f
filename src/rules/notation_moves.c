// SPDX-License-Identifier: MIT
// Moves as text: the cells of a path joined by dashes.
#include <stdio.h>  // snprintf
#include <string.h> // strcspn

#include "sternhalma/notation.h"

void sh_path_print(const sh_game *game, const sh_path *path, char *text) {
    *text = '\0';
    for (int i = 0; i < path->length && i < SH_MAX_CELLS; i++) {
        if (i > 0) *text++ = '-';
        sh_cell_print(game, path->cell[i], text);
        text += strlen(text);
    }
}

void sh_move_print(const sh_game *game, sh_move move, char *text) {
    sh_path ends = {.length = 2, .cell = {move.from, move.to}};
    sh_path_print(game, &ends, text);
}

static sh_status parse_path(const sh_game *game, const char *text, sh_path *path, sh_error *error) {
    const char *at = text;
    for (path->length = 0; path->length < SH_MAX_CELLS; at++) {
        char word[24];
        size_t length = strcspn(at, "-");
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word), at);
        int cell;
        sh_status status = sh_cell_parse(game, word, &cell, error);
        if (status) return status;
        path->cell[path->length++] = (uint8_t)cell;
        at += length;
        if (*at == '\0') break;
    }
    if (*at || path->length < 2)
        return sh_fail(error, SH_DATA,
                       "'%.40s' is not a move; write its cells joined by '-': a4-e2 or a4-c2-e2",
                       text);
    return SH_OK;
}

sh_status sh_move_parse(const sh_game *game, const sh_position *position, const char *text,
                        sh_move *move, sh_error *error) {
    sh_path path;
    sh_status status = parse_path(game, text, &path, error);
    if (status) return status;
    if (path.length > 2) return sh_path_check(game, position, &path, move, error);
    *move = (sh_move){path.cell[0], path.cell[1]};
    return sh_move_check(game, position, *move, error);
}
