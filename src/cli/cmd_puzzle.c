// SPDX-License-Identifier: MIT
// sternhalma puzzle: shortest games and transfers, after Bell (2009).
#include <stdio.h>  // printf
#include <string.h> // strcmp

#include "base/memory.h"
#include "cli/commands.h"
#include "cli/puzzle_game.h"

enum {
    KEY_MOVES = 'm',
    KEY_JUMPS = 'j',
    KEY_ALL = 'a',
    KEY_THREADS = 't',
    KEY_MEMORY = 'M',
    KEY_SCRATCH = 's',
    KEY_LENGTH = 'l',
    KEY_BEAM = 'b',
    KEY_SEED = 'S',
    KEY_NOISE = 'n',
    KEY_RECHECK = 'r',
};

static const struct argp_option option_list[] = {
    {"moves", KEY_MOVES, "4|6|8", 0, "Directions of a square board, where its name leaves it out",
     0},
    {"jumps-only", KEY_JUMPS, 0, 0, "No move is a step", 0},
    {"length", KEY_LENGTH, "N", 0, "Only: is there a game of N moves?", 0},
    {"all", KEY_ALL, 0, 0, "Also count all shortest solutions", 0},
    {"beam", KEY_BEAM, "WIDTH", 0,
     "With --length: look with a beam of so many boards a level, without proof", 0},
    {"seed", KEY_SEED, "N", 0, "Another noise for the beam (default 0)", 0},
    {"noise", KEY_NOISE, "N", 0, "How much scores of the beam vary (default 0)", 0},
    {"recheck", KEY_RECHECK, 0, 0,
     "With --length: the levels by the second program, to be compared", 0},
    {"threads", KEY_THREADS, "N", 0, "Threads (default: all CPUs)", 0},
    {"memory", KEY_MEMORY, "SIZE", 0, "Memory for boards, as 6GB (default: three quarters)", 0},
    {"scratch", KEY_SCRATCH, "DIR", 0,
     "Keep levels in this folder: beyond memory, and to go on after an interruption", 0},
    {0},
};

static sh_status parse_option(void *input, int key, const char *value, sh_error *error) {
    sh_cli_puzzle *own = input;
    switch (key) {
    case KEY_MOVES:
        return sh_cli_number("the number of directions", value, 4, 8, &own->moves, error);
    case KEY_LENGTH:
        return sh_cli_number("the length", value, 1, 199, &own->length, error);
    case KEY_BEAM:
        return sh_cli_number("the width of the beam", value, 1, 1000000000, &own->beam, error);
    case KEY_SEED:
        return sh_cli_number("the seed", value, 0, INT64_MAX, &own->seed, error);
    case KEY_NOISE:
        return sh_cli_number("the noise", value, 0, 100000, &own->noise, error);
    case KEY_THREADS:
        return sh_cli_number("the number of threads", value, 1, 4096, &own->threads, error);
    case KEY_MEMORY:
        return sh_memory_parse(&own->memory, value, error);
    case KEY_SCRATCH:
        own->scratch = value;
        return SH_OK;
    case KEY_JUMPS:
        own->jumps_only = true;
        return SH_OK;
    case KEY_ALL:
        own->all = true;
        return SH_OK;
    default:
        own->recheck = true;
        return SH_OK;
    }
}

static const sh_cli_usage usage = {
    .words = "game PUZZLE",
    .least = 2,
    .most = 2,
    .doc = "The shortest game of two sides that help each other: found, and proved to be the "
           "shortest.\v"
           "Examples:\n"
           "  sternhalma puzzle game sq8/10:8m\n"
           "  sternhalma puzzle game sq9/15:6m --json\n"
           "  sternhalma puzzle game sq16/19:8m --length 47\n"
           "  sternhalma puzzle game sq9/10:6m --length 30 --beam 100000\n\n"
           "JSON keys: game, kind, length (null if none was found), proved, seconds, boards, "
           "peak_bytes, solution, lengths (a list of length, found, boards, levels: moves, boards, "
           "hash), with --all games and images. With --length every level is a line before: game, "
           "way, length, moves, boards, hash, seconds.\n",
    .options = option_list,
    .option = parse_option,
};

sh_status sh_cmd_puzzle(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_puzzle choices = {.beam = -1};
    sh_cli_words words;
    sh_puzzle puzzle;
    sh_status status = sh_cli_parse(cli, &usage, argc, argv, &choices, &words, error);
    if (status) return status;
    if (strcmp(words.word[0], "game") != 0)
        return sh_fail(error, SH_USAGE, "'%.20s' is no kind of puzzle: game would be",
                       words.word[0]);
    status = sh_puzzle_parse(&puzzle, SH_PUZZLE_GAME, words.word[1], (int)choices.moves,
                             choices.jumps_only, error);
    return status ? status : sh_cli_puzzle_game(cli, &puzzle, &choices, error);
}
