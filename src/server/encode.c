// SPDX-License-Identifier: MIT
#include "server/encode.h"

#include <math.h>  // sqrt
#include <stdio.h> // snprintf

#include "server/race.h"
#include "sternhalma/notation.h"

static json_t *cell_name(const sh_game *game, int cell) {
    char text[SH_MAX_CELL_TEXT];
    sh_cell_print(game, cell, text);
    return json_string(text);
}

static json_t *letter(const sh_game *game, int player) {
    return player < 0 ? json_null() : json_sprintf("%c", sh_game_letter(game, player));
}

static json_t *set_names(const sh_game *game, const sh_set *set) {
    json_t *names = json_array();
    for (int c = sh_set_next(set, 0); c >= 0; c = sh_set_next(set, c + 1))
        json_array_append_new(names, cell_name(game, c));
    return names;
}

// Cells as {"name", "x", "y"}, and the lines between neighbours as pairs of places in that list.
static void draw_cells(const sh_game *game, json_t *cells, json_t *lines) {
    const sh_board *board = &game->board;
    bool hexagonal = board->shape == SH_RHOMBUS || board->shape == SH_STAR;
    double unit_y = hexagonal ? sqrt(3) : 1;
    int place[SH_MAX_CELLS];
    int places = 0;
    for (int c = sh_set_next(&board->mask, 0); c >= 0; c = sh_set_next(&board->mask, c + 1)) {
        int x, y;
        sh_board_drawing(board, c, &x, &y);
        json_array_append_new(
            cells, json_pack("{s:o,s:i,s:f}", "name", cell_name(game, c), "x", x, "y", y * unit_y));
        place[c] = places++;
        for (int d = 0; d < board->directions; d++) {
            int other = board->neighbour[c][d];
            if (other >= 0 && other < c)
                json_array_append_new(lines, json_pack("[i,i]", place[other], place[c]));
        }
    }
}

json_t *sh_encode_board(const sh_game *game) {
    static const char *const SHAPES[] = {"rhombus", "star", "square", "checkers"};
    static const char *const FAMILIES[] = {"duel", "race", "halma"};
    json_t *cells = json_array(), *lines = json_array(), *players = json_array();
    draw_cells(game, cells, lines);
    for (int p = 0; p < game->players; p++)
        json_array_append_new(players, json_pack("{s:o,s:o,s:o}", "letter", letter(game, p), "camp",
                                                 set_names(game, &game->camp[p]), "goal",
                                                 set_names(game, &game->goal[p])));
    sh_position start;
    char text[SH_MAX_POSITION_TEXT];
    sh_position_start(game, &start);
    sh_position_print(game, &start, text);
    return json_pack("{s:s,s:s,s:s,s:s,s:i,s:i,s:o,s:o,s:o,s:s}", "game", game->name, "rules",
                     sh_profile_name(game->profile), "family", FAMILIES[game->family], "shape",
                     SHAPES[game->board.shape], "size", game->board.size, "pieces", game->pieces,
                     "players", players, "cells", cells, "lines", lines, "start", text);
}

json_t *sh_encode_position(const sh_game *game, const sh_position *position) {
    static const char *const VERDICTS[] = {"open", "won", "illegal", "illegal"};
    char text[SH_MAX_POSITION_TEXT];
    int winner = -1;
    sh_verdict verdict = sh_position_verdict(game, position, &winner);
    json_t *pieces = json_array();
    for (int p = 0; p < game->players; p++)
        for (int c = sh_set_next(&position->army[p], 0); c >= 0;
             c = sh_set_next(&position->army[p], c + 1))
            json_array_append_new(pieces, json_pack("{s:o,s:o}", "cell", cell_name(game, c),
                                                    "player", letter(game, p)));
    sh_position_print(game, position, text);
    return json_pack("{s:s,s:s,s:o,s:s,s:o,s:o}", "game", game->name, "position", text, "turn",
                     letter(game, position->turn), "verdict", VERDICTS[verdict], "winner",
                     letter(game, verdict == SH_WON ? winner : -1), "pieces", pieces);
}

json_t *sh_encode_move(const sh_game *game, const sh_position *position, sh_move move) {
    char name[SH_MAX_MOVE_TEXT], text[SH_MAX_POSITION_TEXT];
    sh_path path;
    sh_position after = *position;
    json_t *cells = json_array();
    sh_move_print(game, move, name);
    sh_move_path(game, position, move, &path);
    for (int i = 0; i < path.length; i++)
        json_array_append_new(cells, cell_name(game, path.cell[i]));
    sh_move_apply(game, &after, move);
    sh_position_print(game, &after, text);
    return json_pack("{s:s,s:o,s:s}", "move", name, "path", cells, "position", text);
}

void sh_encode_value(json_t *object, sh_value value) {
    static const char *const OUTCOMES[] = {"loss", "draw", "win"};
    json_object_set_new(object, "value", json_string(OUTCOMES[value.outcome + 1]));
    json_object_set_new(object, "plies",
                        value.distance < 0 ? json_null() : json_integer(value.distance));
}

json_t *sh_encode_control(const sh_game *game, const sh_position *position,
                          const sh_control *control) {
    json_t *players = json_array();
    sh_race_kind kind = sh_race_classify(game, position, control);
    bool over = kind == SH_TERMINAL;
    for (int p = 0; p < game->players; p++) {
        int next = (p + 1) % game->players, previous = (p + game->players - 1) % game->players;
        json_t *crowns = json_array(); // whom p can make win who could not do it alone
        if (!over && control->enable_next >> p & ~(control->solo_win >> next) & 1)
            json_array_append_new(crowns, letter(game, next));
        if (!over && control->enable_previous >> p & ~(control->solo_win >> previous) & 1)
            json_array_append_new(crowns, letter(game, previous));
        json_array_append_new(players, json_pack("{s:o,s:b,s:b,s:b,s:o}", "letter", letter(game, p),
                                                 "wins", control->solo_win >> p & 1, "shut_out",
                                                 control->solo_loss >> p & 1, "draws",
                                                 sh_race_draws(control, p), "crowns", crowns));
    }
    return json_pack("{s:s,s:o,s:o}", "type", sh_race_kind_name(kind), "winner",
                     letter(game, sh_race_winner(game, position, control)), "players", players);
}

json_t *sh_encode_table(const sh_table_info *info) {
    json_int_t states = (json_int_t)info->rows * (json_int_t)info->columns;
    return json_pack("{s:s,s:s,s:s,s:I,s:I,s:I,s:I,s:I,s:i,s:I,s:I,s:s,s:o}", "game", info->game,
                     "rules", sh_profile_name(info->profile), "metric",
                     sh_metric_name(info->metric), "states", states, "wins", (json_int_t)info->wins,
                     "losses", (json_int_t)info->losses, "draws", (json_int_t)info->draws,
                     "illegal", (json_int_t)info->illegal, "longest", (int)info->longest, "bytes",
                     (json_int_t)info->file_bytes, "created", (json_int_t)info->created, "creator",
                     info->creator, "checksum",
                     json_sprintf("%016llx", (unsigned long long)info->checksum));
}
