// SPDX-License-Identifier: MIT
// Everything is shown from the mover's side and named by letters. A move crowns a player if that
// player can force its win after it; a mover that cannot win but has crowning moves for several
// players is who decides the game.
#include "cli/cmd_probe_race.h"

#include <ctype.h> // toupper
#include <stdio.h> // printf

#include "cli/race_text.h"

// A position after a move, or before any: its code counts players from `turn`.
typedef struct view {
    const sh_game *game;
    int turn;
    sh_control_code code;
} view;

typedef struct choice {
    sh_move move;
    sh_position after;
    view seen; // by the player who moves
} choice;

static sh_status look(const sh_table *table, const sh_position *position, int turn, view *seen,
                      sh_error *error) {
    *seen = (view){.game = sh_table_game(table), .turn = turn};
    int winner;
    if (sh_position_verdict(seen->game, position, &winner) == SH_WON) {
        seen->code = sh_control_won((winner - turn + 3) % 3);
        return SH_OK;
    }
    sh_control control;
    sh_status status = sh_probe_control(table, position, &control, error);
    for (int i = 0; i < 3 && !status; i++) {
        int bit = 1 << (turn + i) % 3;
        if (control.solo_win & bit) seen->code |= sh_control_solo(i);
        if (control.enable_next & bit) seen->code |= sh_control_next(i);
        if (control.enable_previous & bit) seen->code |= sh_control_previous(i);
        if (!((control.solo_win | control.solo_loss) & bit)) seen->code |= sh_control_draw(i);
    }
    return status;
}

// Whom a move crowns, counted from the mover: who has won or can force its win; -1: nobody.
static int crowned(sh_control_code code) {
    int winner = sh_control_winner(code);
    for (int i = 0; winner < 0 && i < 3; i++)
        if (code & sh_control_solo(i)) winner = i;
    return winner;
}

// "solo a", "enable ab" (a enables b), "draw a": what one bit of a code says.
static json_t *bit_json(const view *seen, int bit) {
    int i = bit % 3, j = bit / 3 == 1 ? (i + 1) % 3 : (i + 2) % 3;
    char a = sh_game_letter(seen->game, (seen->turn + i) % 3);
    char b = sh_game_letter(seen->game, (seen->turn + j) % 3);
    return bit < 3    ? json_sprintf("solo %c", a)
           : bit >= 9 ? json_sprintf("draw %c", a)
                      : json_sprintf("enable %c%c", a, b);
}

static json_t *bits_json(const view *seen, sh_control_code bits) {
    json_t *list = json_array();
    for (int bit = 0; bit < SH_CONTROL_BITS; bit++)
        if (bits >> bit & 1) json_array_append_new(list, bit_json(seen, bit));
    return list;
}

static json_t *choice_json(const view *before, const choice *o) {
    char move[SH_MAX_MOVE_TEXT], text[SH_MAX_POSITION_TEXT];
    sh_move_print(before->game, o->move, move);
    sh_position_print(before->game, &o->after, text);
    json_t *item = json_pack("{s:s, s:s, s:o}", "move", move, "position", text, "control",
                             sh_cli_control_json(before->game, before->turn, o->seen.code));
    int crown = crowned(o->seen.code);
    json_object_set_new(item, "crowns",
                        crown < 0 ? json_null()
                                  : sh_cli_letter_json(before->game, (before->turn + crown) % 3));
    if (sh_control_winner(o->seen.code) < 0) {
        json_object_set_new(item, "gained", bits_json(before, o->seen.code & ~before->code));
        json_object_set_new(item, "lost", bits_json(before, before->code & ~o->seen.code));
    }
    return item;
}

static void print_json(const sh_position *position, const view *before, const choice *choices,
                       int count, const char *kind) {
    json_t *object = sh_cli_position_json(before->game, position), *list = json_array();
    for (int i = 0; i < count; i++) json_array_append_new(list, choice_json(before, &choices[i]));
    if (kind) json_object_set_new(object, "kind", json_string(kind));
    json_object_set_new(object, "metric", json_string("control"));
    json_object_set_new(object, "control",
                        sh_cli_control_json(before->game, before->turn, before->code));
    json_object_set_new(object, "moves", list);
    sh_cli_print_json(object);
}

// The moves that crown one player, or nobody (-1), on one line.
static void print_crowning(const view *before, const choice *choices, int count, int player) {
    bool any = false;
    for (int i = 0; i < count; i++) {
        if (crowned(choices[i].seen.code) != player) continue;
        char move[SH_MAX_MOVE_TEXT];
        sh_move_print(before->game, choices[i].move, move);
        if (!any && player < 0) printf("  leave it open:");
        if (!any && player >= 0)
            printf("  crown %c:",
                   toupper(sh_game_letter(before->game, (before->turn + player) % 3)));
        printf(" %s", move);
        any = true;
    }
    if (any) printf("\n");
}

static void print_text(const sh_position *position, const view *before, const choice *choices,
                       int count, const char *kind) {
    char text[SH_MAX_POSITION_TEXT];
    sh_position_print(before->game, position, text);
    printf("%s  %s\n", before->game->name, text);
    if (kind) printf("%s:\n", kind);
    sh_cli_control_print(before->game, before->turn, before->code, "  ");
    if (count > 0)
        printf("moves of %c that\n", toupper(sh_game_letter(before->game, before->turn)));
    for (int player = -1; player < 3; player++) print_crowning(before, choices, count, player);
    if (kind) printf("\n");
}

sh_status sh_cli_probe_race(const sh_cli *cli, const sh_table *table, const sh_position *position,
                            const char *kind, sh_error *error) {
    const sh_game *game = sh_table_game(table);
    static _Thread_local sh_move moves[SH_MAX_MOVES];
    static _Thread_local choice choices[SH_MAX_MOVES]; // too large for the stack of some systems
    view before;
    sh_status status = look(table, position, position->turn, &before, error);
    int count = status ? 0 : sh_moves_list(game, position, moves);
    for (int i = 0; i < count && !status; i++) {
        choices[i] = (choice){.move = moves[i], .after = *position};
        sh_move_apply(game, &choices[i].after, moves[i]);
        status = look(table, &choices[i].after, position->turn, &choices[i].seen, error);
    }
    if (!status) (cli->json ? print_json : print_text)(position, &before, choices, count, kind);
    return status;
}
