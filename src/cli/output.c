// SPDX-License-Identifier: MIT
// Printing: JSON lines, colours, counts and times.
#include <stdio.h>  // printf
#include <stdlib.h> // free
#include <string.h> // strlen

#include "cli/cli.h"
#include "json/encode.h"
#include "json/whole.h"

void sh_cli_print_json(json_t *object) {
    char *text = sh_json_text(object);
    if (!text) return; // main says so
    puts(text);
    fflush(stdout);
    free(text);
}

const char *sh_cli_style(const sh_cli *cli, const char *sgr, char text[SH_CLI_STYLE_TEXT]) {
    text[0] = '\0';
    if (cli->color) snprintf(text, SH_CLI_STYLE_TEXT, "\033[%sm", sgr);
    return text;
}

void sh_cli_print_digits(sh_index count, char *text) {
    char digits[SH_CLI_TEXT];
    int length = 0;
    do digits[length++] = (char)('0' + (int)(count % 10));
    while ((count /= 10) != 0);
    while (length > 0) *text++ = digits[--length];
    *text = '\0';
}

void sh_cli_print_count(sh_index count, char *text) {
    char digits[SH_CLI_TEXT] = "";
    sh_cli_print_digits(count, digits);
    int length = (int)strlen(digits);
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) *text++ = ',';
        *text++ = digits[i];
    }
    *text = '\0';
}

void sh_cli_print_time(double seconds, char *text) {
    unsigned long long s = seconds < 1e9 ? (unsigned long long)(seconds + 0.5) : 999999999ULL;
    if (s < 3600)
        snprintf(text, SH_CLI_TEXT, "%llu:%02llu", s / 60, s % 60);
    else
        snprintf(text, SH_CLI_TEXT, "%llu:%02llu:%02llu", s / 3600, s / 60 % 60, s % 60);
}

void sh_cli_print_rank_json(const sh_game *game, const sh_ranker *ranker,
                            const sh_position *position) {
    const sh_set *armies = position->army;
    json_t *object = sh_encode_position(game, position);
    json_object_set_new(object, "index", sh_encode_large(sh_position_rank(ranker, position)));
    json_object_set_new(object, "positions", sh_encode_large(sh_ranker_positions(ranker)));
    json_object_set_new(object, "first", sh_encode_large(sh_rank_first(ranker, &armies[0])));
    json_object_set_new(object, "second",
                        sh_encode_large(sh_rank_second(ranker, &armies[0], &armies[1])));
    sh_cli_print_json(object);
}

void sh_cli_print_verdict(const sh_game *game, const sh_position *position) {
    int winner;
    sh_error error;
    if (sh_position_check_legal(game, position, &error) != SH_OK)
        printf("%s\n", error.text);
    else if (sh_position_verdict(game, position, &winner) == SH_WON)
        printf("%c has won\n", sh_game_letter(game, winner));
    else
        printf("%c to move\n", sh_game_letter(game, position->turn));
}
