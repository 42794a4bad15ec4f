// SPDX-License-Identifier: MIT
// sternhalma puzzle: shortest games and transfers, after Bell (2009).
#include <stddef.h> // offsetof
#include <stdlib.h> // malloc

#include "base/nameless.h"
#include "cli/commands.h"
#include "cli/puzzle_game.h"
#include "cli/puzzle_transfer.h"
#include "json/certificate.h"

static const sh_cli_take transfer_takes[] = {
    {.id = SH_OPTION_MOVES, .offset = offsetof(sh_cli_puzzle, moves)},
    {.id = SH_OPTION_JUMPS_ONLY, .offset = offsetof(sh_cli_puzzle, jumps_only)},
    {.id = SH_OPTION_PALINDROME, .offset = offsetof(sh_cli_puzzle, palindrome)},
    {.id = SH_OPTION_LENGTH, .offset = offsetof(sh_cli_puzzle, length)},
    {.id = SH_OPTION_ALL, .offset = offsetof(sh_cli_puzzle, all), .without = SH_OPTION_BEAM},
    {.id = SH_OPTION_BEAM,
     .offset = offsetof(sh_cli_puzzle, beam),
     .without = SH_OPTION_PALINDROME},
    {.id = SH_OPTION_SEED,
     .offset = offsetof(sh_cli_puzzle, seed),
     .usual = "0",
     .with = SH_OPTION_BEAM,
     .help = "Random seed of the beam's noise"},
    {.id = SH_OPTION_NOISE,
     .offset = offsetof(sh_cli_puzzle, noise),
     .with = SH_OPTION_BEAM,
     .otherwise = "1"},
    {.id = SH_OPTION_KNOWN,
     .offset = offsetof(sh_cli_puzzle, known),
     .without = SH_OPTION_BEAM,
     .otherwise = "chosen by size"},
    {.id = SH_OPTION_OUT,
     .offset = offsetof(sh_cli_puzzle, out),
     .help = "Write a certificate, for check and show"},
    {.id = SH_OPTION_THREADS,
     .offset = offsetof(sh_cli_puzzle, threads),
     .otherwise = "one for each CPU"},
    {.id = SH_OPTION_MEMORY,
     .offset = offsetof(sh_cli_puzzle, memory),
     .without = SH_OPTION_BEAM,
     .otherwise = "three quarters of what is free",
     .help = "Memory for boards, as 6GB"},
    {.id = SH_OPTION_SCRATCH,
     .offset = offsetof(sh_cli_puzzle, scratch),
     .without = SH_OPTION_BEAM,
     .help = "Keep levels in this folder: beyond memory, and to continue after an interruption"},
    {.id = SH_OPTION_JSON},
    {0},
};

static const sh_cli_take game_takes[] = {
    {.id = SH_OPTION_MOVES, .offset = offsetof(sh_cli_puzzle, moves)},
    {.id = SH_OPTION_JUMPS_ONLY, .offset = offsetof(sh_cli_puzzle, jumps_only)},
    {.id = SH_OPTION_LENGTH, .offset = offsetof(sh_cli_puzzle, length)},
    {.id = SH_OPTION_ALL, .offset = offsetof(sh_cli_puzzle, all), .without = SH_OPTION_RECHECK},
    {.id = SH_OPTION_RECHECK,
     .offset = offsetof(sh_cli_puzzle, recheck),
     .with = SH_OPTION_LENGTH,
     .without = SH_OPTION_BEAM},
    {.id = SH_OPTION_BEAM, .offset = offsetof(sh_cli_puzzle, beam)},
    {.id = SH_OPTION_SEED,
     .offset = offsetof(sh_cli_puzzle, seed),
     .usual = "0",
     .with = SH_OPTION_BEAM,
     .help = "Random seed of the beam's noise"},
    {.id = SH_OPTION_NOISE,
     .offset = offsetof(sh_cli_puzzle, noise),
     .usual = "0",
     .with = SH_OPTION_BEAM},
    {.id = SH_OPTION_BACKEND,
     .offset = offsetof(sh_cli_puzzle, backend),
     .values = "cpu cuda emulated",
     .with = SH_OPTION_BEAM,
     .otherwise = "cuda where there is a GPU",
     .help = "Where the beam runs: cpu, cuda, or emulated"},
    {.id = SH_OPTION_OUT,
     .offset = offsetof(sh_cli_puzzle, out),
     .without = SH_OPTION_RECHECK,
     .help = "Write a certificate, for check and show"},
    {.id = SH_OPTION_THREADS,
     .offset = offsetof(sh_cli_puzzle, threads),
     .otherwise = "one for each CPU"},
    {.id = SH_OPTION_MEMORY,
     .offset = offsetof(sh_cli_puzzle, memory),
     .without = SH_OPTION_RECHECK,
     .otherwise = "three quarters of what is free",
     .help = "Memory for boards, as 6GB"},
    {.id = SH_OPTION_SCRATCH,
     .offset = offsetof(sh_cli_puzzle, scratch),
     .without = SH_OPTION_RECHECK,
     .help = "Keep levels in this folder: beyond memory, and to continue after an interruption"},
    {.id = SH_OPTION_JSON},
    {0},
};

