// SPDX-License-Identifier: MIT
// Quizzes: positions of a table with something to find (`sternhalma puzzles`, the page's puzzles).
//
// What kind of quiz a position is follows from the values of its moves alone. Thread-safe.
#pragma once

#include <stdbool.h> // bool

#include "sternhalma/moves.h"
#include "sternhalma/probe.h"

typedef enum sh_quiz_kind {
    SH_ONLY_WIN,  // duel: exactly one of several moves wins, and not at once
    SH_FASTEST,   // duel with distances: several moves win, one of them fastest
    SH_ONLY_DRAW, // duel: exactly one move holds the draw, all others lose
    SH_ZUGZWANG,  // duel: whoever moves loses
    SH_LONGEST,   // duel with distances: a win that takes as long as any
    SH_KINGMAKER, // race: the mover cannot win, but some moves crown one opponent, some the other
    SH_CROWN,     // race: exactly one move hands the win to a given opponent
    SH_SPOILER,   // race: somebody cannot win but can force a draw
    SH_QUIZ_KINDS
} sh_quiz_kind;

enum { SH_QUIZ_FEWEST = 4 }; // moves: fewer make no quiz, but for zugzwang

typedef struct sh_quiz {
    sh_quiz_kind kind;
    sh_position position;
    bool solved;      // there is one move to find,
    sh_move solution; // this one
    sh_value value;   // of a duel, for the mover
    int player;       // who is to be crowned, who spoils; the mover otherwise
} sh_quiz;

// "only-win", "fastest", … and back. Parsing fails with SH_USAGE.
const char *sh_quiz_kind_name(sh_quiz_kind kind);
sh_status sh_quiz_kind_parse(sh_quiz_kind *kind, const char *name, sh_error *error) SH_NODISCARD;

// The kinds of quizzes that tables like this can have, with bit 1 << kind for each.
unsigned sh_quiz_kinds(const sh_table *table);

// What quizzes of the kinds in `wanted` an ongoing position is, at most one of each. The longest
// wins take a look at the whole table (table/stats.h): they are not found here.
sh_status sh_quiz_judge(const sh_table *table, const sh_position *position, unsigned wanted,
                        sh_quiz found[SH_QUIZ_KINDS], int *count, sh_error *error) SH_NODISCARD;
