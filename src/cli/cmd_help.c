// SPDX-License-Identifier: MIT
// sternhalma help: what there is, or all about one command.
#include <stddef.h> // offsetof
#include <stdio.h>  // printf
#include <string.h> // strcmp

#include "cli/commands.h"

typedef struct help_options {
    bool offers;
} help_options;

static const sh_cli_take takes[] = {
    {.id = SH_OPTION_OFFERS, .offset = offsetof(help_options, offers), .without = SH_OPTION_JSON},
    {.id = SH_OPTION_JSON},
    {0},
};

const sh_cli_usage sh_usage_help = {
    .words = "[COMMAND [PART]]",
    .most = 2,
    .about = "Says what the program does, or all about one command.",
    .takes = takes,
    .more = "Examples:\n"
            "  sternhalma help\n"
            "  sternhalma help moves      the same as: sternhalma moves --help\n"
            "  sternhalma help puzzle transfer\n\n"
            "JSON keys: version, commands: a list of name, summary, words (the forms of its "
            "arguments, a line each), options (a list of name, letter, argument, values, default, "
            "needed, help), parts (a list like this one).\n",
};

static void add_text(json_t *object, const char *key, const char *text) {
    json_object_set_new(object, key, text ? json_string(text) : json_null());
}

static json_t *encode_option(const sh_cli_take *take) {
    const sh_option *option = &sh_options[take->id];
    char letter[2] = {option->letter};
    json_t *object = json_object();
    add_text(object, "name", option->name);
    add_text(object, "letter", option->letter ? letter : NULL);
    add_text(object, "argument", take->word ? take->word : option->word);
    add_text(object, "values", take->values ? take->values : option->values);
    add_text(object, "default", take->usual ? take->usual : take->otherwise);
    json_object_set_new(object, "needed", json_boolean(take->needed));
    add_text(object, "help", take->help ? take->help : option->help);
    return object;
}

static json_t *encode_command(const char *name, const char *summary, const sh_cli_usage *usage) {
    json_t *options = json_array(), *parts = json_array();
    for (int i = 0; sh_cli_take_at(usage, i); i++)
        json_array_append_new(options, encode_option(sh_cli_take_at(usage, i)));
    for (const sh_cli_part *part = usage->parts; part && part->name; part++)
        json_array_append_new(parts, encode_command(part->name, part->summary, part->usage));
    return json_pack("{s:s, s:s, s:s, s:o, s:o}", "name", name, "summary", summary, "words",
                     usage->words, "options", options, "parts", parts);
}

static void print_json(void) {
    json_t *list = json_array();
    for (const sh_command *c = sh_commands; c->name; c++)
        json_array_append_new(list, encode_command(c->name, c->summary, c->usage));
    sh_cli_print_json(json_pack("{s:s, s:o}", "version", SH_VERSION, "commands", list));
}

static void print_offer(const char *name, char letter, const char *values, const char *sentence) {
    char text[3] = {letter ? '-' : '\0', letter};
    printf("%s\t%s\t%s\t%s\n", name, text, values ? values : "", sentence);
}

// Commands; of a command its parts and options; of a part its options.
static sh_status print_offers(const sh_cli_words *words, sh_error *error) {
    const sh_command *command;
    char name[64];
    for (const sh_command *c = sh_commands; c->name && !words->count; c++)
        print_offer(c->name, 0, NULL, c->summary);
    if (!words->count) return SH_OK;
    sh_status status = sh_command_find(&command, words->word[0], error);
    if (status) return status;
    const sh_cli_usage *usage = command->usage;
    const sh_cli_part *part = usage->parts;
    for (; part && part->name; part++) {
        if (words->count < 2)
            print_offer(part->name, 0, NULL, part->summary);
        else if (strcmp(part->name, words->word[1]) == 0)
            usage = part->usage;
    }
    for (int i = 0; sh_cli_take_at(usage, i); i++) {
        const sh_cli_take *take = sh_cli_take_at(usage, i);
        const sh_option *option = &sh_options[take->id];
        const char *values = take->values ? take->values : option->values;
        snprintf(name, sizeof name, "--%s", option->name);
        print_offer(name, option->letter, values, take->help ? take->help : option->help);
    }
    return SH_OK;
}

static void print_text(const sh_cli *cli) {
    char bold[SH_CLI_STYLE_TEXT], plain[SH_CLI_STYLE_TEXT];
    sh_cli_style(cli, "1", bold);
    sh_cli_style(cli, "0", plain);
    printf(
        "Sternhalma solves Chinese Checkers, keeps the result in tables, and plays from them.\n\n"
        "%sUsage:%s sternhalma COMMAND [ARGUMENTS]\n\n%sCommands:%s\n",
        bold, plain, bold, plain);
    for (const sh_command *c = sh_commands; c->name; c++)
        printf("  %s%-10s%s %s\n", bold, c->name, plain, c->summary);
    printf(
        "\n%sGames%s are named by board and pieces: 7x7/3 is the 7x7 rhombus with three pieces a "
        "side,\nstar37:3p the 37-cell star with three players.\n",
        bold, plain);
    printf("%sPositions%s are rows from the top, x and o for the players, numbers for empty cells, "
           "then\nwho is to move: \"xx5/x6/7/7/7/6o/5oo x\" starts 7x7/3. %sMoves%s name cells: "
           "a2-a3.\n\n",
           bold, plain, bold, plain);
    printf("%sTry:%s\n"
           "  sternhalma games                 what can be solved, played and posed\n"
           "  sternhalma show 7x7/3            draw the start of a game\n"
           "  sternhalma moves 7x7/3           the moves from there\n"
           "  sternhalma perft 7x7/6 4         count move sequences\n"
           "  sternhalma help moves            all about one command\n\n"
           "Every command takes --help and --json. Exit codes: 0 fine, 1 the answer is no,\n"
           "2 wrong usage, 3 bad data, 4 out of resources, 130 interrupted.\n",
           bold, plain);
}

sh_status sh_cmd_help(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_words words;
    help_options own = {0};
    sh_status status = sh_cli_parse(cli, &sh_usage_help, argc, argv, &own, &words, error);
    if (status != SH_OK) return status;
    if (own.offers) return print_offers(&words, error);
    if (words.count == 0) {
        cli->json ? print_json() : print_text(cli);
        return SH_OK;
    }
    const sh_command *command;
    status = sh_command_find(&command, words.word[0], error);
    if (status != SH_OK) return status;
    char title[SH_CLI_TITLE];
    snprintf(title, sizeof title, "sternhalma %s", command->name);
    char *asked[] = {title, words.count > 1 ? words.word[1] : "--help", "--help", NULL};
    if (words.count > 1 && !command->usage->parts)
        return sh_fail(error, SH_USAGE, "%s has no parts; write sternhalma help %s", command->name,
                       command->name);
    if (words.count == 1) asked[2] = NULL;
    return command->run(cli, words.count + 1, asked, error);
}
