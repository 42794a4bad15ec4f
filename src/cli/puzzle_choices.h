// SPDX-License-Identifier: MIT
// What the command line says about a puzzle, for all commands of `puzzle`.
#pragma once

#include "cli/cli.h"
#include "puzzle/puzzle.h"
#include "json/certificate.h"

typedef struct sh_cli_puzzle {
    int64_t moves;        // --moves, or 0
    bool jumps_only, all; // --jumps-only, --all
    bool palindrome;      // --palindrome
    int64_t threads;
    size_t memory;       // 0: three quarters of what is available
    const char *scratch; // or NULL
    const char *out;     // --out: the certificate, or NULL
    int64_t length;      // --length, or 0: the shortest
    int64_t beam;        // --beam, or -1
    int64_t seed, noise;
    const char *backend; // of a game's beam: cpu, cuda or emulated; NULL: cuda where there is one
    bool recheck;
    bool svg, animate; // of show
    int64_t men;       // of speed
    int64_t known;     // exact levels of a transfer, or 0
} sh_cli_puzzle;

// Reads a whole text file into memory that is to be freed; "-" is standard input.
sh_status sh_cli_read_text(const char *name, char **text, sh_error *error) SH_NODISCARD;

// The puzzle that a word names: a name, or a file with a picture, whose text is then *picture (to
// be freed; else NULL).
sh_status sh_cli_pose(const char *word, sh_puzzle_kind kind, const sh_cli_puzzle *choices,
                      sh_puzzle *puzzle, char **picture, sh_error *error) SH_NODISCARD;

// The solution in a file, or, where there is no such file, the puzzle of that name without one.
// `puzzle` names the puzzle of a file that does not. *c is to be freed.
sh_status sh_cli_read_solution(sh_certificate **c, const char *file, const char *puzzle,
                               const sh_cli_puzzle *choices, sh_error *error) SH_NODISCARD;
void sh_cli_free_solution(sh_certificate *c);

// A level of a search that is complete.
typedef struct sh_cli_level {
    const sh_puzzle *puzzle;
    const char *way; // "search", "beam", "recheck"
    int length, moves;
    uint64_t boards, hash;
    double seconds;
} sh_cli_level;

// Tells it in a line, or as a line of JSON.
void sh_cli_tell_level(sh_cli *cli, const sh_cli_level *level);

// The other commands of `puzzle`, each with the words after its name.
sh_status sh_cli_puzzle_check(sh_cli *cli, const char *file, const char *puzzle,
                              const sh_cli_puzzle *choices, sh_error *error) SH_NODISCARD;
sh_status sh_cli_puzzle_show(sh_cli *cli, const char *file, const char *puzzle,
                             const sh_cli_puzzle *choices, sh_error *error) SH_NODISCARD;
sh_status sh_cli_puzzle_measure(sh_cli *cli, const char *file, const char *puzzle,
                                const sh_cli_puzzle *choices, sh_error *error) SH_NODISCARD;
sh_status sh_cli_puzzle_speed(sh_cli *cli, const char *board, const sh_cli_puzzle *choices,
                              sh_error *error) SH_NODISCARD;
sh_status sh_cli_puzzle_table(sh_cli *cli, const char *number, const sh_cli_puzzle *choices,
                              sh_error *error) SH_NODISCARD;
