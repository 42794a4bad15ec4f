// SPDX-License-Identifier: MIT
// --help: usage, what the command does, its options, and what follows them.
//
// Text is wrapped to the terminal's width; lines that begin with a space, such as examples, are
// left as they are.
#include <stdio.h>     // printf
#include <stdlib.h>    // getenv
#include <string.h>    // strlen
#include <sys/ioctl.h> // ioctl
#include <unistd.h>    // STDOUT_FILENO

#include "cli/cli.h"

enum { COLUMN = 29, NARROWEST = 40, WIDEST = 120, USUAL = 80 };

static int width_of_terminal(void) {
    struct winsize size;
    const char *columns = getenv("COLUMNS");
    int width = columns ? atoi(columns) : 0;
    if (width <= 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) width = size.ws_col;
    if (width <= 0) width = USUAL;
    return width < NARROWEST ? NARROWEST : width > WIDEST ? WIDEST : width;
}

// Columns that so many bytes of UTF-8 take.
static int columns(const char *text, size_t length) {
    int count = 0;
    for (size_t i = 0; i < length; i++) count += (text[i] & 0xc0) != 0x80;
    return count;
}

// Prints words from column `at` on; further lines begin at `indent`.
static void wrap(const char *text, size_t length, int at, int indent, int width) {
    const char *end = text + length;
    bool first = true;
    while (text < end) {
        size_t word = strcspn(text, " \n");
        if (word > (size_t)(end - text)) word = (size_t)(end - text);
        int wide = columns(text, word);
        if (!first && at + 1 + wide > width) {
            printf("\n%*s", indent, "");
            at = indent;
            first = true;
        }
        printf("%s%.*s", first ? "" : " ", (int)word, text);
        at += wide + (first ? 0 : 1);
        first = false;
        text += word;
        while (text < end && *text == ' ') text++;
    }
    putchar('\n');
}

static void print_text(const char *text, int width) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        if (*text == ' ')
            printf("%.*s\n", (int)length, text);
        else
            wrap(text, length, 0, 0, width);
        text += length;
        if (*text) text++;
    }
}

static void print_option(const sh_cli_take *take, int width) {
    const sh_option *option = &sh_options[take->id];
    const char *word = take->word ? take->word : option->word;
    const char *usual = take->usual ? take->usual : take->otherwise;
    char head[128], letter[8] = "    ", text[1024];
    if (option->letter) snprintf(letter, sizeof letter, "-%c, ", option->letter);
    snprintf(head, sizeof head, "  %s--%s%s%s", letter, option->name, word ? "=" : "",
             word ? word : "");
    snprintf(text, sizeof text, "%s%s%s%s", take->help ? take->help : option->help,
             usual ? " (default: " : "", usual ? usual : "", usual ? ")" : "");
    int at = printf("%s", head);
    if (at > COLUMN - 2) {
        putchar('\n');
        at = 0;
    }
    printf("%*s", COLUMN - at, "");
    wrap(text, strlen(text), COLUMN, COLUMN, width);
}

static bool is_common(const sh_cli_take *take) {
    return take->id == SH_OPTION_JSON || take->id == SH_OPTION_RULES || take->id == SH_OPTION_HELP;
}

static void print_options(const sh_cli_usage *usage, bool common, int width) {
    bool any = false;
    for (int i = 0; sh_cli_take_at(usage, i); i++) {
        const sh_cli_take *take = sh_cli_take_at(usage, i);
        if (is_common(take) != common) continue;
        if (!any) printf(common ? "\nCommon options:\n" : "\n");
        any = true;
        print_option(take, width);
    }
}

// The forms of the words, a line each.
static void print_forms(const char *title, const char *words, bool *first) {
    do {
        size_t length = strcspn(words, "\n");
        printf("%s %s [OPTION...]%s%.*s\n", *first ? "Usage:" : "  or: ", title, length ? " " : "",
               (int)length, words);
        *first = false;
        words += length + (words[length] == '\n');
    } while (*words);
}

void sh_cli_print_help(const sh_cli_usage *usage, const char *title) {
    int width = width_of_terminal();
    bool first = true;
    char name[SH_CLI_TITLE + 32];
    for (const sh_cli_part *part = usage->parts; part && part->name; part++) {
        snprintf(name, sizeof name, "%s %s", title, part->name);
        print_forms(name, part->usage->words, &first);
    }
    if (first) print_forms(title, usage->words, &first);
    putchar('\n');
    print_text(usage->about, width);
    if (usage->parts) putchar('\n');
    for (const sh_cli_part *part = usage->parts; part && part->name; part++) {
        printf("  %-10s ", part->name);
        wrap(part->summary, strlen(part->summary), 13, 13, width);
    }
    if (usage->parts)
        printf("\n%s PART --help explains one of them and lists its options.\n", title);
    print_options(usage, false, width);
    print_options(usage, true, width);
    if (!usage->more) return;
    putchar('\n');
    print_text(usage->more, width);
}
