// SPDX-License-Identifier: MIT
// sternhalma puzzle speed: armies that advance one cell a move.
#include <stdio.h>  // printf
#include <stdlib.h> // free

#include "cli/puzzle_choices.h"
#include "puzzle/speed.h"

static void print_army(sh_cli *cli, const sh_fast_army *army) {
    if (cli->json) {
        json_t *cells = json_array();
        for (int i = 0; i < army->men; i++)
            json_array_append_new(cells, json_pack("[ii]", army->x[i], army->y[i]));
        sh_cli_print_json(json_pack("{s:i, s:o, s:i, s:[ii]}", "men", army->men, "cells", cells,
                                    "moves", army->moves, "shift", army->dx, army->dy));
        return;
    }
    printf("%d men move by (%d, %d) in %d moves:\n", army->men, army->dx, army->dy, army->moves);
    for (int y = 0; y < army->height; y++) {
        for (int x = 0; x < army->width; x++) {
            char sign = '.';
            for (int i = 0; i < army->men; i++)
                if (army->x[i] == x && army->y[i] == y) sign = 'x';
            printf(" %c", sign);
        }
        printf("\n");
    }
}

sh_status sh_cli_puzzle_speed(sh_cli *cli, const char *board, const sh_cli_puzzle *choices,
                              sh_error *error) {
    int directions = (int)choices->moves;
    if (sscanf(board, "%dm", &directions) != 1 ||
        (directions != 4 && directions != 6 && directions != 8))
        return sh_fail(error, SH_USAGE, "speed wants 4m, 6m or 8m, not '%.20s'", board);
    sh_fast_armies armies;
    sh_monitor monitor = sh_cli_monitor(cli);
    sh_status status = sh_fast_armies_find(&armies, directions, (int)choices->men, &monitor, error);
    sh_cli_progress_end(cli);
    for (int i = 0; i < armies.count && !status; i++) print_army(cli, &armies.army[i]);
    if (!status && !cli->json)
        printf("%d armies of speed 1, up to symmetry and phase, of at most %d men\n", armies.count,
               (int)choices->men);
    free(armies.army);
    return status;
}
