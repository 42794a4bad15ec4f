// SPDX-License-Identifier: MIT
// What every command of the program shares: options, output, progress, interruption.
//
// A command is one function in a file of its own (cmd_NAME.c) and one line in commands.h. It
// describes its arguments in an sh_cli_usage, calls sh_cli_parse, does its work with the library
// and prints through the helpers here. It returns sh_status and leaves a sentence in `error`;
// main.c prints that sentence and turns the status into the exit code (0 fine, 1 the answer is no,
// 2 usage, 3 bad data, 4 out of resources, 130 interrupted).
//
// Conventions, the same for every command:
// - arguments stand in the order GAME [POSITION] [rest]; a missing position is the start;
// - `--json` prints one object on one line to standard output, with the keys its man page lists;
// the
//   shapes are those of json/encode.h, errors included, which go to standard error as well;
// - `--rules strict|published` chooses the rule profile;
// - progress and messages go to standard error, results to standard output.
#pragma once

#include <argp.h>    // struct argp_option
#include <jansson.h> // json_t
#include <stdbool.h> // bool
#include <stdint.h>  // int64_t

#include "base/progress.h"
#include "sternhalma/sternhalma.h"

// What a command knows about its surroundings. main.c fills it, sh_cli_parse adds the common
// options.
typedef struct sh_cli {
    const char *command;     // its name
    bool json;               // --json
    sh_profile profile;      // --rules
    bool rules_named;        // --rules was given
    bool ccerl;              // --rules=ccerl: those of the rating list, for the engine alone
    bool color;              // standard output is a terminal and NO_COLOR is not set
    bool live;               // standard error is a terminal: show a progress line
    const atomic_bool *stop; // set by SIGINT, SIGTERM and SIGHUP
    double reported;         // when progress was last shown, or its monitor made
    bool shown;              // a progress line stands on the terminal
} sh_cli;

#define SH_CLI_MAX_WORDS 256

// An option whose value is only stored, in the member of the input at `offset`: an int64_t between
// two bounds, which messages call `what`; without a name a text, and without a value a flag (bool).
typedef struct sh_cli_field {
    int key;
    size_t offset;
    const char *what;
    int64_t least, most;
} sh_cli_field;

// The command line of one command. `option` receives the command's own options and the `input`
// given to sh_cli_parse; it fails with SH_USAGE and a sentence.
typedef struct sh_cli_usage {
    const char *words; // "GAME [POSITION]", for the usage line
    int least, most;   // how many words there may be, at most SH_CLI_MAX_WORDS
    const char *doc;   // what it does; after a \v what follows the options: examples
    const struct argp_option *options; // its own options, ended by {0}; may be NULL
    const sh_cli_field *fields; // those of the options that are only stored, ended by {0}; or NULL
    sh_status (*option)(void *input, int key, const char *value, sh_error *error); // the others
    bool ccerl; // it takes --rules=ccerl, too
} sh_cli_usage;

// The words of a command line that are not options; those missing are NULL.
typedef struct sh_cli_words {
    int count;
    char *word[SH_CLI_MAX_WORDS];
} sh_cli_words;

// Parses a command line: own options go to `input`, common ones to `cli`. --help prints and exits.
sh_status sh_cli_parse(sh_cli *cli, const sh_cli_usage *usage, int argc, char **argv, void *input,
                       sh_cli_words *words, sh_error *error) SH_NODISCARD;

// A whole number between two bounds; `what` names it in the message ("the depth").
sh_status sh_cli_number(const char *what, const char *text, int64_t least, int64_t most,
                        int64_t *number, sh_error *error) SH_NODISCARD;

// A whole number without sign of up to 128 bits, as `rank` prints it.
sh_status sh_cli_index(const char *text, sh_index *index, sh_error *error) SH_NODISCARD;

// A game under the chosen profile, and a position of it (NULL: the start). A bad game name is
// SH_USAGE, a bad position SH_DATA. The position need not be legal.
sh_status sh_cli_game(const sh_cli *cli, const char *name, sh_game *game,
                      sh_error *error) SH_NODISCARD;
sh_status sh_cli_position(const sh_game *game, const char *text, sh_position *position,
                          sh_error *error) SH_NODISCARD;

// The words `GAME`, `POSITION` or `GAME POSITION` (least 1, most 2). A position alone must be of a
// rhombus: its rows give the board, the pieces of x the army.
sh_status sh_cli_game_position(const sh_cli *cli, const sh_cli_words *words, sh_game *game,
                               sh_position *position, sh_error *error) SH_NODISCARD;

// Prints one JSON object as one line to standard output and releases it.
void sh_cli_print_json(json_t *object);

// Escape sequences where colour is wanted, "" where not. Styles are SGR parameters: "1", "31",
// "1;34".
#define SH_CLI_STYLE_TEXT 24
const char *sh_cli_style(const sh_cli *cli, const char *sgr, char text[SH_CLI_STYLE_TEXT]);

// A monitor for long work: a progress line (done, rate, time left) on standard error where that is
// a terminal, JSON lines on standard error with --json, and the stop flag. Valid as long as `cli`.
sh_monitor sh_cli_monitor(sh_cli *cli);
// Wipes the progress line before results are printed.
void sh_cli_progress_end(sh_cli *cli);

// Starts to catch SIGINT, SIGTERM and SIGHUP; a SIGINT a second later ends the program at once.
const atomic_bool *sh_cli_catch_signals(void);

// "1,234,567", the same without commas, and "2:05" or "1:02:05", in buffers of SH_CLI_TEXT.
#define SH_CLI_TEXT 64
void sh_cli_print_count(sh_index count, char *text);
void sh_cli_print_digits(sh_index count, char *text);
void sh_cli_print_time(double seconds, char *text);

// What the rules say of a position, as a sentence.
void sh_cli_print_verdict(const sh_game *game, const sh_position *position);
// The JSON object of `rank` and `unrank`.
void sh_cli_print_rank_json(const sh_game *game, const sh_ranker *ranker,
                            const sh_position *position);
