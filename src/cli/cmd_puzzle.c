// SPDX-License-Identifier: MIT
// sternhalma puzzle: shortest games and transfers, after Bell (2009).
#include <stdlib.h> // malloc
#include <string.h> // strcmp

#include "base/memory.h"
#include "cli/commands.h"
#include "cli/puzzle_game.h"
#include "cli/puzzle_transfer.h"
#include "json/certificate.h"

enum {
    KEY_MOVES = 'm',
    KEY_JUMPS = 'j',
    KEY_PALINDROME = 'p',
    KEY_ALL = 'a',
    KEY_THREADS = 't',
    KEY_MEMORY = 'M',
    KEY_SCRATCH = 's',
    KEY_OUT = 'o',
    KEY_LENGTH = 'l',
    KEY_BEAM = 'b',
    KEY_BACKEND = 'B',
    KEY_SEED = 'S',
    KEY_NOISE = 'n',
    KEY_RECHECK = 'r',
    KEY_SVG = 'g',
    KEY_ANIMATE = 'A',
    KEY_MEN = 'k',
    KEY_KNOWN = 'J',
};

static const struct argp_option option_list[] = {
    {"moves", KEY_MOVES, "4|6|8", 0, "Directions of a square board, where its name leaves it out",
     0},
    {"jumps-only", KEY_JUMPS, 0, 0, "No move is a step", 0},
    {"palindrome", KEY_PALINDROME, 0, 0,
     "transfer: only solutions that are their own reverse (of both reversals the reflection)", 0},
    {"length", KEY_LENGTH, "N", 0, "Only: is there a solution of N moves?", 0},
    {"all", KEY_ALL, 0, 0, "Also count all shortest solutions, or all of --length", 0},
    {"beam", KEY_BEAM, "WIDTH", 0,
     "Only look with a beam of so many boards a level, without proof (game: with --length)", 0},
    {"seed", KEY_SEED, "N", 0, "Another noise for the beam (default 0)", 0},
    {"noise", KEY_NOISE, "N", 0, "How much scores of the beam vary (default 0)", 0},
    {"backend", KEY_BACKEND, "NAME", 0,
     "Where a game's beam runs: cpu, cuda, or emulated (default: cuda where there is a GPU)", 0},
    {"recheck", KEY_RECHECK, 0, 0,
     "check, and game with --length: the levels by the second program", 0},
    {"out", KEY_OUT, "FILE", 0, "Write a certificate, for check and show", 0},
    {"svg", KEY_SVG, 0, 0, "show: an SVG sheet of all positions", 0},
    {"animate", KEY_ANIMATE, 0, 0, "show: one SVG picture that moves", 0},
    {"known", KEY_KNOWN, "N", 0,
     "transfer: how many levels at either end are exact (default: chosen by size)", 0},
    {"men", KEY_MEN, "N", 0, "speed: armies of up to N men (default 4)", 0},
    {"threads", KEY_THREADS, "N", 0, "Threads (default: all CPUs)", 0},
    {"memory", KEY_MEMORY, "SIZE", 0, "Memory for boards, as 6GB (default: three quarters)", 0},
    {"scratch", KEY_SCRATCH, "DIR", 0,
     "Keep levels in this folder: beyond memory, and to go on after an interruption", 0},
    {0},
};

static sh_status parse_flag(sh_cli_puzzle *own, int key) {
    bool *const flag = key == KEY_JUMPS        ? &own->jumps_only
                       : key == KEY_PALINDROME ? &own->palindrome
                       : key == KEY_ALL        ? &own->all
                       : key == KEY_SVG        ? &own->svg
                       : key == KEY_ANIMATE    ? &own->animate
                                               : &own->recheck;
    *flag = true;
    return SH_OK;
}

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
    case KEY_BACKEND:
        own->backend = value;
        return SH_OK;
    case KEY_OUT:
        own->out = value;
        return SH_OK;
    case KEY_KNOWN:
        return sh_cli_number("the number of exact levels", value, 1, 100, &own->known, error);
    case KEY_MEN:
        return sh_cli_number("the number of men", value, 1, 6, &own->men, error);
    default:
        return parse_flag(own, key);
    }
}