static const sh_cli_take check_takes[] = {
    {.id = SH_OPTION_RECHECK, .offset = offsetof(sh_cli_puzzle, recheck)},
    {.id = SH_OPTION_JUMPS_ONLY, .offset = offsetof(sh_cli_puzzle, jumps_only)},
    {.id = SH_OPTION_THREADS,
     .offset = offsetof(sh_cli_puzzle, threads),
     .with = SH_OPTION_RECHECK,
     .otherwise = "one for each CPU"},
    {.id = SH_OPTION_JSON},
    {0},
};

static const sh_cli_take show_takes[] = {
    {.id = SH_OPTION_SVG,
     .offset = offsetof(sh_cli_puzzle, svg),
     .without = SH_OPTION_JSON,
     .help = "Print an SVG sheet of all positions"},
    {.id = SH_OPTION_ANIMATE, .offset = offsetof(sh_cli_puzzle, animate), .without = SH_OPTION_SVG},
    {.id = SH_OPTION_JUMPS_ONLY, .offset = offsetof(sh_cli_puzzle, jumps_only)},
    {.id = SH_OPTION_JSON, .without = SH_OPTION_ANIMATE},
    {0},
};

static const sh_cli_take measure_takes[] = {
    {.id = SH_OPTION_JUMPS_ONLY, .offset = offsetof(sh_cli_puzzle, jumps_only)},
    {.id = SH_OPTION_JSON},
    {0},
};

static const sh_cli_take speed_takes[] = {
    {.id = SH_OPTION_MEN, .offset = offsetof(sh_cli_puzzle, men), .usual = "4"},
    {.id = SH_OPTION_JSON},
    {0},
};

static const sh_cli_take table_takes[] = {
    {.id = SH_OPTION_ALL,
     .offset = offsetof(sh_cli_puzzle, all),
     .help = "Also entries that the paper leaves open, which take hours"},
    {.id = SH_OPTION_THREADS,
     .offset = offsetof(sh_cli_puzzle, threads),
     .otherwise = "one for each CPU"},
    {.id = SH_OPTION_MEMORY,
     .offset = offsetof(sh_cli_puzzle, memory),
     .otherwise = "three quarters of what is free",
     .help = "Memory for boards, as 6GB"},
    {.id = SH_OPTION_SCRATCH,
     .offset = offsetof(sh_cli_puzzle, scratch),
     .help = "Keep levels in this folder: beyond memory, and to continue after an interruption"},
    {.id = SH_OPTION_JSON},
    {0},
};

