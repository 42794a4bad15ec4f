// SPDX-License-Identifier: MIT
// Matches: two agents play from many openings, each opening twice with colours swapped.
//
// Openings come from a list, or are some plies drawn by lot from a seed, so the same seed gives the
// same openings everywhere. The first agent has the first move in the first game of each pair. What
// counts is the score of the first-named agent: a win 1, a draw 1/2. An agent that fails, answers
// with a move that is not legal or oversteps its time loses that game, and the match goes on.
//
// Several games can be played at once, each by agents of its own. They are counted and reported in
// the order of their numbers, whichever ends first, and agents begin every game with a seed that
// depends on its number alone: so results, and where a sequential test ends, do not depend on how
// many games are played at once, and a match can go on where it was stopped.
#pragma once

#include <stdint.h> // uint64_t

#include "arena/openings.h"
#include "arena/rating.h"
#include "base/progress.h"
#include "play/agent.h"

#define SH_MATCH_LONGEST 1000

typedef struct sh_match_options {
    const sh_game *game;
    const char *agent[2];        // texts
    int pairs;                   // games / 2
    const sh_openings *openings; // as many as pairs; NULL: drawn by lot
    int opening;                 // … with so many plies
    int longest;                 // plies after which a game is a draw; 0: SH_MATCH_LONGEST
    int at_once;                 // games; 0: one
    uint64_t seed;
    sh_sprt sprt; // ends the match where it is wanted
} sh_match_options;

// One game, as told to the reporter when it is over.
typedef struct sh_match_game {
    int number; // from 0
    int first;  // which agent had the first move
    int winner; // which agent won, or -1
    int faulty; // which agent failed, or -1; `fault` says how
    char fault[128];
    const sh_record *record;
    int opening;                    // plies of the record that were drawn by lot
    const sh_agent_choice *choices; // one for each ply after that
    uint64_t nodes[2];              // of each agent
} sh_match_game;

// Where the time of a match went.
typedef struct sh_match_time {
    double wall; // seconds from the first game to the last
    double own;  // of CPU that the match itself took, outside of agents
} sh_match_time;

// Called after each game, in their order, one at a time; from any thread. Where it fails the match
// ends with its status.
typedef sh_status sh_match_report(void *user, const sh_match_game *game,
                                  const sh_match_score *score, sh_error *error);

// Plays a match. *score is zeros, or the score of the first games, which are not played again.
// SH_INTERRUPTED where the monitor stops it; the score then has the games so far. `report` and
// `time` may be NULL.
sh_status sh_match_play(const sh_match_options *options, const sh_monitor *monitor,
                        sh_match_report *report, void *user, sh_match_score *score,
                        sh_match_time *time, sh_error *error) SH_NODISCARD;