static const sh_cli_usage usage = {
    .words = "transfer PUZZLE\ngame PUZZLE\ncheck FILE [PUZZLE]\nshow FILE|PUZZLE [PUZZLE]\n"
             "measure FILE|PUZZLE [PUZZLE]\nspeed 4m|6m|8m\ntable 2|3",
    .least = 2,
    .most = 3,
    .doc =
        "Poses the puzzles of Bell's paper and proves their solutions the shortest.\n"
        "  transfer  one army alone, from its camp to the opposite one\n"
        "  game      two sides that help each other until the first full occupation\n"
        "  check     replays a certificate or a list of moves by the rules: exit 0 or 1\n"
        "  show      draws a solution, or a puzzle, as small boards\n"
        "  measure   types and balance, centroid and ladders of every board of a solution; its "
        "speed\n"
        "  speed     armies that move one cell a move, for ever (Figure 10)\n"
        "  table     the paper's tables, with what this program finds and proves beside them\n\n"
        "A puzzle is a name, sq9/10:6m (board, men, directions; also 9x9/10, star121:2p, "
        "checkers32/12:4m), or a text file with a picture:\n"
        "  board sq5:8m\n"
        "  start\n"
        "  xx...\n"
        "  xx...\n"
        "  .....\n"
        "  .....\n"
        "  .....\n"
        "and, if it is not the half turn of the start, a goal in the same way. Positions with "
        "something to find in a solved game are another thing: sternhalma puzzles.\v"
        "Examples:\n"
        "  sternhalma puzzle transfer sq9/10:6m --all --out levenspiel.txt\n"
        "  sternhalma puzzle check levenspiel.txt --recheck\n"
        "  sternhalma puzzle show levenspiel.txt --svg > levenspiel.svg\n"
        "  sternhalma puzzle transfer sq9/10 --moves=6 --jumps-only --palindrome\n"
        "  sternhalma puzzle transfer sq16/19:8m --beam 100000\n"
        "  sternhalma puzzle game sq8/10:8m --json\n"
        "  sternhalma puzzle game sq16/19:8m --length 47\n"
        "  sternhalma puzzle measure levenspiel.txt\n"
        "  sternhalma puzzle speed 4m\n\n"
        "JSON keys: game, kind, length (null if none was found), proved, seconds, boards, "
        "peak_bytes, solution, lengths (a list of length, found, boards, levels: moves, boards, "
        "hash); transfer: also jumps_only, palindrome, excluded (no solution has so many moves or "
        "less), with --all solutions, classes (up to mirror image and reversal) and palindromes; "
        "game: with --all games and images. With --length every level is a line before: game, "
        "way, length, moves, boards, hash, seconds. show: boards is a list of move and position.\n",
    .options = option_list,
    .option = parse_option,
};

static sh_status solve(sh_cli *cli, sh_puzzle_kind kind, const char *word,
                       const sh_cli_puzzle *choices, sh_error *error) {
    char *picture = NULL;
    sh_puzzle *puzzle = malloc(sizeof *puzzle);
    if (!puzzle) return sh_fail(error, SH_RESOURCES, "no memory for a puzzle");
    sh_status status = sh_cli_pose(word, kind, choices, puzzle, &picture, error);
    if (!status && choices->out) status = sh_certificate_check_place(choices->out, error);
    if (!status)
        status = kind == SH_PUZZLE_GAME
                     ? sh_cli_puzzle_game(cli, puzzle, picture, choices, error)
                     : sh_cli_puzzle_transfer(cli, puzzle, picture, choices, error);
    free(picture);
    free(puzzle);
    return status;
}

sh_status sh_cmd_puzzle(sh_cli *cli, int argc, char **argv, sh_error *error) {
    sh_cli_puzzle choices = {.beam = -1, .men = 4};
    sh_cli_words words;
    sh_status status = sh_cli_parse(cli, &usage, argc, argv, &choices, &words, error);
    if (status) return status;
    const char *what = words.word[0], *first = words.word[1], *second = words.word[2];
    if (strcmp(what, "check") == 0) return sh_cli_puzzle_check(cli, first, second, &choices, error);
    if (strcmp(what, "show") == 0) return sh_cli_puzzle_show(cli, first, second, &choices, error);
    if (strcmp(what, "measure") == 0)
        return sh_cli_puzzle_measure(cli, first, second, &choices, error);
    if (second)
        return sh_fail(error, SH_USAGE, "'%.40s' is one word too many for puzzle %.20s", second,
                       what);
    if (strcmp(what, "transfer") == 0)
        return solve(cli, SH_PUZZLE_TRANSFER, first, &choices, error);
    if (strcmp(what, "game") == 0) return solve(cli, SH_PUZZLE_GAME, first, &choices, error);
    if (strcmp(what, "speed") == 0) return sh_cli_puzzle_speed(cli, first, &choices, error);
    if (strcmp(what, "table") == 0) return sh_cli_puzzle_table(cli, first, &choices, error);
    return sh_fail(
        error, SH_USAGE,
        "'%.20s' is nothing puzzle can do: transfer, game, check, show, measure, speed or "
        "table",
        what);
}
