// SPDX-License-Identifier: MIT
// Certificates: what was found and proved of a puzzle, in a text file that people can read.
//
//     # anything after a # is a comment
//     puzzle sq9/10:6m            or a picture (puzzle.h), between `picture` and `end`
//     kind transfer
//     jumps-only                  where no step is allowed, whatever name and picture say
//     solution 27                 then its moves, in the notation of Bell's paper
//     d1-d2, b1-d1-d3, …
//     none 26                     no solution has 26 moves or less, …
//     bounds tally value middle   … by these bounds (docs/puzzles.md)
//     length 26                   and the levels of these lengths,
//     known 6                     of which so many are exact at either end (transfers only):
//     level 0 1 c3f60d7a9e1b2f44  time, boards up to the mirror, Σ of their hashes
//
// A length that is left out is that of `none`. Without `none` each length stands for itself: no
// game of so many moves, nor of fewer with the same winner. A game ends with the first full camp; a
// transfer is a way of so many moves that ends in the goal, and may pass through it before.
//
// Reading does not look at the search: a certificate is replayed by the rules alone.
#pragma once

#include "puzzle/puzzle.h"
#include "sternhalma/moves.h"

#define SH_CERTIFICATE_MOVES 512
#define SH_CERTIFICATE_LEVELS 512

typedef struct sh_certificate_level {
    int length; // that has no solution because of it
    int known;  // exact levels of that length (transfers only)
    int time;   // moves made
    uint64_t boards, hash;
} sh_certificate_level;

typedef struct sh_certificate {
    sh_puzzle puzzle;
    char *picture; // where the puzzle is drawn; owned
    int claimed;   // the length the file claims, -1: none
    int moves;
    sh_move move[SH_CERTIFICATE_MOVES];
    sh_position position[SH_CERTIFICATE_MOVES + 1]; // before and after each
    bool arrived;                                   // after the last move
    int none; // no solution of so many moves or less, -1: nothing claimed
    int levels;
    sh_certificate_level level[SH_CERTIFICATE_LEVELS];
} sh_certificate;

// Reads a certificate and replays its moves by the rules. `puzzle` names the puzzle (and `kind` is
// its kind) where the text is moves alone; a file may also be the JSON that the program prints, or
// a list of moves. `moves` and `jumps_only` are as in puzzle.h. SH_DATA and a sentence where it is
// malformed or a move is not legal.
sh_status sh_certificate_read(sh_certificate *certificate, const char *text, const char *puzzle,
                              sh_puzzle_kind kind, int moves, bool jumps_only,
                              sh_error *error) SH_NODISCARD;
void sh_certificate_free(sh_certificate *certificate);

// What is to be written: a solution, where there is one, and levels that exclude lengths.
typedef struct sh_certificate_claim {
    const sh_puzzle *puzzle;
    const char *picture; // where the puzzle is drawn, else NULL
    int solution;        // its length, -1: none
    const sh_move *move;
    int none; // as above
    int levels;
    const sh_certificate_level *level; // those of one length follow each other
} sh_certificate_claim;

// Could a certificate be written there? To be asked before the search.
sh_status sh_certificate_check_place(const char *name, sh_error *error) SH_NODISCARD;

// Writes a certificate whole or not at all; only a certificate is ever replaced.
sh_status sh_certificate_write(const char *name, const sh_certificate_claim *claim,
                               sh_error *error) SH_NODISCARD;

// The moves of a solution in the paper's notation, in a buffer that is to be freed; NULL where
// there is no memory. Every move is legal.
char *sh_certificate_moves(const sh_puzzle *puzzle, const sh_move *moves, int count);
