// SPDX-License-Identifier: MIT
// Printing: JSON lines, colours, counts and times.
#include <stdio.h> // printf

#include "cli/cli.h"

void sh_cli_print_json(json_t *object) {
    json_dumpf(object, stdout, JSON_COMPACT);
    putchar('\n');
    fflush(stdout);
    json_decref(object);
}

const char *sh_cli_style(const sh_cli *cli, const char *sgr, char text[SH_CLI_STYLE_TEXT]) {
    text[0] = '\0';
    if (cli->color) snprintf(text, SH_CLI_STYLE_TEXT, "\033[%sm", sgr);
    return text;
}

void sh_cli_print_count(uint64_t count, char *text) {
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)count);
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) *text++ = ',';
        *text++ = digits[i];
    }
    *text = '\0';
}

void sh_cli_print_time(double seconds, char *text) {
    unsigned long long s = seconds < 1e9 ? (unsigned long long)(seconds + 0.5) : 999999999ULL;
    if (s < 3600)
        snprintf(text, 32, "%llu:%02llu", s / 60, s % 60);
    else
        snprintf(text, 32, "%llu:%02llu:%02llu", s / 3600, s / 60 % 60, s % 60);
}
