// SPDX-License-Identifier: MIT
// Control structures for people. Codes count players from the mover; texts name them
// by their letters.
#include <ctype.h>  // toupper
#include <stdio.h>  // printf
#include <stdlib.h> // free
#include <string.h> // strchr

#include "cli/race_text.h"

static char letter(const sh_game *game, int turn, int i) {
    return sh_game_letter(game, (turn + i) % 3);
}

static char capital(const sh_game *game, int turn, int i) {
    return (char)toupper(letter(game, turn, i));
}

static void print_solo(const sh_game *game, int turn, sh_control_code control, const char *indent,
                       FILE *out) {
    for (int i = 0; i < 3; i++)
        if (control & sh_control_solo(i))
            fprintf(out, "%s%c can force its own win against the other two\n", indent,
                    capital(game, turn, i));
    if (!(control & 7)) fprintf(out, "%sno player can force its own win\n", indent);
    for (int i = 0; i < 3; i++)
        if (control & sh_control_draw(i))
            fprintf(out, "%s%c can force a draw alone\n", indent, capital(game, turn, i));
    if (!(control >> 9)) fprintf(out, "%sno player can force a draw alone\n", indent);
}

static void print_pairs(const sh_game *game, int turn, sh_control_code control, const char *indent,
                        FILE *out) {
    int kings = 0, shut = 0;
    for (int i = 0; i < 3; i++) {
        shut += sh_control_shut_out(control, i);
        for (int j = 0; j < 3; j++) kings += i != j && sh_control_kingmaker(control, i, j);
    }
    if (shut == 3) fprintf(out, "%sany two players can shut the third out\n", indent);
    for (int i = 0; i < 3 && shut < 3; i++)
        if (sh_control_shut_out(control, i))
            fprintf(out, "%s%c can be shut out by the other two\n", indent, capital(game, turn, i));
    if (kings == 6) fprintf(out, "%severy player can hand the win to either opponent\n", indent);
    for (int i = 0; i < 3 && kings < 6; i++)
        for (int j = 0; j < 3; j++)
            if (i != j && sh_control_kingmaker(control, i, j))
                fprintf(out, "%s%c is kingmaker for %c\n", indent, capital(game, turn, i),
                        capital(game, turn, j));
}

static void print_control(const sh_game *game, int turn, sh_control_code control,
                          const char *indent, FILE *out) {
    if (control == SH_CONTROL_ILLEGAL) {
        fprintf(out, "%stwo goals are filled: no game comes here\n", indent);
    } else if (sh_control_winner(control) >= 0) {
        fprintf(out, "%s%c has won\n", indent, capital(game, turn, sh_control_winner(control)));
    } else {
        print_solo(game, turn, control, indent, out);
        print_pairs(game, turn, control, indent, out);
    }
}

void sh_cli_control_print(const sh_game *game, int turn, sh_control_code control,
                          const char *indent) {
    print_control(game, turn, control, indent, stdout);
}

json_t *sh_cli_control_words(const sh_game *game, int turn, sh_control_code control) {
    char *text = NULL;
    size_t size = 0;
    json_t *list = json_array();
    FILE *out = open_memstream(&text, &size);
    if (!out) return list;
    print_control(game, turn, control, "", out);
    fclose(out);
    for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1)
        json_array_append_new(list, json_stringn(line, (size_t)(end - line)));
    free(text);
    return list;
}

// Players counted from the mover.
static const char *const PLAYERS[3] = {"mover", "next", "previous"};

void sh_cli_kingmakers_print(const uint64_t kingmaker[3][3], const uint64_t crowned[4]) {
    char count[SH_CLI_TEXT];
    printf("\nongoing placements in which a player is kingmaker, counted from the mover\n");
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            if (i == j) continue;
            sh_cli_print_count(kingmaker[i][j], count);
            printf("  %-8s for %-8s %17s\n", PLAYERS[i], PLAYERS[j], count);
        }
    printf("\nongoing placements without a solo win, by how many players can be crowned\n");
    for (int i = 0; i < 4; i++) {
        sh_cli_print_count(crowned[i], count);
        printf("  %d %31s\n", i, count);
    }
}
