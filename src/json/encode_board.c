// SPDX-License-Identifier: MIT
// Games and how to draw their boards.

#include "sternhalma/notation.h"
#include "json/encode.h"

json_t *sh_encode_game(const sh_game *game) {
    return json_pack("{s:s,s:i,s:i,s:i}", "game", game->name, "players", game->players, "pieces",
                     game->pieces, "cells", game->board.cells);
}

static json_t *set_names(const sh_game *game, const sh_set *set) {
    json_t *names = json_array();
    for (int c = sh_set_next(set, 0); c >= 0; c = sh_set_next(set, c + 1))
        json_array_append_new(names, sh_encode_cell(game, c));
    return names;
}

// Cells as {"name", "x", "y"}, and the lines between neighbours as pairs of places in that list.
static void draw_cells(const sh_game *game, json_t *cells, json_t *lines) {
    const sh_board *board = &game->board;
    double unit_y = sh_board_row_height(board);
    int place[SH_MAX_CELLS];
    int places = 0;
    for (int c = sh_set_next(&board->mask, 0); c >= 0; c = sh_set_next(&board->mask, c + 1)) {
        int x, y;
        sh_board_drawing(board, c, &x, &y);
        json_array_append_new(cells, json_pack("{s:o,s:i,s:f}", "name", sh_encode_cell(game, c),
                                               "x", x, "y", y * unit_y));
        place[c] = places++;
        for (int d = 0; d < board->directions; d++) {
            int other = board->neighbour[c][d];
            if (other >= 0 && other < c)
                json_array_append_new(lines, json_pack("[i,i]", place[other], place[c]));
        }
    }
}

// The compiler names a shape that is left out.
static const char *shape_name(sh_shape shape) {
    switch (shape) {
    case SH_RHOMBUS:
        return "rhombus";
    case SH_STAR:
        return "star";
    case SH_SQUARE:
        return "square";
    case SH_CHECKERS:
        return "checkers";
    }
    return "unknown";
}

json_t *sh_encode_board(const sh_game *game) {
    const char *family = sh_game_is_duel(game) ? "duel" : sh_game_is_race(game) ? "race" : "halma";
    json_t *cells = json_array(), *lines = json_array(), *players = json_array();
    draw_cells(game, cells, lines);
    for (int p = 0; p < game->players; p++)
        json_array_append_new(players,
                              json_pack("{s:o,s:o,s:o}", "letter", sh_encode_letter(game, p),
                                        "camp", set_names(game, &game->camp[p]), "goal",
                                        set_names(game, &game->goal[p])));
    sh_position start;
    sh_position_start(game, &start);
    return json_pack("{s:s,s:s,s:s,s:s,s:i,s:i,s:o,s:o,s:o,s:o}", "game", game->name, "rules",
                     sh_profile_name(game->profile), "family", family, "shape",
                     shape_name(game->board.shape), "size", game->board.size, "pieces",
                     game->pieces, "players", players, "cells", cells, "lines", lines, "start",
                     sh_encode_notation(game, &start));
}
