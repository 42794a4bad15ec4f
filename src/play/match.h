// SPDX-License-Identifier: MIT
// Matches: two agents play from many openings, each opening twice with colours swapped.
//
// An opening is the start of the game and some plies drawn by lot from a seed, so the same seed
// gives the same openings everywhere. The first agent has the first move in the first game of each
// pair. What counts is the score of the first-named agent: a win 1, a draw 1/2. An agent that fails
// or answers with a move that is not legal loses that game.
//
// Pairs, not games, are what the error is computed from: the two games of one opening depend on
// each other (Ost 2017).
#pragma once

#include <stdint.h> // uint64_t

#include "base/progress.h"
#include "play/agent.h"

typedef struct sh_match_options {
    const sh_game *game;
    const char *agent[2]; // texts
    int pairs;            // games / 2
    int opening;          // plies drawn by lot
    int longest;          // plies after which a game is a draw; 0: 1000
    uint64_t seed;
} sh_match_options;

// One game, as told to the reporter when it is over.
typedef struct sh_match_game {
    int number; // from 0
    int first;  // which agent had the first move
    int winner; // which agent won, or -1
    int faulty; // which agent failed or moved illegally, or -1
    const sh_record *record;
    int opening;                    // plies of the record that were drawn by lot
    const sh_agent_choice *choices; // one for each ply after that
} sh_match_game;

// The score so far. Elo and its error (two standard deviations, 95 %) are 0 and infinite where all
// games went the same way.
typedef struct sh_match_score {
    int games, wins, draws, losses; // of the first-named agent
    int pairs[5];                   // by points of the pair: 0, 1/2, 1, 3/2, 2
    double score, elo, error;
    double seconds[2]; // CPU time of each agent
    uint64_t nodes[2];
    uint64_t moves[2]; // how many each has made
    int faults[2];     // games lost by a fault
} sh_match_score;

// Called after each game.
typedef void sh_match_report(void *user, const sh_match_game *game, const sh_match_score *score);

// Plays a match. SH_INTERRUPTED where the monitor stops it; the score then has the games so far.
sh_status sh_match_play(const sh_match_options *options, const sh_monitor *monitor,
                        sh_match_report *report, void *user, sh_match_score *score,
                        sh_error *error) SH_NODISCARD;

// Fills score, elo and error from the counts.
void sh_match_rate(sh_match_score *score);

// An opening: the start and `plies` moves drawn by lot, in a game that is not over.
sh_status sh_opening_draw(sh_record **record, const sh_game *game, int plies, uint64_t seed,
                          sh_error *error) SH_NODISCARD;
