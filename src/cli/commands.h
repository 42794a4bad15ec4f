// SPDX-License-Identifier: MIT
// The commands of the program. To add one: a line here and a file cmd_NAME.c with sh_cmd_NAME and
// sh_usage_NAME.
#pragma once

#include "cli/cli.h"

// X(name, one-line summary), in the order `sternhalma help` lists them.
#define SH_COMMANDS(X)                                                                             \
    X(games, "what can be solved, played and posed, with state counts and memory")                 \
    X(show, "draw a position")                                                                     \
    X(moves, "list the moves of a position")                                                       \
    X(perft, "count move sequences of a length")                                                   \
    X(rank, "the number of a position")                                                            \
    X(unrank, "the position of a number")                                                          \
    X(solve, "find the value of every position of a game")                                         \
    X(verify, "derive the values of a table again and compare")                                    \
    X(explore, "what three players come to, ply by ply from the opening")                          \
    X(doctor, "what this machine has, and which games it can solve with what")                     \
    X(serve, "the explorer: a web page to look at solved games and play them")                     \
    X(probe, "what a table knows of a position: value, moves, best line")                          \
    X(info, "what a table is: header, counts, sizes, checksums")                                   \
    X(convert, "write a table again in the present version of the format")                         \
    X(stats, "histograms of a table by distance and by lead, longest wins")                        \
    X(puzzles, "positions with something to find, with solutions")                                 \
    X(puzzle, "the shortest game of two sides that help each other")                               \
    X(engine, "the engine for other programs to drive: UGI, CCP")                                  \
    X(match, "let two agents play each other, and rate them")                                      \
    X(openings, "find even openings, for matches")                                                 \
    X(play, "a game against the computer, in the terminal")                                        \
    X(grade, "how often moves give value away, against a table")                                   \
    X(tune, "better values of an agent's parameters, found by playing")                            \
    X(experiment, "the experiments of Huang and Klukas (2021), played again")                      \
    X(datagen, "let an agent play itself, to train evaluations on")                                \
    X(train, "learn the weights of an evaluation from games")                                      \
    X(bench, "measure this machine: moves, solve, probe, search or all")                           \
    X(help, "what the program does, or all about one command")                                     \
    X(version, "the version, the CPU features in use and the compiler")

typedef sh_status sh_command_run(sh_cli *cli, int argc, char **argv, sh_error *error);

typedef struct sh_command {
    const char *name;
    const char *summary;
    sh_command_run *run;
    const sh_cli_usage *usage;
} sh_command;

#define SH_COMMAND_PROTOTYPE(name, summary)                                                        \
    sh_command_run sh_cmd_##name;                                                                  \
    extern const sh_cli_usage sh_usage_##name;
SH_COMMANDS(SH_COMMAND_PROTOTYPE)
#undef SH_COMMAND_PROTOTYPE

// All commands in order, ended by a name of NULL.
extern const sh_command sh_commands[];

// The command of this name. SH_USAGE and the nearest name if there is none.
sh_status sh_command_find(const sh_command **command, const char *name,
                          sh_error *error) SH_NODISCARD;
