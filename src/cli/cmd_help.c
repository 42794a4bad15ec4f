// SPDX-License-Identifier: MIT
// sternhalma help: what there is, or all about one command.
#include <stdio.h> // printf

#include "cli/commands.h"

static const sh_cli_usage usage = {
    .words = "[COMMAND]",
    .most = 1,
    .doc = "Says what the program does, or all about one command.\v"
           "Examples:\n"
           "  sternhalma help\n"
           "  sternhalma help moves      the same as: sternhalma moves --help\n",
};

static void print_json(void) {
    json_t *list = json_array();
    for (const sh_command *c = sh_commands; c->name; c++)
        json_array_append_new(list,
                              json_pack("{s:s, s:s}", "name", c->name, "summary", c->summary));
    sh_cli_print_json(json_pack("{s:s, s:o}", "version", SH_VERSION, "commands", list));
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
    sh_status status = sh_cli_parse(cli, &usage, argc, argv, NULL, &words, error);
    if (status != SH_OK) return status;
    if (words.count == 0) {
        cli->json ? print_json() : print_text(cli);
        return SH_OK;
    }
    const sh_command *command;
    status = sh_command_find(&command, words.word[0], error);
    if (status != SH_OK) return status;
    char title[64];
    snprintf(title, sizeof title, "sternhalma %s", command->name);
    char *asked[] = {title, "--help", NULL};
    return command->run(cli, 2, asked, error); // prints and exits
}
