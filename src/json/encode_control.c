// SPDX-License-Identifier: MIT
// Control structures. Codes count players from the mover; JSON names them by their letters.
#include <stdio.h> // snprintf

#include "json/encode.h"

// One player of a code, or an ordered pair of them.
static json_t *letters(const sh_game *game, int turn, int i, int j) {
    char text[3] = {sh_game_letter(game, (turn + i) % 3),
                    j < 0 ? '\0' : sh_game_letter(game, (turn + j) % 3), '\0'};
    return json_string(text);
}

typedef struct control_lists {
    json_t *solo, *draw, *shut_out, *enables, *kingmaker;
} control_lists;

// What an ongoing state holds for player i, appended to the lists.
static void add_player(const sh_game *game, int turn, sh_control_code control, int i,
                       const control_lists *lists) {
    const struct {
        json_t *list;
        bool holds;
    } single[] = {{lists->solo, control & sh_control_solo(i)},
                  {lists->draw, control & sh_control_draw(i)},
                  {lists->shut_out, sh_control_shut_out(control, i)}};
    for (size_t k = 0; k < sizeof single / sizeof *single; k++)
        if (single[k].holds) json_array_append_new(single[k].list, letters(game, turn, i, -1));
    for (int j = 0; j < 3; j++) {
        if (i == j) continue;
        if (sh_control_enables(control, i, j))
            json_array_append_new(lists->enables, letters(game, turn, i, j));
        if (sh_control_kingmaker(control, i, j))
            json_array_append_new(lists->kingmaker, letters(game, turn, i, j));
    }
}

json_t *sh_encode_control(const sh_game *game, int turn, sh_control_code control) {
    sh_control_type type = sh_control_classify(control);
    int victor = sh_control_victor(control);
    control_lists lists = {json_array(), json_array(), json_array(), json_array(), json_array()};
    bool ongoing = type != SH_TYPE_ILLEGAL && type != SH_TYPE_TERMINAL;
    for (int i = 0; ongoing && i < 3; i++) add_player(game, turn, control, i, &lists);
    return json_pack("{s:s,s:o,s:o,s:o,s:o,s:o,s:o}", "type", sh_control_type_name(type), "winner",
                     sh_encode_letter(game, victor < 0 ? -1 : (turn + victor) % 3), "solo",
                     lists.solo, "draw", lists.draw, "shut_out", lists.shut_out, "enables",
                     lists.enables, "kingmaker", lists.kingmaker);
}

json_t *sh_encode_types(const uint64_t type[SH_TYPES]) {
    json_t *object = json_object();
    for (int i = 0; i < SH_TYPES; i++)
        json_object_set_new(object, sh_control_type_name(i), json_integer((json_int_t)type[i]));
    return object;
}

json_t *sh_encode_kingmakers(const uint64_t kingmaker[3][3]) {
    static const char *const PLAYERS[3] = {"mover", "next", "previous"};
    json_t *object = json_object();
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            if (i == j) continue;
            char key[32];
            snprintf(key, sizeof key, "%s_for_%s", PLAYERS[i], PLAYERS[j]);
            json_object_set_new(object, key, json_integer((json_int_t)kingmaker[i][j]));
        }
    return object;
}

json_t *sh_encode_crowned(const uint64_t crowned[4]) {
    json_t *list = json_array();
    for (int i = 0; i < 4; i++) json_array_append_new(list, json_integer((json_int_t)crowned[i]));
    return list;
}