static const sh_cli_usage transfer_usage = {
    .words = "PUZZLE",
    .least = 1,
    .most = 1,
    .about =
        "Finds a shortest way of one army alone from its camp to the opposite one, and searches "
        "every shorter length to the end.",
    .takes = transfer_takes,
    .more =
        "Examples:\n"
        "  sternhalma puzzle transfer sq9/10:6m --all --out levenspiel.txt\n"
        "  sternhalma puzzle transfer sq9/10 --moves=6 --jumps-only --palindrome\n"
        "  sternhalma puzzle transfer sq16/19:8m --beam 100000\n\n"
        "JSON keys: game, kind, length (null if none was found), proved, seconds, boards, "
        "peak_bytes, solution, lengths (a list of length, found, boards, levels: moves, boards, "
        "hash), jumps_only, palindrome, excluded (no solution has so many moves or less), with "
        "--all solutions, classes (up to mirror image and reversal) and palindromes. With "
        "--length every level is a line before: game, way, length, moves, boards, hash, "
        "seconds.\n",
};

static const sh_cli_usage game_usage = {
    .words = "PUZZLE",
    .least = 1,
    .most = 1,
    .about = "Finds a shortest game of two sides that help each other until one army fills the "
             "opposite camp, and searches every shorter length to the end.",
    .takes = game_takes,
    .more =
        "Examples:\n"
        "  sternhalma puzzle game sq8/10:8m --json\n"
        "  sternhalma puzzle game sq16/19:8m --length 47\n"
        "  sternhalma puzzle game sq9/10:6m --length 30 --beam 100000\n\n"
        "JSON keys: game, kind, length (null if none was found), proved, seconds, boards, "
        "peak_bytes, solution, lengths (a list of length, found, boards, levels: moves, boards, "
        "hash), with --all games and images. With --length every level is a line before: game, "
        "way, length, moves, boards, hash, seconds.\n",
};

static const sh_cli_usage check_usage = {
    .words = "FILE [PUZZLE]",
    .least = 1,
    .most = 2,
    .about = "Replays a certificate or a list of moves by the rules: exit 0 if it is a solution, 1 "
             "if not. A file that does not name its puzzle needs PUZZLE.",
    .takes = check_takes,
    .more = "Example:\n"
            "  sternhalma puzzle check levenspiel.txt --recheck\n\n"
            "JSON keys: game, kind, length, solution (is it one), excluded, confirmed.\n",
};

static const sh_cli_usage show_usage = {
    .words = "FILE|PUZZLE [PUZZLE]",
    .least = 1,
    .most = 2,
    .about = "Draws a solution as small boards, or a puzzle with the types of its men.",
    .takes = show_takes,
    .more = "Example:\n"
            "  sternhalma puzzle show levenspiel.txt --svg > levenspiel.svg\n\n"
            "JSON keys: game, kind, length, boards: a list of move and position.\n",
};

static const sh_cli_usage measure_usage = {
    .words = "FILE|PUZZLE [PUZZLE]",
    .least = 1,
    .most = 2,
    .about = "Prints types and balance, centroid and ladders of every board of a solution, and its "
             "speed.",
    .takes = measure_takes,
    .more = "Example:\n"
            "  sternhalma puzzle measure levenspiel.txt\n\n"
            "JSON keys, an object for each board: moves, move, armies (types, balanced, centroid), "
            "ladders (carries, rungs, from, to, jumps, span); the last one: game, kind, length, "
            "speed.\n",
};

static const sh_cli_usage speed_usage = {
    .words = "4m|6m|8m",
    .least = 1,
    .most = 1,
    .about = "Finds the armies that move one cell a move, for ever, on a board without edges "
             "(Figure 10).",
    .takes = speed_takes,
    .more = "Example:\n"
            "  sternhalma puzzle speed 4m\n\n"
            "JSON keys, an object for each army: men, cells, moves, shift.\n",
};

static const sh_cli_usage table_usage = {
    .words = "2|3",
    .least = 1,
    .most = 1,
    .about = "Prints a table of the paper with what this program finds and proves beside it: 2 of "
             "games, 3 of transfers.",
    .takes = table_takes,
    .more = "JSON keys, an object for each entry: entry, game, jumps_only, paper, paper_proved, "
            "length, proved, seconds, boards.\n",
};

