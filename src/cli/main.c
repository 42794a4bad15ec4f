// SPDX-License-Identifier: MIT
// Entry: finds the command, runs it, and turns its status into a message and an exit code.
#include <locale.h> // setlocale
#include <stdio.h>  // fprintf
#include <stdlib.h> // free
#include <string.h> // strcmp
#include <unistd.h> // isatty

#include "base/cpu.h"
#include "cli/commands.h"
#include "json/encode.h"
#include "json/whole.h"

static int exit_code(sh_status status) { return status == SH_INTERRUPTED ? 130 : (int)status; }

// A sentence is one line and commands no terminal, whatever the names in it.
static void make_plain(char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127) *text = '?';
}

static void print_error(sh_cli *cli, sh_error *error) {
    sh_cli_progress_end(cli);
    make_plain(error->text);
    sh_json_forget(); // of an answer that is not printed any more
    char *text = cli->json
                     ? sh_json_text(sh_encode_error(sh_status_name(error->status), error->text))
                     : NULL;
    if (text) {
        fprintf(stderr, "%s\n", text);
        if (!(cli->told && error->status == SH_NO)) puts(text);
        free(text);
    } else if (cli->command)
        fprintf(stderr, "sternhalma %s: %s\n", cli->command, error->text);
    else
        fprintf(stderr, "sternhalma: %s\n", error->text);
}

// `sternhalma --help moves`, `-h` and `--version` are commands with two dashes before them.
static char *command_word(char *word) {
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return "help";
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) return "version";
    return word;
}

static bool color_wanted(void) {
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(no_color && *no_color) &&
           !(term && strcmp(term, "dumb") == 0);
}

// Runs one command. Its messages name it by argv[0]: "sternhalma moves".
static sh_status run(sh_cli *cli, int argc, char **argv, sh_error *error) {
    const sh_command *command;
    sh_status status = sh_command_find(&command, command_word(argv[1]), error);
    if (status != SH_OK) return status;
    char title[64];
    snprintf(title, sizeof title, "sternhalma %s", command->name);
    argv[1] = title;
    cli->command = command->name;
    return command->run(cli, argc - 1, argv + 1, error);
}

int main(int argc, char **argv) {
    sh_json_watch();
    setlocale(LC_CTYPE, "");
    sh_cli cli = {
        .profile = SH_STRICT,
        .color = color_wanted(),
        .live = isatty(STDERR_FILENO),
        .stop = sh_cli_catch_signals(),
    };
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) // its own errors are JSON, too
        cli.json |= strcmp(argv[i], "--json") == 0 || strcmp(argv[i], "-j") == 0;
    char *help[] = {argv[0], "help", NULL};
    sh_error error = {.text = ""};
    sh_status status = sh_cpu_check(&error);
    if (!status) status = argc < 2 ? run(&cli, 2, help, &error) : run(&cli, argc, argv, &error);
    if (cli.answered) status = SH_OK;
    if (status != SH_OK && error.text[0]) print_error(&cli, &error);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "sternhalma: cannot write the output: the disk may be full\n");
        return SH_RESOURCES;
    }
    if (sh_json_lost() && !status) {
        fprintf(stderr, "sternhalma: out of memory for the answer as JSON\n");
        return SH_RESOURCES;
    }
    return exit_code(status);
}
