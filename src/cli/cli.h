// SPDX-License-Identifier: MIT
// What every command of the program shares: options, output, progress, interruption.
//
// A command is one function in a file of its own (cmd_NAME.c) and one line in commands.h. It
// describes its command line in an sh_cli_usage, calls sh_cli_parse, does its work with the library
// and prints through the helpers here. It returns sh_status and leaves a sentence in `error`;
// main.c prints that sentence and turns the status into the exit code (0 fine, 1 the answer is no,
// 2 usage, 3 bad data, 4 out of resources, 130 interrupted).
//
// Conventions, the same for every command:
// - arguments stand in the order GAME [POSITION] [rest]; a missing position is the start;
// - options are rows of option_table.h, listed by the commands that take them; one that does not
//   apply to the command, the game or the mode is refused;
// - `--json` prints one object on one line to standard output, with the keys its man page lists;
//   the shapes are those of json/encode.h, errors included, which go to standard error as well;
// - `--rules strict|published` chooses the rule profile;
// - progress and messages go to standard error, results to standard output.
#pragma once

#include <jansson.h> // json_t
#include <stdbool.h> // bool
#include <stdint.h>  // int64_t

#include "base/progress.h"
#include "cli/option_table.h"
#include "sternhalma/sternhalma.h"

// What a command knows about its surroundings. main.c fills it, sh_cli_parse adds the common
// options.
typedef struct sh_cli {
    const char *command;         // its name
    bool json;                   // --json
    bool given[SH_OPTION_TOTAL]; // the options of the command line
    bool told;                   // --json: an answer is printed; if it is no, nothing is added
    bool answered;               // --help was given and is printed: there is nothing left to do
    sh_profile profile;          // --rules
    bool ccerl;                  // --rules=ccerl: those of the rating list, for the engine alone
    bool color;                  // standard output is a terminal and NO_COLOR is not set
    bool live;                   // standard error is a terminal: show a progress line
    const atomic_bool *stop;     // set by SIGINT, SIGTERM and SIGHUP
    double reported;             // when progress was last shown, or its monitor made
    bool shown;                  // a progress line stands on the terminal
} sh_cli;

#define SH_CLI_MAX_WORDS 256

// Reads the value of an option of SH_KIND_OWN into a member of the input; SH_USAGE and a sentence.
typedef sh_status sh_cli_read(void *member, const char *text, sh_error *error);

// An option that a command takes. What is not said here is as in the table of options.
typedef struct sh_cli_take {
    sh_option_id id;
    size_t offset;              // of the member of the input that stores it
    const char *usual;          // its default, as one would write it: it is read like a value
    const char *otherwise;      // what holds without it, in words, where `usual` cannot say it
    const char *help;           // another sentence
    const char *word, *values;  // another word for the value, other usual values
    int64_t least, most;        // other bounds, unless `most` is 0
    sh_cli_read *read;          // of an option of SH_KIND_OWN
    sh_option_id with, without; // it is refused where the one is not, or the other is given
    bool needed;                // it must be given
} sh_cli_take;

typedef struct sh_cli_part sh_cli_part;

// The command line of one command.
typedef struct sh_cli_usage {
    const char *words;        // "GAME [POSITION]", for the usage line; a line for each form
    int least, most;          // how many words there may be, at most SH_CLI_MAX_WORDS
    const char *about;        // what it does
    const char *more;         // what follows the options in the help: examples, keys of JSON
    const sh_cli_take *takes; // its options but --help, ended by {0}; NULL: none
    const sh_cli_part *parts; // what its first word chooses from, ended by {0}; or NULL
    bool ccerl;               // it takes --rules=ccerl, too
    sh_option_id surplus;     // what one word too many was likely meant for; or 0
    int table;                // which word is a file or a folder of tables, from 1; or 0
} sh_cli_usage;

// A command of a command, such as `transfer` of `puzzle`: it has its own words and options.
struct sh_cli_part {
    const char *name, *summary;
    const sh_cli_usage *usage;
};

// The words of a command line that are not options; those missing are NULL.
typedef struct sh_cli_words {
    int count;
    char *word[SH_CLI_MAX_WORDS];
} sh_cli_words;

// Parses a command line: values go to `input`, the common ones to `cli`. argv[0] is the command
// with the program's name, for messages. After --help, which it prints, the status is SH_NO without
// a sentence and cli->answered is set: the command does nothing more.
sh_status sh_cli_parse(sh_cli *cli, const sh_cli_usage *usage, int argc, char **argv, void *input,
                       sh_cli_words *words, sh_error *error) SH_NODISCARD;

// The part of a command that its first word names; argv then begins with the part. --help in place
// of a part is answered as by sh_cli_parse.
#define SH_CLI_TITLE 64
sh_status sh_cli_choose(sh_cli *cli, const sh_cli_usage *usage, int *argc, char ***argv,
                        char title[SH_CLI_TITLE], const sh_cli_part **part,
                        sh_error *error) SH_NODISCARD;

// The options of a command in order, with --help as the last; NULL behind it.
const sh_cli_take *sh_cli_take_at(const sh_cli_usage *usage, int number);

// Refuses an option that was given and does not apply; `why` ends the sentence "--x does not apply:
// ".
sh_status sh_cli_refuse(const sh_cli *cli, sh_option_id id, const char *why,
                        sh_error *error) SH_NODISCARD;
// The same of several, ended by SH_OPTION_NONE.
sh_status sh_cli_refuse_all(const sh_cli *cli, const sh_option_id *ids, const char *why,
                            sh_error *error) SH_NODISCARD;

// Prints all about a command, wrapped to the width of the terminal.
void sh_cli_print_help(const sh_cli_usage *usage, const char *title);

// A whole number between two bounds; `what` names it in the message ("the depth").
sh_status sh_cli_number(const char *what, const char *text, int64_t least, int64_t most,
                        int64_t *number, sh_error *error) SH_NODISCARD;

// A time above 0; a number above 0 and at most 1.
sh_status sh_cli_seconds(const char *what, const char *text, double *seconds,
                         sh_error *error) SH_NODISCARD;
sh_status sh_cli_share(const char *what, const char *text, double *share,
                       sh_error *error) SH_NODISCARD;

// Reads --metric into an sh_metric.
sh_cli_read sh_cli_read_metric;

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