static const sh_cli_part parts[] = {
    {"transfer", "one army alone, from its camp to the opposite one", &transfer_usage},
    {"game", "two sides that help each other until the first full occupation", &game_usage},
    {"check", "replays a certificate or a list of moves by the rules: exit 0 or 1", &check_usage},
    {"show", "draws a solution, or a puzzle, as small boards", &show_usage},
    {"measure", "types and balance, centroid and ladders of every board of a solution",
     &measure_usage},
    {"speed", "armies that move one cell a move, for ever", &speed_usage},
    {"table", "the paper's tables, with what this program finds and proves beside them",
     &table_usage},
    {0},
};

const sh_cli_usage sh_usage_puzzle = {
    .words = "",
    .about = "Poses the puzzles of Bell's paper and proves their solutions the shortest.",
    .parts = parts,
    .more = "A puzzle is a name, sq9/10:6m (board, men, directions; also 9x9/10, star121:2p, "
            "checkers32/12:4m), or a text file with a picture:\n"
            "  board sq5:8m\n"
            "  start\n"
            "  xx...\n"
            "  xx...\n"
            "  .....\n"
            "  .....\n"
            "  .....\n"
            "and, if it is not the half turn of the start, a goal in the same way. Positions with "
            "something to find in a solved game are another thing: sternhalma puzzles.\n",
};

// A game's beam alone, with --length, keeps no levels; without --length it only finds a first game.
static sh_status check_beam(const sh_cli *cli, sh_error *error) {
    static const sh_option_id exact[] = {SH_OPTION_ALL, SH_OPTION_MEMORY, SH_OPTION_SCRATCH};
    static const sh_option_id noisy[] = {SH_OPTION_SEED, SH_OPTION_NOISE, SH_OPTION_BACKEND};
    sh_status status = SH_OK;
    if (!cli->given[SH_OPTION_BEAM]) return SH_OK;
    bool alone = cli->given[SH_OPTION_LENGTH];
    for (int i = 0; i < 3 && !status; i++)
        status = alone ? sh_cli_refuse(cli, exact[i], "a beam of one length keeps no levels", error)
                       : sh_cli_refuse(cli, noisy[i],
                                       "without --length the beam only finds a first game", error);
    return status;
}

// The search for palindromes goes through half of the moves: it keeps nothing and counts nothing.
static sh_status check_palindrome(const sh_cli *cli, sh_error *error) {
    if (!cli->given[SH_OPTION_PALINDROME]) return SH_OK;
    sh_status status =
        sh_cli_refuse(cli, SH_OPTION_ALL, "palindromes are found, not counted", error);
    if (status) return status;
    return sh_cli_refuse(cli, SH_OPTION_SCRATCH, "the search for palindromes keeps no levels",
                         error);
}

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
    sh_cli_puzzle choices = {.beam = -1};
    sh_cli_words words;
    const sh_cli_part *part;
    char title[SH_CLI_TITLE];
    sh_status status = sh_cli_choose(cli, &sh_usage_puzzle, &argc, &argv, title, &part, error);
    if (!status) status = sh_cli_parse(cli, part->usage, argc, argv, &choices, &words, error);
    if (status) return status;
    if (choices.scratch) status = sh_nameless_check(choices.scratch, error);
    if (status) return status;
    const char *first = words.word[0], *second = words.word[1];
    if (part->usage == &transfer_usage) {
        status = check_palindrome(cli, error);
        return status ? status : solve(cli, SH_PUZZLE_TRANSFER, first, &choices, error);
    }
    if (part->usage == &game_usage) {
        status = check_beam(cli, error);
        return status ? status : solve(cli, SH_PUZZLE_GAME, first, &choices, error);
    }
    if (part->usage == &check_usage)
        return sh_cli_puzzle_check(cli, first, second, &choices, error);
    if (part->usage == &show_usage) return sh_cli_puzzle_show(cli, first, second, &choices, error);
    if (part->usage == &measure_usage)
        return sh_cli_puzzle_measure(cli, first, second, &choices, error);
    if (part->usage == &speed_usage) return sh_cli_puzzle_speed(cli, first, &choices, error);
    return sh_cli_puzzle_table(cli, first, &choices, error);
}
