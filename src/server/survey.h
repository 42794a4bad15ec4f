// SPDX-License-Identifier: MIT
// What is worth seeing in each table, found ahead of time by one thread that works while idle.
//
// For every table of the catalog, the ones jobs add included, the survey mines puzzles (positions
// of plausible games with a telling property), counts the positions of duels by distance and, for
// races small enough, the control types of all reachable positions. A request only ever reads what
// is ready. Results never change once ready, so readers need no lock. The same thread looks into
// the folder of tables for new ones.
#pragma once

#include <stdbool.h> // bool
#include <stdint.h>  // uint64_t

#include "server/catalog.h"
#include "server/race.h"
#include "sternhalma/moves.h"
#include "table/stats.h"

#define SH_MAX_PUZZLES 24 // of a kind and table

typedef enum sh_quiz_kind {
    SH_ONLY_WIN,  // duel: exactly one of many moves wins
    SH_FASTEST,   // duel with distances: one move wins fastest, play it to the end
    SH_ONLY_DRAW, // duel: exactly one move holds the draw, all others lose
    SH_KINGMAKER, // race: the mover cannot win, but some moves crown one opponent, some the other
    SH_CROWN,     // race: exactly one move hands the win to a given opponent
    SH_SPOILER,   // race: somebody cannot win but can force a draw
    SH_QUIZ_KINDS
} sh_quiz_kind;

typedef struct sh_puzzle {
    sh_position position;
    sh_move solution; // the one move, where there is one
    int plies;        // to the win, -1 if not known or not a win
    int player;       // who is to be crowned, who spoils; the mover otherwise
} sh_puzzle;

// Control types of the reachable positions of a race.
typedef struct sh_census {
    uint64_t reachable;
    uint64_t kind[SH_RACE_KINDS];
    uint64_t wins, losses, draws; // of the first player's solo question, finished games included
} sh_census;

typedef struct sh_survey sh_survey;

sh_status sh_survey_open(sh_survey **survey, sh_catalog *catalog, sh_error *error) SH_NODISCARD;
void sh_survey_close(sh_survey *survey);

const char *sh_quiz_kind_name(sh_quiz_kind kind); // "only-win", "fastest", …

// The puzzles of a kind and how many; -1 while they are being mined.
int sh_survey_puzzles(const sh_survey *survey, const sh_table *table, sh_quiz_kind kind,
                      const sh_puzzle **puzzles);
// What the whole table of a duel says, or NULL: not counted yet, or not to be.
const sh_stats *sh_survey_stats(const sh_survey *survey, const sh_table *table);
// The census of a race, or NULL: not counted yet, or too many positions to count.
const sh_census *sh_survey_census(const sh_survey *survey, const sh_table *table);
