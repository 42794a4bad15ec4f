// SPDX-License-Identifier: MIT
// What the rules say: positions, moves, errors.
#include <stdio.h>  // snprintf
#include <string.h> // memcpy

#include "sternhalma/notation.h"
#include "json/encode.h"

json_t *sh_encode_error(const char *status, const char *message) {
    char ascii[sizeof((sh_error){0}).text];
    json_t *text = json_string(message);
    if (!text) { // not UTF-8, which JSON cannot hold
        snprintf(ascii, sizeof ascii, "%s", message);
        for (char *at = ascii; *at; at++)
            if (*at & 0x80) *at = '?';
        text = json_string(ascii);
    }
    return json_pack("{s:{s:s, s:o}}", "error", "status", status, "message", text);
}

json_t *sh_encode_cell(const sh_game *game, int cell) {
    char text[SH_MAX_CELL_TEXT];
    sh_cell_print(game, cell, text);
    return json_string(text);
}

json_t *sh_encode_letter(const sh_game *game, int player) {
    return player < 0 ? json_null() : json_sprintf("%c", sh_game_letter(game, player));
}

json_t *sh_encode_large(sh_index number) {
    char digits[48], *at = digits + sizeof digits - 1;
    *at = '\0';
    do *--at = (char)('0' + (int)(number % 10));
    while ((number /= 10) != 0);
    return json_string(at);
}

const char *sh_verdict_name(sh_verdict verdict) {
    static const char *const NAMES[] = {[SH_ONGOING] = "ongoing",
                                        [SH_WON] = "won",
                                        [SH_ILLEGAL_FILLED] = "illegal-filled",
                                        [SH_ILLEGAL_BLOCKED] = "illegal-blocked"};
    return NAMES[verdict];
}

json_t *sh_encode_notation(const sh_game *game, const sh_position *position) {
    char text[SH_MAX_POSITION_TEXT];
    sh_position_print(game, position, text);
    return json_string(text);
}

json_t *sh_encode_position(const sh_game *game, const sh_position *position) {
    int winner = -1;
    sh_verdict verdict = sh_position_verdict(game, position, &winner);
    json_t *pieces = json_array();
    for (int p = 0; p < game->players; p++)
        for (int c = sh_set_next(&position->army[p], 0); c >= 0;
             c = sh_set_next(&position->army[p], c + 1))
            json_array_append_new(pieces, json_pack("{s:o,s:o}", "cell", sh_encode_cell(game, c),
                                                    "player", sh_encode_letter(game, p)));
    return json_pack("{s:s,s:s,s:o,s:o,s:s,s:o,s:o}", "game", game->name, "rules",
                     sh_profile_name(game->profile), "position", sh_encode_notation(game, position),
                     "turn", sh_encode_letter(game, position->turn), "verdict",
                     sh_verdict_name(verdict), "winner",
                     sh_encode_letter(game, verdict == SH_WON ? winner : -1), "pieces", pieces);
}

json_t *sh_encode_move(const sh_game *game, const sh_position *position, sh_move move) {
    char name[SH_MAX_MOVE_TEXT];
    sh_path path;
    sh_position after = *position;
    json_t *cells = json_array();
    sh_move_print(game, move, name);
    sh_move_path(game, position, move, &path);
    for (int i = 0; i < path.length; i++)
        json_array_append_new(cells, sh_encode_cell(game, path.cell[i]));
    sh_move_apply(game, &after, move);
    return json_pack("{s:s,s:o,s:o}", "move", name, "path", cells, "position",
                     sh_encode_notation(game, &after));
}

json_t *sh_encode_line(const sh_game *game, const sh_move *line, int length) {
    json_t *list = json_array();
    for (int i = 0; i < length; i++) {
        char move[SH_MAX_MOVE_TEXT];
        sh_move_print(game, line[i], move);
        json_array_append_new(list, json_string(move));
    }
    return list;
}

json_t *sh_encode_moves(const sh_game *game, const sh_position *position) {
    sh_move moves[SH_MAX_MOVES];
    json_t *list = json_array();
    int count = sh_moves_list(game, position, moves);
    for (int i = 0; i < count; i++)
        json_array_append_new(list, sh_encode_move(game, position, moves[i]));
    return list;
}
