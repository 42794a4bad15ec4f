// SPDX-License-Identifier: MIT
// Values: scores as one whole number that a search can compare and bound, in bands.
//
//   SH_WINNING - plies     the mover is seen to win in so many plies; the same below 0: to lose
//   SH_TABLED              a table without distances says that it wins
//   SH_RACED + …           the armies have passed each other, and the mover's is home first
//   ±SH_ESTIMATE_MOST      an estimate, in hundredths of a move's worth
//
// The bands never meet, whatever the weights and settings are: every estimate is cut off at the
// ends of its band. Outside a search values are scores (sternhalma/score.h).
#pragma once

#include <stdbool.h> // bool

#include "sternhalma/probe.h"
#include "sternhalma/score.h"

#define SH_INFINITE 32767 // above every value
#define SH_WINNING 32000  // a game won now; less one for every ply until then
#define SH_PROVEN 30800   // what is beyond is seen to be won or lost
#define SH_TABLED 28000   // won or lost by a table without distances, less the plies until then
#define SH_RACED 25000    // a race that is decided, and what it takes
#define SH_ESTIMATE_MOST 20000

static inline int sh_estimate(int value) {
    return value > SH_ESTIMATE_MOST    ? SH_ESTIMATE_MOST
           : value < -SH_ESTIMATE_MOST ? -SH_ESTIMATE_MOST
                                       : value;
}

static inline bool sh_value_wins(int value) { return value > SH_PROVEN; }
static inline bool sh_value_loses(int value) { return value < -SH_PROVEN; }
// Is it of a race, a table or a proof?
static inline bool sh_value_decides(int value) {
    return value > SH_ESTIMATE_MOST || value < -SH_ESTIMATE_MOST;
}

// A race, for the player to move, by the moves that each army still needs: the nearer the win, the
// better.
static inline int sh_value_of_race(int mine, int theirs) {
    return mine <= theirs ? SH_RACED - 2 * mine + theirs : 2 * theirs - mine - SH_RACED;
}

// Plies until the end where a value is a proven win (positive) or loss (negative), else 0.
int sh_value_plies(int value);
// What a value means. Of a race the winner alone is known.
sh_score sh_score_of(int value);
// The score of a position that a table knows.
sh_score sh_score_by_table(sh_value value);
// The other way: a value in the score's band, for files that keep 16 bits of a score; a share is
// the same number.
int sh_value_of(sh_score score);
