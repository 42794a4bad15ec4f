// SPDX-License-Identifier: MIT
// Everything is shown from the mover's side and named by letters. A move crowns a player if that
// player can force its win after it; a mover that cannot win but has crowning moves for several
// players is who decides the game.
#include "cli/cmd_probe_race.h"

#include <ctype.h>  // toupper
#include <stdio.h>  // printf
#include <stdlib.h> // malloc

#include "cli/race_text.h"
#include "table/choices.h"

// The moves that crown one player, counted from the mover, or nobody (-1), on one line.
static void print_crowning(const sh_game *game, int turn, const sh_choice *choices, int count,
                           int player) {
    bool any = false;
    for (int i = 0; i < count; i++) {
        if (sh_control_victor(choices[i].control) != player) continue;
        char move[SH_MAX_MOVE_TEXT];
        sh_move_print(game, choices[i].move, move);
        if (!any && player < 0) printf("  leave it open:");
        if (!any && player >= 0)
            printf("  crown %c:", toupper(sh_game_letter(game, (turn + player) % 3)));
        printf(" %s", move);
        any = true;
    }
    if (any) printf("\n");
}

static void print_choices(const sh_game *game, const sh_position *position, sh_control_code control,
                          const sh_choice *choices, int count, const char *kind) {
    char text[SH_MAX_POSITION_TEXT];
    sh_position_print(game, position, text);
    printf("%s  %s\n", game->name, text);
    if (kind) printf("%s:\n", kind);
    sh_cli_control_print(game, position->turn, control, "  ");
    if (count > 0) printf("moves of %c that\n", toupper(sh_game_letter(game, position->turn)));
    for (int player = -1; player < 3; player++)
        print_crowning(game, position->turn, choices, count, player);
    if (kind) printf("\n");
}

sh_status sh_cli_probe_race(const sh_table *table, const sh_position *position, const char *kind,
                            sh_error *error) {
    sh_choice *choices = malloc(SH_MAX_MOVES * sizeof *choices);
    if (!choices) return sh_fail(error, SH_RESOURCES, "out of memory for a list of moves");
    sh_control_code control;
    int count;
    sh_status status = sh_choices_list(table, position, &control, choices, &count, error);
    if (!status) print_choices(sh_table_game(table), position, control, choices, count, kind);
    free(choices);
    return status;
}
