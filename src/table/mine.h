// SPDX-License-Identifier: MIT
// Mining quizzes from a table, for the command line and the server alike.
//
// Positions come from two sources: any state of the table at random, or the positions of plausible
// games, which look like those that people meet. Both are the same for the same seed.
#pragma once

#include "base/progress.h"
#include "base/random.h"
#include "table/quiz.h"

typedef struct sh_mining {
    const sh_table *table;
    unsigned wanted; // kinds, as in sh_quiz_judge
    bool games;      // positions of games, not any states
    int least_plies; // of the win or loss; 0 for any; needs distances
    uint64_t tries;  // positions to look at before giving up
    sh_random random;
    // What follows is the miner's own and starts as zero.
    int ply; // of the game being played; 0: begin one
    sh_position at;
    int found, taken; // quizzes of the last position that fit, how many of them were given out
    sh_quiz quiz[SH_QUIZ_KINDS];
} sh_mining;

// The next quiz. SH_NO where the tries are used up, SH_INTERRUPTED on request.
sh_status sh_mining_next(sh_mining *mining, sh_quiz *quiz, const sh_monitor *monitor,
                         sh_error *error) SH_NODISCARD;
